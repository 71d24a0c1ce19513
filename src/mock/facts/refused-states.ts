import {
  documentedStates,
  effectOn,
  type ReadOnlyState,
  type Resource,
  type ResourceModel,
  readOnlyStates,
  ruleOfExample,
  stateRule,
} from '../../resources/index.ts';
import { type Api, type Operation, operationTexts, propertiesOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { OperationPlan, RefusedByItem, RefusedStates } from '../model/operation-plan.ts';
import { resourceOfItem } from './owner.ts';

/**
 * The states in which the document refuses an operation: those of its own item (`409: The order is not paid yet`), and
 * those of the items above (no transcript of a job that still runs, no comment on a locked issue).
 */
export function refusalsByState(
  operation: Operation,
  { api, model, operationsAt }: Pick<MockContext, 'api' | 'model' | 'operationsAt'>,
): Pick<OperationPlan, 'refusedStates' | 'refusedByItems'> {
  const closed = readOnlyStates(api, model, operation);
  return {
    refusedStates: refusedStatesOf(operation, api, model, closed),
    refusedByItems: refusedByItemsOf(operation, api, model, { operationsAt, closed }),
  };
}

function refusedByItemsOf(
  operation: Operation,
  api: Api,
  model: ResourceModel,
  {
    operationsAt,
    closed,
  }: { readonly operationsAt: MockContext['operationsAt']; readonly closed: readonly ReadOnlyState[] },
): readonly RefusedByItem[] {
  const direct = refusedByItemAbove(operation, api, model, operationsAt);
  const others = closed.flatMap(({ resource: item, states: { property }, rule, status }) => {
    const isAbove = operation.path !== item.itemPath && (item !== direct?.item || property !== direct.property);
    return isAbove ? [{ item, property, rule, status: Number(status) }] : [];
  });
  return direct === undefined ? others : [direct, ...others];
}

function refusedByItemAbove(
  operation: Operation,
  api: Api,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): RefusedByItem | undefined {
  const { method, path } = operation;
  const status = refusingStatus(operation);
  const isRead = method === 'GET' && status === 409;
  if (!isRead && !isCreating(operation, model)) return undefined;
  const [item] = /^.*\}(?=\/[^{}]+$)/.exec(path) ?? [];
  const above = item === undefined ? undefined : resourceOfItem(item, model, operationsAt);
  if (above?.id === undefined || status === undefined || !(isRead || namesState(operation, api, above)))
    return undefined;
  const states = documentedStates(api, model, above);
  if (states === undefined || states.values.length < 2) return undefined;
  const rule = isRead
    ? ruleOfExample(operation, states.values)
    : stateRule(operation, states.values, { singular: above.singular });
  if (rule === undefined || rule.guessed === true) return undefined;
  return { item: above, property: states.property, rule, status: Number(rule.status ?? status) };
}

/**
 * Whether the description of the operation or of an answer has a word for a state of the item above: a flag of it, or a value that one of its properties lists.
 * Its actions, of which there may be hundreds, are then worth a look.
 */
function namesState(operation: Operation, api: Api, { schema }: Resource): boolean {
  const words = Object.entries(propertiesOf(api, schema)).flatMap(([name, property]) => {
    const target = api.deref(property.schema);
    if (typeof target === 'boolean') return [];
    return target.type === 'boolean' ? [name] : (target.enum ?? []).filter((value) => typeof value === 'string');
  });
  const texts = [...operationTexts(operation), ...operation.responses.map(({ description }) => description)].map(
    withoutSeparators,
  );
  return words.map(withoutSeparators).some((word) => word !== '' && texts.some((text) => text.includes(word)));
}

/** Whether a request makes a record, which has no state of its own yet. */
function isCreating(operation: Operation, model: ResourceModel): boolean {
  const { kind, id } = model.roleOf(operation);
  return kind === 'create' && id === undefined;
}

/** The first status of an operation whose description may name states. */
function refusingStatus({ responses }: Operation): number | undefined {
  return [409, 422, 423, 400, 403].find((each) => responses.some((one) => one.status === String(each)));
}

/**
 * What the descriptions say: `409: The order is not paid yet`, `Only open orders can be cancelled`. A conflict without
 * an explanation refuses nothing.
 */
function refusedStatesOf(
  operation: Operation,
  api: Api,
  model: ResourceModel,
  closed: readonly ReadOnlyState[],
): RefusedStates | undefined {
  const role = model.roleOf(operation);
  const { resource, id } = role;
  if (resource === undefined || id === undefined || !/^(POST|PUT|PATCH|DELETE)$/.test(operation.method))
    return undefined;
  return refusedInOwnStates(operation, api, model, resource) ?? refusedWhileReadOnly(operation, resource, closed);
}

function refusedInOwnStates(
  operation: Operation,
  api: Api,
  model: ResourceModel,
  resource: Resource,
): RefusedStates | undefined {
  const role = model.roleOf(operation);
  const status = refusingStatus(operation);
  const states = status === undefined ? undefined : documentedStates(api, model, resource);
  if (status === undefined || states === undefined || states.values.length < 2) return undefined;
  const { property, values } = states;
  const rule = stateRule(operation, values, { effect: effectOn(role, states), singular: resource.singular });
  return rule === undefined || rule.guessed === true
    ? undefined
    : { property, rule, status: Number(rule.status ?? status) };
}

function refusedWhileReadOnly(
  { path }: Operation,
  resource: Resource,
  closed: readonly ReadOnlyState[],
): RefusedStates | undefined {
  if (path !== resource.itemPath) return undefined;
  const found = closed.find((each) => each.resource === resource);
  return found === undefined
    ? undefined
    : { property: found.states.property, rule: found.rule, status: Number(found.status) };
}

import { documentedStates, type ResourceModel, ruleOfExample, stateRule } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { RefusedByItem, RefusedStates } from '../model/operation-plan.ts';

/**
 * The states of the item above in which the document refuses what is done below it: no transcript of a job that still
 * runs, no comment on a locked issue.
 */
export function refusedByItemOf(operation: Operation, api: Api, model: ResourceModel): RefusedByItem | undefined {
  const { method, path } = operation;
  const status = refusingStatus(operation);
  const isRead = method === 'GET' && status === 409;
  if (!isRead && !isCreating(operation, model)) return undefined;
  const above = model.resources.find(
    ({ itemPath = '', id, singleton }) =>
      !singleton && id !== undefined && path.startsWith(`${itemPath}/`) && !path.slice(itemPath.length).includes('{'),
  );
  const states = above === undefined || status === undefined ? undefined : documentedStates(api, model, above);
  if (above === undefined || status === undefined || states === undefined || states.values.length < 2) return undefined;
  const rule = isRead
    ? ruleOfExample(operation, states.values)
    : stateRule(operation, states.values, { singular: above.singular });
  if (rule === undefined || rule.guessed === true) return undefined;
  return { item: above, property: states.property, rule, status: Number(rule.status ?? status) };
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
export function refusedStatesOf(operation: Operation, api: Api, model: ResourceModel): RefusedStates | undefined {
  const { resource, id, effects } = model.roleOf(operation);
  if (resource === undefined || id === undefined || !/^(POST|PUT|PATCH|DELETE)$/.test(operation.method))
    return undefined;
  const status = refusingStatus(operation);
  const states = status === undefined ? undefined : documentedStates(api, model, resource);
  if (status === undefined || states === undefined || states.values.length < 2) return undefined;
  const { property, values } = states;
  const effect = effects?.find((each) => each.property === property)?.value;
  const rule = stateRule(operation, values, { effect, singular: resource.singular });
  return rule === undefined || rule.guessed === true
    ? undefined
    : { property, rule, status: Number(rule.status ?? status) };
}

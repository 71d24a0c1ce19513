import { documentedStates, type ResourceModel, ruleOfExample, stateRule } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { RefusedByItem, RefusedStates } from '../model/operation-plan.ts';

/** The states of the item above in which a read of something below it is refused: a transcript of a job that still runs. */
export function refusedByItemOf(operation: Operation, api: Api, model: ResourceModel): RefusedByItem | undefined {
  const { method, path, responses } = operation;
  if (method !== 'GET' || !responses.some(({ status }) => status === '409')) return undefined;
  const above = model.resources.find(
    ({ itemPath = '', id, singleton }) =>
      !singleton && id !== undefined && path.startsWith(`${itemPath}/`) && !path.slice(itemPath.length).includes('{'),
  );
  const states = above === undefined ? undefined : documentedStates(api, model, above);
  if (above === undefined || states === undefined || states.values.length < 2) return undefined;
  const rule = ruleOfExample(operation, states.values);
  return rule === undefined ? undefined : { item: above, property: states.property, rule, status: 409 };
}

/**
 * What the descriptions say: `409: The order is not paid yet`, `Only open orders can be cancelled`. A conflict without
 * an explanation refuses nothing.
 */
export function refusedStatesOf(operation: Operation, api: Api, model: ResourceModel): RefusedStates | undefined {
  const { resource, id, effects } = model.roleOf(operation);
  if (resource === undefined || id === undefined || !/^(POST|PUT|PATCH|DELETE)$/.test(operation.method))
    return undefined;
  const status = [409, 422, 423, 400, 403].find((each) =>
    operation.responses.some((one) => one.status === String(each)),
  );
  const states = status === undefined ? undefined : documentedStates(api, model, resource);
  if (status === undefined || states === undefined || states.values.length < 2) return undefined;
  const { property, values } = states;
  const effect = effects?.find((each) => each.property === property)?.value;
  const rule = stateRule(operation, values, { effect, singular: resource.singular });
  return rule === undefined || rule.guessed === true
    ? undefined
    : { property, rule, status: Number(rule.status ?? status) };
}

import { documentedStates, type ResourceModel, stateRule } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { RefusedStates } from '../model/operation-plan.ts';

/**
 * What the descriptions say: `409: The order is not paid yet`, `Only open orders can be cancelled`. A conflict without
 * an explanation refuses nothing.
 */
export function refusedStatesOf(operation: Operation, api: Api, model: ResourceModel): RefusedStates | undefined {
  const { resource, id, effects } = model.roleOf(operation);
  if (resource === undefined || id === undefined || !/^(POST|PUT|PATCH|DELETE)$/.test(operation.method))
    return undefined;
  const status = [409, 422, 400, 403].find((each) => operation.responses.some((one) => one.status === String(each)));
  const states = status === undefined ? undefined : documentedStates(api, model, resource);
  if (status === undefined || states === undefined || states.values.length < 2) return undefined;
  const { property, values } = states;
  const effect = effects?.find((each) => each.property === property)?.value;
  const rule = stateRule(operation, values, { effect, singular: resource.singular });
  return rule === undefined || rule.guessed === true ? undefined : { property, rule, status };
}

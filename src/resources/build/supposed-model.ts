import type { Api, Operation } from '../../spec/index.ts';
import { type ShownForms, withSupposedAnswers } from '../actions/supposed-answers.ts';
import type { Corrections, ResourceModel } from '../model/model.ts';
import { inferResources } from './infer.ts';

/** The model of a document in which the answers of some collections have no form. */
export interface SupposedModel {
  /** Roles by the operations of the document itself, whose answers stay without a form. */
  readonly model: ResourceModel;
  /** The operations that list a collection of which the document describes only the requests. */
  readonly lists: readonly Operation[];
}

/**
 * The model that supposes a form for the answers of collections of which the document describes only the
 * requests: of all, or of those that a target has shown. Undefined if there are none.
 */
export function supposeModel(api: Api, corrections?: Corrections, shown?: ShownForms): SupposedModel | undefined {
  const supposed = withSupposedAnswers(api, shown);
  if (supposed === api) return undefined;
  const inner = inferResources(supposed, corrections, 'paths alone');
  const standing = (operation: Operation): Operation => supposed.operation(operation.id) ?? operation;
  const lists = api.operations.filter((operation) => {
    const other = standing(operation);
    return other.responses !== operation.responses && inner.roleOf(other).kind === 'list';
  });
  if (lists.length === 0) return undefined;
  return {
    lists,
    model: {
      get resources() {
        return inner.resources;
      },
      resource: inner.resource,
      meant: inner.meant,
      roleOf: (operation) => inner.roleOf(standing(operation)),
      roleByName: (operation) => inner.roleByName(standing(operation)),
      look: (operation) => inner.look(standing(operation)),
      statisticsOf: (operation) => inner.statisticsOf(standing(operation)),
    },
  };
}

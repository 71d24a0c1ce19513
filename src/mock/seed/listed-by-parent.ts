import type { Json } from '../../core/index.ts';
import { pointerTo, type Resource, type ResourceModel } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import { isArray, isObject, valueAt, withoutSeparators } from '../../wire/index.ts';
import { resourceOfItem } from '../facts/owner.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { FieldsOf } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import type { ListedBy } from '../model/operation-plan.ts';
import { type EntityPlace, keyOf, placeOf } from '../model/place.ts';
import { isSeed } from './seeds.ts';

const ABOVE = /^(.*\/\{([^{}/]+)\})\/([^{}/]+)$/;

/**
 * The property of the item above a list that names what the list shows: `tags` of a task for `/tasks/{id}/tags`, where tags are records of a collection
 * of their own and do not name a task.
 */
export function listedByOf(
  operation: Operation,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
  fieldsOf: FieldsOf,
): ListedBy | undefined {
  const view = itemViewOf(operation, model, operationsAt);
  if (view === undefined) return undefined;
  const { above: parent, parameter, word, resource } = view;
  if (resource.id?.property === undefined || !parent.enumerable) return undefined;
  if (parent.parent !== undefined || resource.parent !== undefined) return undefined;
  const { property } = resource.id;
  const [found] = [...fieldsOf(parent.schema).properties].flatMap(([name, schema]): ListedBy[] => {
    if (withoutSeparators(name) !== withoutSeparators(word)) return [];
    const { items } = fieldsOf(schema);
    const inner = items === undefined ? undefined : fieldsOf(items).properties;
    if (inner === undefined || (inner.size > 0 && !inner.has(property))) return [];
    const pointer = `${pointerTo(name)}/*${inner.size > 0 ? pointerTo(property) : ''}`;
    const isRelated = parent.relations.some((each) => each.pointer === pointer && each.resource === resource.name);
    return [{ parent, parameter, name, member: inner.size > 0 ? property : undefined, isRelated }];
  });
  return found;
}

/** A list below an item of another resource, which its records do not name: `/tasks/{id}/tags`. */
interface ViewOfItem {
  /** The resource of the item above. */
  readonly above: Resource;
  /** The path parameter of the item above, and the word behind it. */
  readonly parameter: string;
  readonly word: string;
  /** The resource of the records that the list shows. */
  readonly resource: Resource;
}

/** The view that an operation is, if it is one. */
export function itemViewOf(
  operation: Operation,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): ViewOfItem | undefined {
  const { kind, resource, scope = [] } = model.roleOf(operation);
  const [, item = '', parameter = '', word = ''] = ABOVE.exec(operation.path) ?? [];
  const named = scope.find((each) => each.parameter === parameter);
  const isView = named !== undefined && named.home === undefined && named.property === undefined;
  if (kind !== 'list' || resource === undefined || !isView || scope.length !== 1) return undefined;
  const above = resourceOfItem(item, model, operationsAt);
  return above === undefined ? undefined : { above, parameter, word, resource };
}

/** The place of the item above such a list. */
export function placeAbove(mock: MockContext, { plan, parameters }: RequestContext): EntityPlace | undefined {
  const { listedBy } = plan;
  return listedBy === undefined || parameters.path[listedBy.parameter] === undefined
    ? undefined
    : placeOf(mock, listedBy.parent, {});
}

/**
 * A predicate for the entities that the item above names; `undefined` where no item does. What the seeded items name is taken from the document's
 * examples, unless the property is known to refer to these entities.
 */
export function listedByParent(
  mock: MockContext,
  context: RequestContext,
  tx: Transaction,
): ((entity: Entity) => boolean) | undefined {
  const { listedBy } = context.plan;
  const place = placeAbove(mock, context);
  const id = listedBy === undefined ? undefined : context.parameters.path[listedBy.parameter];
  if (listedBy === undefined || place === undefined || id === undefined) return undefined;
  const found = tx.collection(place.collection).get((place.prefix ?? '') + keyOf(id));
  if (found === undefined) return undefined;
  const value = asObject(found.value);
  const members = value[listedBy.name];
  const isKnown = listedBy.isRelated && members !== undefined;
  if (!isKnown && found.version === 1 && isSeed(mock, place, found.key)) return undefined;
  const ids = new Set((members !== undefined && isArray(members) ? members : []).map((each) => idOf(each, listedBy)));
  const own = pointerTo(context.role.resource?.id?.property ?? 'id');
  return (entity) => {
    const shown = valueAt(entity.value, own);
    return shown !== undefined && ids.has(keyOf(shown));
  };
}

function idOf(member: Json, { member: name }: ListedBy): string {
  const id = name !== undefined && isObject(member) ? member[name] : member;
  return id === undefined || typeof id === 'object' ? '' : keyOf(id);
}

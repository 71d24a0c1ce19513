import type { Json } from '../../core/index.ts';
import {
  isKeyOfClients,
  pointerTo,
  putInto,
  type Resource,
  type ResourceModel,
  saysAddOrUpdate,
} from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import type { Entity, Transaction } from '../../state/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { PutsIn } from '../model/operation-plan.ts';
import { type EntityPlace, isKeyOf, placeOf } from '../model/place.ts';
import { eitherType } from './either-type.ts';

/**
 * Whether a PUT creates a missing item (RFC 9110 §9.3.4): no other operation does, and the document has no
 * 404, or the id names another existing record, so that the 404 is about that. A description may say it as well.
 */
export function putsIn(
  operation: Operation,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
  api: Pick<Api, 'deref' | 'operations'>,
): PutsIn | undefined {
  const { kind, resource, names } = model.roleOf(operation);
  if (names !== undefined && resource !== undefined) {
    const named = putInto(resource, model);
    return named && { target: named, isSame: api.deref(named.schema) === api.deref(resource.schema) };
  }
  if (kind !== 'replace' || resource === undefined || resource.singleton) return undefined;
  if (saysAddOrUpdate(operation)) return { isSame: false };
  // A POST on the path of an item is its only create, and a 404 is about the item above.
  if (operation.method === 'POST') return { isSame: false };
  const making = [...operationsAt(resource.collectionPath), ...postsBelow(api, resource)];
  if (making.some((each) => isMaking(each, resource, model))) return undefined;
  const target = putInto(resource, model);
  // Another set of links does not hold what is linked.
  if (target !== undefined && isLinking(operation) && operationsAt(target.itemPath).some(isLinking))
    return { isSame: false };
  // Any id names a record that can be neither listed nor created.
  if (target?.enumerable === false) return { isSame: false };
  if (target === undefined) {
    // Any 4XX may be for other faults. What can be deleted and is created by no other operation is created by its PUT.
    const isDeleted = operationsAt(resource.itemPath).some(({ method }) => method === 'DELETE');
    const missing = isDeleted ? /^404$/ : /^4(04|XX)$/i;
    const isMissed =
      operation.responses.some(({ status }) => missing.test(status)) &&
      !(isDeleted && isKeyOfClients(operation, resource));
    return isMissed && !isLinking(operation) ? undefined : { isSame: false };
  }
  return { target, isSame: api.deref(target.schema) === api.deref(resource.schema) };
}

/** Whether a PUT links what its path names: it has no body. */
const isLinking = ({ method, body }: Operation): boolean => method === 'PUT' && body === undefined;

/** The POSTs at a word below a collection, which may create its items: `/videos/upload`. */
function postsBelow({ operations }: Pick<Api, 'operations'>, { collectionPath }: Resource): readonly Operation[] {
  if (collectionPath === undefined) return [];
  const start = `${collectionPath}/`;
  return operations.filter(
    ({ method, path }) => method === 'POST' && path.startsWith(start) && /^[^/{}]+$/.test(path.slice(start.length)),
  );
}

function isMaking(operation: Operation, resource: Resource, model: ResourceModel): boolean {
  const role = model.roleOf(operation);
  if (operation.method !== 'POST') return false;
  return role.kind === 'create' ? role.resource === resource : role.creates !== undefined;
}

/** The place of the records that such a PUT adds: a collection of its own, or one below the same item. */
export function placeOfTarget(
  mock: MockContext,
  found: PutsIn | undefined,
  path: Readonly<Record<string, Json>>,
): EntityPlace | undefined {
  const place = found?.target === undefined ? undefined : placeOf(mock, found.target, path);
  return place?.prefix === undefined ? undefined : place;
}

/** The id in the body of a link request. */
export function namedIn({ body }: RequestContext['request'], { names }: RequestContext['role']): Json | undefined {
  return names === undefined || body.kind !== 'parsed' ? undefined : asObject(body.value)[names];
}

/** The record that is added, by its id in the path. */
export function targetEntity(
  mock: MockContext,
  { plan, role, parameters, request }: RequestContext,
  tx: Transaction,
): Entity | undefined {
  const place = placeOfTarget(mock, plan.putsIn, parameters.path);
  const value = role.id === undefined ? namedIn(request, role) : parameters.path[role.id.parameter];
  if (place === undefined || value === undefined) return undefined;
  const pointer = pointerTo(place.resource.id?.property ?? 'id');
  const where = [{ pointer, op: 'in' as const, value: eitherType(value) }];
  const { entities } = tx.collection(place.collection).query({ where: [...place.where, ...where] });
  return entities.find(({ key }) => isKeyOf(place, key));
}

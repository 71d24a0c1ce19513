import { idInItems, type Resource, type ResourceModel } from '../../resources/index.ts';
import { endsInParameter, type Operation } from '../../spec/index.ts';
import { isShapeUnder, namingPart, pathShapeOf } from './paths.ts';

/**
 * The operations on the collection in front of a path parameter, which know its values: `/users` in front
 * of `{user}`. At least one of the two exists. The items of the list may have no path of their own.
 */
export interface CollectionEndpoints {
  readonly list: Operation | undefined;
  readonly create: Operation | undefined;
}

/** Lists and creates of items with an id, by the shape of the paths of these items. */
export function collectionEndpointsOf(
  operations: readonly Operation[],
  model: ResourceModel,
): (template: string) => CollectionEndpoints | undefined {
  const near = operationsInFront(operations);
  const ofKind = (found: readonly Operation[], kind: 'list' | 'create', shape: string): Operation | undefined =>
    found.find((operation) => {
      const { resource, ...role } = model.roleOf(operation);
      if (role.kind !== kind || resource === undefined) return false;
      const idProperty = kind === 'list' ? idInItems(resource) : resource.id?.property;
      return idProperty === undefined ? kind === 'list' && resource.id === undefined : !isPartOf(shape, resource);
    });
  return (template) => {
    const shape = pathShapeOf(template);
    const found = near.get(shape) ?? [];
    const front = { list: ofKind(found, 'list', shape), create: ofKind(found, 'create', shape) };
    return front.list === undefined && front.create === undefined ? undefined : front;
  };
}

/**
 * The GET in front of a path parameter whose answer the document does not describe as a list: `GET /jobs` without a
 * schema, in front of `/jobs/{id}`. Only its answers can show whether it lists anything.
 */
export function openListOf(
  operations: readonly Operation[],
  model: ResourceModel,
): (template: string) => Operation | undefined {
  const near = operationsInFront(operations.filter(({ method }) => method === 'GET'));
  return (template) => near.get(pathShapeOf(template))?.find((operation) => model.roleOf(operation).kind === 'none');
}

/** The GETs and POSTs in front of a path parameter, by the shape of the path that ends in it. */
function operationsInFront(operations: readonly Operation[]): ReadonlyMap<string, readonly Operation[]> {
  const near = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.method !== 'GET' && operation.method !== 'POST') continue;
    // `/users.json` stands in front of `/users/{id}.json`.
    const stem = operation.path.replace(/\.[a-z]+$/, '');
    if (endsInParameter(stem)) continue;
    const shape = `${pathShapeOf(stem)}/{}`;
    const known = near.get(shape);
    if (known === undefined) near.set(shape, [operation]);
    else known.push(operation);
  }
  return near;
}

/**
 * Whether the parameter at the end of the shape is only a part of an item's path: the `{kind}` of
 * `/members/{kind}/{id}` is not an id of a member.
 */
function isPartOf(shape: string, { itemPath }: Resource): boolean {
  const own = itemPath === undefined ? shape : pathShapeOf(namingPart(itemPath));
  return own !== shape && isShapeUnder(own, shape);
}

import type { Resource, ResourceModel } from '../../resources/index.ts';
import { templateNames } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';
import type { PathScope, PathScopesOf } from '../model/place.ts';

/**
 * `operationsCalled` finds operations by the last word of their path: paths of the same things have the same word
 * there.
 */
export function createPathScopes(
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
  operationsCalled: MockContext['operationsAt'],
): PathScopesOf {
  const known = new WeakMap<Resource, readonly PathScope[]>();
  return (resource) => {
    const before = known.get(resource);
    if (before !== undefined) return before;
    const found = findScopes(resource, model, operationsAt);
    const isInKeys =
      found.length > 0 &&
      found.every(({ property, isPathOnly }) => property === undefined && isPathOnly === undefined) &&
      (found.length === 1 || resource.parent === undefined) &&
      isShownWhole(resource, model, operationsCalled);
    const scopes = isInKeys ? found.map((each) => ({ ...each, isInKeys: true as const })) : found;
    known.set(resource, scopes);
    return scopes;
  };
}

/**
 * Whether a list shows the children of all parents, or a path an item without its parent: `/comments` beside `/posts/{id}/comments`,
 * `/accounts/{account}/servers` beside `/accounts/{account}/groups/{group}/servers`.
 */
function isShownWhole(
  { name, collectionPath }: Resource,
  model: ResourceModel,
  operationsCalled: MockContext['operationsAt'],
): boolean {
  if (collectionPath === undefined) return false;
  return operationsCalled(collectionPath).some((operation) => {
    const count = templateNames(operation.path).length;
    const isOuter = count > 0 && count < templateNames(collectionPath).length;
    if (operation.method !== 'GET' || (count > 1 && !isOuter)) return false;
    const { kind, resource, scope } = model.roleOf(operation);
    if (resource?.name !== name) return false;
    if (scope === undefined) return count <= 1 && (kind === 'list' || kind === 'read');
    return isOuter && kind === 'list' && scope.every(({ home }) => home !== undefined);
  });
}

function findScopes(
  resource: Resource,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): readonly PathScope[] {
  const names = parametersOf(resource);
  if (names.length === 0) return [];
  const operations = [resource.collectionPath, resource.itemPath].flatMap((path) => operationsAt(path));
  const shown = operations.filter(({ method }) => method === 'GET');
  const documented = (shown.length > 0 ? shown : operations)
    .map((operation) => model.roleOf(operation))
    .flatMap((role) => (role.resource === resource ? (role.scope ?? []) : []));
  const { parent } = resource;
  const scopes = names.map((parameter, index): PathScope => {
    const roleProperty = documented.find(
      ({ home, property }) => home === parameter && property !== undefined,
    )?.property;
    const innermost = parent?.parameter === parameter || index === names.length - 1;
    const property = roleProperty ?? (innermost ? parent?.property : undefined);
    return { parameter, ...(property === undefined ? {} : { property }) };
  });
  const named = namedByItems(resource, model, operationsAt);
  if (named === undefined) return scopes;
  return scopes
    .filter(({ parameter, property }) => property !== undefined || named.has(parameter))
    .map((home) => (named.has(home.parameter) ? home : { ...home, isPathOnly: true }));
}

/**
 * The path parameters that an item's own path or its entity has. `/users/{userId}/meetings` beside
 * `/meetings/{id}`: a parameter that neither has cannot distinguish entities, so the meetings of all users
 * are one collection.
 */
function namedByItems(
  resource: Resource,
  model: ResourceModel,
  operationsAt: MockContext['operationsAt'],
): ReadonlySet<string> | undefined {
  const { collectionPath, itemPath, id } = resource;
  if (collectionPath === undefined || id === undefined || itemPath === undefined) return undefined;
  // `{sid}.json` and `{id}/json` end with a format suffix.
  if (!itemPath.replace(/\}[./](?:json|xml)$/i, '}').endsWith(`{${id.parameter}}`)) return undefined;
  const roles = operationsAt(itemPath).map((operation) => model.roleOf(operation));
  const renamed = roles.flatMap((role) => (role.resource === resource ? (role.scope ?? []) : []));
  return new Set([
    ...templateNames(itemPath).slice(0, -1),
    ...renamed.flatMap(({ home }) => (home === undefined ? [] : [home])),
  ]);
}

function parametersOf({ collectionPath, itemPath, singleton, id }: Resource): readonly string[] {
  const template = collectionPath ?? itemPath ?? '';
  const names = templateNames(template);
  // Only the path of an item ends with its id; another parameter of that name has another meaning.
  const own = collectionPath !== undefined || singleton ? -1 : names.lastIndexOf(id?.parameter ?? '');
  return names.filter((_, index) => index !== own);
}

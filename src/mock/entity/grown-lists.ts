import type { Resource } from '../../resources/index.ts';
import { type Api, lastSegment, wordsOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/**
 * Whether a list of an item is filled by other requests than the create: a path below the item names it (`sessions` of
 * `/rooms/{id}/sessions`, `routes` of `/networks/{id}/actions/add_route`). A new item has nothing in it.
 */
export function isFilledLater(mock: MockContext, resource: Resource, name: string): boolean {
  return mock.namedBelowOf(resource).has(memberOf(name));
}

/** The lists that the paths below an item name, as `memberOf` writes them. */
export function namedBelow({ operations }: Api, { itemPath }: Resource): ReadonlySet<string> {
  const below = operations.filter(({ path }) => itemPath !== undefined && path.startsWith(`${itemPath}/`));
  const segments = below.flatMap(({ path }) => path.slice((itemPath ?? '').length + 1).split('/'));
  const named = segments
    .filter((segment) => !segment.startsWith('{'))
    .flatMap((segment) => {
      const [verb = '', ...rest] = wordsOf(segment);
      return [memberOf(segment), ...(ADDS.has(verb) ? [memberOf(rest.join(''))] : [])];
    });
  return new Set(named.filter((member) => member !== ''));
}

/**
 * Names, without separators, of the values that actions on an item need: the `resolution` of `POST /tickets/{id}/close`, the `assignee_id` of
 * `PUT /tickets/{id}/assignee`. A new item has none of them.
 */
export function neededByActions(
  { api, model, fieldsOf }: Pick<MockContext, 'api' | 'model' | 'fieldsOf'>,
  resource: Resource,
): ReadonlySet<string> {
  const actions = api.operations.filter((operation) => {
    const role = model.roleOf(operation);
    return role.kind === 'action' && role.resource === resource && role.id !== undefined;
  });
  const bodies = actions.flatMap(({ body }) => body?.content.flatMap(({ schema }) => schema ?? []) ?? []);
  const inBodies = bodies.flatMap((body) => [...fieldsOf(body).required]);
  const inPaths = actions.flatMap(({ method, path }) => (method === 'PUT' ? [`${lastSegment(path)}id`] : []));
  return new Set([...inBodies, ...inPaths].map(withoutSeparators));
}

const ADDS = new Set(['add', 'attach', 'assign', 'create', 'insert', 'link', 'append']);

function memberOf(text: string): string {
  return withoutSeparators(text).replace(/ids$/, '').replace(/ies$/, 'y').replace(/s$/, '');
}

import type { Resource } from '../../resources/index.ts';
import { type Api, wordsOf } from '../../spec/index.ts';
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

const ADDS = new Set(['add', 'attach', 'assign', 'create', 'insert', 'link', 'append']);

function memberOf(text: string): string {
  return withoutSeparators(text).replace(/ids$/, '').replace(/ies$/, 'y').replace(/s$/, '');
}

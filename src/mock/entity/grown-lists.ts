import { wordsOf } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';

/**
 * Whether a list of an item is filled by other requests than the create: a path below the item names it (`sessions` of
 * `/rooms/{id}/sessions`, `routes` of `/networks/{id}/actions/add_route`). A new item has nothing in it.
 */
export function isFilledLater({ api }: MockContext, { resource: { itemPath } }: EntityPlace, name: string): boolean {
  const own = memberOf(name);
  if (itemPath === undefined || own === '') return false;
  return api.operations.some(({ path }) => {
    if (!path.startsWith(`${itemPath}/`)) return false;
    const below = path.slice(itemPath.length + 1).split('/');
    return below.some((segment) => {
      if (segment.startsWith('{')) return false;
      const [verb = '', ...rest] = wordsOf(segment);
      return memberOf(segment) === own || (ADDS.has(verb) && memberOf(rest.join('')) === own);
    });
  });
}

const ADDS = new Set(['add', 'attach', 'assign', 'create', 'insert', 'link', 'append']);

function memberOf(text: string): string {
  return withoutSeparators(text).replace(/ids$/, '').replace(/ies$/, 'y').replace(/s$/, '');
}

import type { Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CaseContext, isSuccess } from '../model/case-context.ts';
import { filteredAt } from './filter-rules.ts';
import { itemsOf, type Listing, listOnce, type PageWalk, walk } from './list-walk.ts';

/** Items that a collection should have before its pages are compared. */
const ENOUGH = 5;
/** Pages that are read to get the whole collection. */
export const MOST_PAGES = 30;

/** A list of which several reads are compared while no other case changes the data. */
export interface ReadCollection extends Listing {
  /** Creates items until there are enough for several pages, if the run may write. */
  grow(caseContext: CaseContext): Promise<void>;
  /** All items after `grow`, read once for all cases. */
  whole(caseContext: CaseContext): Promise<PageWalk>;
  /** Whether the run may create items. */
  readonly grows: boolean;
}

/** `create`: the operation that adds items, where we may. */
export function collectionOf(listing: Listing, create: Operation | undefined): ReadCollection {
  const { id } = listing.operation;
  const grow = (caseContext: CaseContext): Promise<void> =>
    create === undefined
      ? Promise.resolve()
      : caseContext.fixtures.once(caseContext, `grow/${id}`, () => grown(caseContext, listing, create));
  return {
    ...listing,
    grow,
    grows: create !== undefined,
    whole: (caseContext) =>
      caseContext.fixtures.once(caseContext, `whole/${id}`, async () => {
        await grow(caseContext);
        return walk(caseContext, listing, { most: MOST_PAGES });
      }),
  };
}

async function grown(caseContext: CaseContext, listing: Listing, create: Operation): Promise<void> {
  const first = await listOnce(caseContext, listing, {});
  if (typeof first === 'string' || !isSuccess(first.result)) return;
  const items = itemsOf(first.result.exchange, listing.list);
  // Below a parent the items belong to the one whose list is read.
  const path = create.path === listing.operation.path ? first.path : undefined;
  const missing = Math.max(ENOUGH - (items?.length ?? ENOUGH), isUniform(listing, items ?? []) ? OTHERS : 0);
  const add = async (optional: 'all' | 'required', count: number): Promise<number> => {
    let made = 0;
    for (let at = 0; at < count; at += 1)
      if ((await caseContext.fixtures.create(caseContext, listing.resource, optional, path)).proven) made += 1;
    return made;
  };
  const made = await add('all', missing);
  // A service may refuse what the document allows to be sent together.
  if (made === 0 && missing > 0) await add('required', missing);
  if (made === 0 || !isFiltered(listing)) return;
  // A list that shows only open items by default hides those that were created closed.
  const again = await listOnce(caseContext, listing, {});
  if (typeof again === 'string' || !isSuccess(again.result)) return;
  await add('required', ENOUGH - (itemsOf(again.result.exchange, listing.list)?.length ?? ENOUGH));
}

/** Whether a filter of a list has a default, so that a request without it does not show all items. */
function isFiltered({ operation, list }: Listing): boolean {
  const filters = new Set(list.filters.map(({ parameter }) => parameter));
  return operation.parameters.some(
    ({ in: place, name, schema }) =>
      place === 'query' && filters.has(name) && typeof schema === 'object' && schema.default !== undefined,
  );
}

/** Items that are added although there are enough, if all of them have the same value for some filter. */
const OTHERS = 2;

/** Whether all items that have the property of some filter have the same value there. */
function isUniform({ list }: Listing, items: readonly Json[]): boolean {
  return [...list.filters, ...(list.parts ?? [])].some(({ pointer }) => {
    const values = items.flatMap((item) => filteredAt(item, pointer) ?? []);
    return new Set(values.map(String)).size < 2;
  });
}

import { type CaseContext, isSuccess } from '../model/case-context.ts';
import { itemsOf, type Listing, listOnce, type PageWalk, walk } from './list-walk.ts';

/** Items that a collection should have before its pages are compared. */
const ENOUGH = 5;
/** Pages that are read to get the whole collection. */
export const MOST_PAGES = 30;

/** A list of which several reads are compared while no other case changes the data. */
export interface ReadCollection extends Listing {
  /** Creates items until there are enough for several pages, if the run may write. */
  grow(stage: CaseContext): Promise<void>;
  /** All items after `grow`, read once for all cases. */
  whole(stage: CaseContext): Promise<PageWalk>;
}

export function collectionOf(listing: Listing, mayCreate: boolean): ReadCollection {
  const { id } = listing.operation;
  const grow = (stage: CaseContext): Promise<void> =>
    mayCreate ? stage.fixtures.once(stage, `grow/${id}`, () => grown(stage, listing)) : Promise.resolve();
  return {
    ...listing,
    grow,
    whole: (stage) =>
      stage.fixtures.once(stage, `whole/${id}`, async () => {
        await grow(stage);
        return walk(stage, listing, { most: MOST_PAGES });
      }),
  };
}

async function grown(stage: CaseContext, listing: Listing): Promise<void> {
  const first = await listOnce(stage, listing, {});
  if (typeof first === 'string' || !isSuccess(first.exchanged)) return;
  const there = itemsOf(first.exchanged.seen, listing.list)?.length ?? ENOUGH;
  for (let count = there; count < ENOUGH; count += 1) await stage.fixtures.create(stage, listing.resource, 'all');
}

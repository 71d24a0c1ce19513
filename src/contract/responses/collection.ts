import { itemsOf, type Listing, listOnce, type Walk, walk } from './list-walk.ts';
import { isSuccess, type Stage } from '../model/case-context.ts';

/** Items that a collection should have before its pages say anything. */
const ENOUGH = 5;
/** Pages that are read to know what there is. */
export const MOST_PAGES = 30;

/** A list of which several reads are compared, on data that nobody changes meanwhile. */
export interface Collection extends Listing {
  /** Adds items until there are enough to tell pages apart, where we may. */
  grow(stage: Stage): Promise<void>;
  /** All its items once it has grown, read once for all who compare with them. */
  whole(stage: Stage): Promise<Walk>;
}

export function collectionOf(listing: Listing, mayCreate: boolean): Collection {
  const { id } = listing.operation;
  const grow = (stage: Stage): Promise<void> =>
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

async function grown(stage: Stage, listing: Listing): Promise<void> {
  const first = await listOnce(stage, listing, {});
  if (typeof first === 'string' || !isSuccess(first.exchanged)) return;
  const there = itemsOf(first.exchanged.seen, listing.list)?.length ?? ENOUGH;
  for (let count = there; count < ENOUGH; count += 1) await stage.fixtures.create(stage, listing.resource, 'all');
}

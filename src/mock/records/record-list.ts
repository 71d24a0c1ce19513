import { type Json, StandinError } from '../../core/index.ts';
import { compareJson, type Entity, getterOf, testOf, type World } from '../../state/index.ts';
import { mentions } from '../facts/list-filter.ts';
import type { RecordPage, RecordQuery, StoredRecord } from '../model/record-editor.ts';

/** The records of a resource in a world. */
export interface RecordShelf {
  readonly world: World;
  readonly collections: readonly string[];
  readonly shown: (collection: string, entity: Entity) => StoredRecord;
}

interface LocatedRecord {
  readonly collection: string;
  readonly entity: Entity;
}

/** What a walk over the records has found. */
interface FoundRecords {
  /** The first, in the order that was asked for. */
  readonly first: readonly LocatedRecord[];
  readonly total: number;
  readonly searched: number;
}

/** Up to so many records the store puts them in order at once, and keeps an index. */
const SMALL = 10_000;
/** Records that are looked at before other requests have their turn. */
const SLICE = 2_000;
/** So many of what a walk has found are kept: the pages that people turn to. */
const KEPT = 2_000;
/** Putting more than this in order would keep other requests waiting. */
const MOST_IN_ORDER = 20_000;
const MOST_WALKS = 20;

/**
 * Lists records. A large collection that is filtered, searched or put in order is walked through in slices, so that other requests are answered
 * meanwhile. What a walk has found is kept until the collection changes, so only the first page of a question costs a walk.
 */
export function createRecordList(): (shelf: RecordShelf, query: RecordQuery) => Promise<RecordPage> {
  const walks = new WeakMap<World, Map<string, { readonly version: number; readonly found: FoundRecords }>>();
  return async (shelf, query) => {
    const { world, collections, shown } = shelf;
    const { where = [], order = [], search, within, offset, limit } = query;
    const { version, size } = await measure(shelf);
    const [only] = collections;
    const isPlain = search === undefined && collections.length <= 1;
    if (isPlain && (size <= SMALL || where.length + order.length === 0)) {
      const page = await world.read((tx) => tx.collection(only ?? '').query({ where, order, offset, limit }));
      return { records: page.entities.map((entity) => shown(only ?? '', entity)), total: page.total };
    }
    const known = walks.get(world) ?? new Map<string, { readonly version: number; readonly found: FoundRecords }>();
    walks.set(world, known);
    const name = JSON.stringify([collections[0], where, order, search, within]);
    const last = known.get(name);
    const most = Math.min(size, Math.max(KEPT, offset + limit));
    const isKnown = last?.version === version && last.found.first.length >= Math.min(most, last.found.total);
    const found = isKnown ? last.found : await walkRecords(shelf, query, most);
    if (known.size >= MOST_WALKS) known.clear();
    known.set(name, { version, found });
    const page = found.first.slice(offset, offset + limit);
    const records = page.map(({ collection, entity }) => shown(collection, entity));
    const { total, searched } = found;
    return { records, total, ...(search === undefined ? {} : { searched, searchable: size }) };
  };
}

/** How many records there are, and a number that no other state of them has. */
async function measure({ world, collections }: RecordShelf): Promise<{ version: number; size: number }> {
  let version = 0;
  let size = 0;
  for (const [at, name] of collections.entries()) {
    const one = await world.read((tx) => {
      const collection = tx.collection(name);
      return { version: collection.version, size: collection.count() };
    });
    version += one.version;
    size += one.size;
    if (at % SLICE === SLICE - 1) await nextTurn();
  }
  return { version, size };
}

async function walkRecords(
  { world, collections }: RecordShelf,
  query: RecordQuery,
  most: number,
): Promise<FoundRecords> {
  const { where = [], order = [], search, within = Number.POSITIVE_INFINITY } = query;
  if (order.length > 0 && most > MOST_IN_ORDER)
    throw new StandinError('usage', `A large list is put in order up to record ${MOST_IN_ORDER}.`, {
      hint: 'Reverse the order, or filter.',
    });
  const passes = conditionOf(where, search);
  const selection = createSelection(order, most);
  let searched = 0;
  let total = 0;
  for (const collection of collections) {
    for (let size = 1, offset = 0; offset < size && searched < within; offset += SLICE) {
      const limit = Math.min(SLICE, within - searched);
      const slice = await world.read((tx) => tx.collection(collection).query({ offset, limit }));
      size = slice.total;
      searched += slice.entities.length;
      for (const entity of slice.entities) {
        if (!passes(entity.value)) continue;
        total += 1;
        selection.add({ collection, entity });
      }
      await nextTurn();
    }
  }
  return { first: selection.first(), total, searched };
}

function conditionOf(where: NonNullable<RecordQuery['where']>, search: string | undefined): (value: Json) => boolean {
  const fits = testOf(where);
  const words = search?.toLowerCase();
  return words === undefined ? fits : (value) => fits(value) && mentions(value, words);
}

interface Selection {
  add(record: LocatedRecord): void;
  first(): readonly LocatedRecord[];
}

/** The first so many in an order, of any number that are added. What is equal stays as it came. */
function createSelection(order: NonNullable<RecordQuery['order']>, most: number): Selection {
  const columns = order.map(({ pointer, descending }) => ({ get: getterOf(pointer), sign: descending ? -1 : 1 }));
  const compare = (a: LocatedRecord, b: LocatedRecord): number => {
    for (const { get, sign } of columns) {
      const difference = compareJson(get(a.entity.value), get(b.entity.value));
      if (difference !== 0) return difference * sign;
    }
    return 0;
  };
  const best: LocatedRecord[] = [];
  let last: LocatedRecord | undefined;
  const shorten = (): void => {
    best.sort(compare);
    best.splice(most);
    last = best.length < most ? undefined : best.at(-1);
  };
  return {
    add(record) {
      if (last !== undefined && compare(record, last) >= 0) return;
      best.push(record);
      if (best.length >= 2 * most) shorten();
    },
    first() {
      shorten();
      return best;
    },
  };
}

/** After the requests that have come meanwhile. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

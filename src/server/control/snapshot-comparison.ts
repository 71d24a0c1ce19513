import type { Json, JsonObject } from '../../core/index.ts';
import type { Snapshot } from '../../mock/index.ts';
import { jsonEquals } from '../../wire/index.ts';

/** The records that only one of two snapshots has, and those that differ, by collection. */
export function compareSnapshots(before: Json, after: Json): JsonObject {
  const [old, fresh] = [recordsIn(before), recordsIn(after)];
  const names = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const collections = names.flatMap((name) => {
    const compared = comparedRecords(old.get(name) ?? new Map(), fresh.get(name) ?? new Map());
    return Object.values(compared).some((list) => list.length > 0) ? [[name, compared] as const] : [];
  });
  return { collections: Object.fromEntries(collections) };
}

type Records = ReadonlyMap<string, Json>;

function recordsIn(snapshot: Json): ReadonlyMap<string, Records> {
  // Snapshots come from a store.
  const { collections } = snapshot as unknown as Snapshot;
  return new Map(
    Object.entries(collections).map(([name, { entities }]) => [
      name,
      new Map(entities.map(([key, value]) => [key, value] as const)),
    ]),
  );
}

function comparedRecords(before: Records, after: Records): Record<'added' | 'changed' | 'gone', readonly JsonObject[]> {
  const added = [...after].filter(([key]) => !before.has(key)).map(([address, value]) => ({ address, value }));
  const gone = [...before].filter(([key]) => !after.has(key)).map(([address, value]) => ({ address, value }));
  const changed = [...after].flatMap(([address, value]) => {
    const old = before.get(address);
    return old === undefined || jsonEquals(old, value) ? [] : [{ address, before: old, after: value }];
  });
  return { added, changed, gone };
}

import type { Json, JsonObject } from '../../src/core/index.ts';
import type { Condition, Query } from '../../src/state/index.ts';

/** The plainest store that keeps the contract: every engine is compared with it. */
export interface ModelCollection {
  readonly entities: Map<string, { readonly value: Json; readonly version: number }>;
}

export interface ModelWorld {
  collections: Map<string, ModelCollection>;
  records: Map<string, Json>;
}

export const emptyWorld = (): ModelWorld => ({ collections: new Map(), records: new Map() });

export const copyOf = ({ collections, records }: ModelWorld): ModelWorld => ({
  collections: new Map([...collections].map(([name, { entities }]) => [name, { entities: new Map(entities) }])),
  records: new Map(records),
});

export function collectionIn(world: ModelWorld, name: string): ModelCollection {
  const known = world.collections.get(name);
  if (known !== undefined) return known;
  const made = { entities: new Map() };
  world.collections.set(name, made);
  return made;
}

export function putIn(world: ModelWorld, name: string, key: string, value: Json): number {
  const { entities } = collectionIn(world, name);
  const version = (entities.get(key)?.version ?? 0) + 1;
  entities.set(key, { value, version });
  return version;
}

export function queryIn(world: ModelWorld, name: string, { where = [], order = [], offset = 0, limit }: Query) {
  const all = [...collectionIn(world, name).entities].map(([key, { value, version }]) => ({ key, value, version }));
  const matching = all.filter(({ value }) => where.every((condition) => holds(value, condition)));
  for (const { pointer, descending } of [...order].reverse()) {
    matching.sort((a, b) => compare(at(a.value, pointer), at(b.value, pointer)) * (descending ? -1 : 1));
  }
  return { entities: matching.slice(offset, limit === undefined ? undefined : offset + limit), total: matching.length };
}

function at(value: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>(
      (here, step) =>
        typeof here === 'object' && here !== null && Object.hasOwn(here, step) ? (here as JsonObject)[step] : undefined,
      value,
    );
}

function holds(value: Json, { pointer, op, value: wanted }: Condition): boolean {
  const found = at(value, pointer);
  if (found === undefined) return false;
  switch (op) {
    case 'equals':
      return compare(found, wanted) === 0;
    case 'in':
      return (wanted as Json[]).some((each) => compare(found, each) === 0);
    case 'contains':
      return Array.isArray(found)
        ? found.some((each) => compare(each, wanted) === 0)
        : typeof found === 'string' && found.toLowerCase().includes(String(wanted).toLowerCase());
    case 'min':
      return bounded(found, wanted) && compare(found, wanted) >= 0;
    case 'max':
      return bounded(found, wanted) && compare(found, wanted) <= 0;
    case 'above':
      return bounded(found, wanted) && compare(found, wanted) > 0;
    case 'below':
      return bounded(found, wanted) && compare(found, wanted) < 0;
  }
}

const bounded = (a: Json, b: Json): boolean => [2, 3, 4].includes(rank(a)) && rank(a) === rank(b);

const rank = (value: Json | undefined): number =>
  value === undefined
    ? 0
    : value === null
      ? 1
      : ({ boolean: 2, number: 3, bigint: 3, string: 4 }[typeof value as string] ?? (Array.isArray(value) ? 5 : 6));

function compare(a: Json | undefined, b: Json | undefined): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (rank(a) < 5) return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
  const left = flat(a as Json);
  const right = flat(b as Json);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = compare(left[i], right[i]);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** An object as its sorted names and then its values: objects of unlike names differ before any value is looked at. */
function flat(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  const names = Object.keys(value as JsonObject).sort();
  return [names, ...names.map((name) => (value as JsonObject)[name] as Json)];
}

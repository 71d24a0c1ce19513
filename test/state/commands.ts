import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import type { Collection, Query, Snapshot, Store, Transaction, World } from '../../src/state/index.ts';
import { collectionIn, copyOf, emptyWorld, type ModelWorld, putIn, queryIn } from './model.ts';

export interface Model {
  worlds: Map<string, ModelWorld>;
  snapshots: Map<string, { world: ModelWorld; snapshot: Snapshot }>;
  /** Ids given since the last reset or restore, by world and collection. */
  given: Map<string, Set<bigint>>;
  /** Those of them that were given in a transaction which came to nothing: a process that begins anew knows nothing of them. */
  loose: Map<string, Set<bigint>>;
  /** The latest version of each collection that was seen, and what it held. */
  versions: Map<string, { readonly version: number; readonly state: string }>;
}

export const emptyModel = (): Model => ({
  worlds: new Map(),
  snapshots: new Map(),
  given: new Map(),
  loose: new Map(),
  versions: new Map(),
});

/** What every world starts with; the seed that the stores under test are given. */
export async function seed(tx: Transaction): Promise<void> {
  for (const [key, value] of SEEDS) await tx.collection('pets').put(key, value);
  await tx.collection('pets').reserve(3n);
  await tx.setRecord('starting-state', 'default');
}

const SEEDS: readonly (readonly [string, Json])[] = [
  ['1', { id: 1, name: 'Rex', status: 'available', tags: ['old', 'big'] }],
  ['2', { id: 2, name: 'Tom', status: 'sold', tags: [] }],
  ['3', { id: 3, name: 'Ada', status: 'available' }],
];

function seededWorld(): ModelWorld {
  const world = emptyWorld();
  for (const [key, value] of SEEDS) putIn(world, 'pets', key, value);
  world.records.set('starting-state', 'default');
  return world;
}

function worldIn(model: Model, name: string): ModelWorld {
  let world = model.worlds.get(name);
  if (world === undefined) {
    world = seededWorld();
    model.worlds.set(name, world);
  }
  return world;
}

type Step =
  | { kind: 'put'; collection: string; key: string; value: Json }
  | { kind: 'delete'; collection: string; key: string }
  | { kind: 'get'; collection: string; key: string }
  | { kind: 'count'; collection: string }
  | { kind: 'query'; collection: string; query: Query }
  | { kind: 'nextId'; collection: string }
  | { kind: 'reserve'; collection: string; id: bigint }
  | { kind: 'record'; name: string; value: Json | undefined };

type End = 'commit' | 'refuse' | 'throw';

/** A store that can be left and opened again. */
export interface Real extends Store {
  reopen(how: Ending): Promise<void>;
}

/** How a process leaves its store: in order, or all of a sudden. */
export type Ending = 'restart' | 'crash';

type AsyncCommand = fc.AsyncCommand<Model, Real>;

const command = (text: string, run: (model: Model, store: Real) => Promise<void>): AsyncCommand => ({
  check: () => true,
  run,
  toString: () => text,
});

const show = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));

const transaction = (name: string, steps: readonly Step[], end: End): AsyncCommand =>
  command(`transaction(${name}, ${show(steps)}, ${end})`, async (model, store) => {
    let draft = copyOf(worldIn(model, name));
    const before = new Map([...model.given].map(([key, ids]) => [key, new Set(ids)]));
    const world = await store.world(name);
    const run = async (): Promise<string> =>
      world.transaction(
        async (tx) => {
          // An engine may run it again.
          draft = copyOf(worldIn(model, name));
          model.given.clear();
          for (const [key, ids] of before) model.given.set(key, new Set(ids));
          for (const step of steps) await perform(tx, step, draft, model, name);
          if (end === 'throw') throw new Error('wanted');
          return end;
        },
        (result) => result === 'commit',
      );
    if (end === 'throw') await expect(run()).rejects.toThrow('wanted');
    else expect(await run()).toBe(end);
    if (end === 'commit') model.worlds.set(name, draft);
    else loosen(model, name, before);
    await compareWorld(model, name, world);
  });

async function perform(tx: Transaction, step: Step, draft: ModelWorld, model: Model, name: string): Promise<void> {
  if (step.kind === 'record') {
    await tx.setRecord(step.name, step.value);
    if (step.value === undefined) draft.records.delete(step.name);
    else draft.records.set(step.name, step.value);
    expect(await tx.record(step.name)).toEqual(draft.records.get(step.name));
    return;
  }
  const collection = tx.collection(step.collection);
  const { entities } = collectionIn(draft, step.collection);
  switch (step.kind) {
    case 'count':
      expect(await collection.count()).toBe(entities.size);
      return;
    case 'put': {
      const version = putIn(draft, step.collection, step.key, step.value);
      expect(await collection.put(step.key, step.value)).toMatchObject({ key: step.key, value: step.value, version });
      return;
    }
    case 'delete':
      expect(await collection.delete(step.key)).toBe(entities.delete(step.key));
      return;
    case 'get':
      expect(plain(await collection.get(step.key))).toEqual(
        entities.has(step.key) ? { key: step.key, ...entities.get(step.key) } : undefined,
      );
      return;
    case 'query': {
      const result = await collection.query(step.query);
      expect({ total: result.total, entities: result.entities.map(plain) }).toEqual(
        queryIn(draft, step.collection, step.query),
      );
      return;
    }
    case 'nextId': {
      const given = givenIn(model, name, step.collection);
      const id = await collection.nextId();
      expect(given).not.toContain(id);
      given.add(id);
      return;
    }
    case 'reserve':
      await collection.reserve(step.id);
      givenIn(model, name, step.collection).add(step.id);
  }
}

function givenIn(model: Model, world: string, collection: string): Set<bigint> {
  const key = `${world} ${collection}`;
  const given = model.given.get(key) ?? new Set(collection === 'pets' ? [1n, 2n, 3n] : []);
  model.given.set(key, given);
  return given;
}

function loosen(model: Model, world: string, before: ReadonlyMap<string, ReadonlySet<bigint>>): void {
  for (const [key, ids] of model.given) {
    if (!key.startsWith(`${world} `)) continue;
    const fresh = [...ids].filter((id) => !before.get(key)?.has(id));
    model.loose.set(key, new Set([...(model.loose.get(key) ?? []), ...fresh]));
  }
}

const reopen = (how: Ending): AsyncCommand =>
  command(how, async (model, store) => {
    await store.reopen(how);
    for (const [key, ids] of model.loose) for (const id of ids) model.given.get(key)?.delete(id);
    model.loose.clear();
    for (const name of model.worlds.keys()) await compareWorld(model, name, await store.world(name));
  });

function forgetGiven(model: Model, world: string): void {
  for (const all of [model.given, model.loose])
    for (const key of all.keys()) if (key.startsWith(`${world} `)) all.delete(key);
}

export const plain = <T extends { key: string; value: Json; version: number }>(entity: T | undefined) =>
  entity === undefined ? undefined : { key: entity.key, value: entity.value, version: entity.version };

/** The whole world as readers see it, and the law that one version of a collection never names two states. */
async function compareWorld(model: Model, name: string, world: World): Promise<void> {
  const expected = worldIn(model, name);
  for (const collection of COLLECTIONS) {
    const reader = <T>(look: (there: Collection) => T) => world.read((tx) => look(tx.collection(collection)));
    const { entities, total } = await reader((there) => there.query({}));
    const seen = entities.map(plain);
    expect(seen).toEqual(queryIn(expected, collection, {}).entities);
    expect(total).toBe(seen.length);
    expect(await reader((there) => there.count())).toBe(seen.length);
    for (const key of KEYS) {
      expect(plain(await reader((there) => there.get(key)))).toEqual(seen.find((each) => each?.key === key));
    }
    for (const query of STANDING_QUERIES) {
      const result = await reader((there) => there.query(query));
      expect({ total: result.total, entities: result.entities.map(plain) }).toEqual(
        queryIn(expected, collection, query),
      );
    }
    compareVersion(
      model,
      `${name} ${collection}`,
      await reader((there) => there.version),
      `${world.epoch} ${show(seen)}`,
    );
  }
  for (const record of RECORDS)
    expect(await world.read((tx) => tx.record(record))).toEqual(expected.records.get(record));
}

/** Asked after every step: an index that is made once has to be kept up from then on. */
const STANDING_QUERIES: readonly Query[] = [
  {
    where: [{ pointer: '/status', op: 'equals', value: 'available' }],
    order: [{ pointer: '/name', descending: true }],
  },
  { where: [{ pointer: '/name', op: 'in', value: ['a', 'b', 1, 'a'] }] },
  { order: [{ pointer: '/name', descending: false }], offset: 1, limit: 2 },
];

/** A version never goes back, and stays only while everything stays. */
function compareVersion(model: Model, collection: string, version: number, state: string): void {
  const before = model.versions.get(collection);
  if (before !== undefined && before.state === state) expect(version).toBeGreaterThanOrEqual(before.version);
  else if (before !== undefined) expect(version).toBeGreaterThan(before.version);
  model.versions.set(collection, { version, state });
}

const reset = (name: string): AsyncCommand =>
  command(`reset(${name})`, async (model, store) => {
    const world = await store.world(name);
    const before = world.epoch;
    await world.reset();
    expect(world.epoch).toBe(before + 1);
    model.worlds.set(name, seededWorld());
    forgetGiven(model, name);
    await compareWorld(model, name, world);
  });

const snapshot = (name: string, as: string): AsyncCommand =>
  command(`snapshot(${name}, ${as})`, async (model, store) => {
    const taken = await (await store.world(name)).snapshot();
    model.snapshots.set(as, { world: copyOf(worldIn(model, name)), snapshot: taken });
  });

const restore = (name: string, as: string): AsyncCommand =>
  command(`restore(${name}, ${as})`, async (model, store) => {
    const kept = model.snapshots.get(as);
    if (kept === undefined) return;
    const world = await store.world(name);
    await world.restore(kept.snapshot);
    model.worlds.set(name, copyOf(kept.world));
    forgetGiven(model, name);
    await compareWorld(model, name, world);
    expect(sorted(await world.snapshot())).toEqual(sorted(kept.snapshot));
  });

/** A snapshot without the order in which its collections are listed. */
export const sorted = ({ collections, records }: Snapshot) => ({
  collections: Object.fromEntries(
    Object.entries(collections)
      .filter(([, { nextId, entities }]) => entities.length > 0 || nextId !== '1')
      .sort(),
  ),
  records: { ...records },
});

const drop = (name: string): AsyncCommand =>
  command(`drop(${name})`, async (model, store) => {
    await store.world(name);
    expect(await store.drop(name)).toBe(true);
    expect(await store.drop(name)).toBe(false);
    model.worlds.delete(name);
    forgetGiven(model, name);
    for (const key of model.versions.keys()) if (key.startsWith(`${name} `)) model.versions.delete(key);
  });

export const COLLECTIONS = ['pets', 'users/1/orders', '__proto__'];
const RECORDS = ['starting-state', 'overrides', '__proto__'];
const KEYS = ['1', '2', '3', '4', '9007199254740993', 'a/b', '__proto__', 'ключ', 'a\u0000b', '\ud800', '\u0001', ''];

const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, 2, 'a', 'b', 'B', 'ab', '1', '', '\ue000', '\u{1f600}'),
  fc.constantFrom<Json>(9007199254740993n, 9007199254740992n, -9223372036854775808n, 1e300, 5e-324),
);
const entity = fc.record(
  {
    name: scalar,
    status: fc.constantFrom('available', 'sold'),
    tags: fc.array(scalar, { maxLength: 2 }),
    owner: fc.record({ id: scalar }),
  },
  { requiredKeys: [] },
);
const pointer = fc.constantFrom('/name', '/status', '/tags', '/owner/id', '/nothing');
const condition = fc.oneof(
  fc.record({
    pointer,
    op: fc.constantFrom('equals' as const),
    value: fc.oneof(scalar, fc.constantFrom('available', 'sold')),
  }),
  fc.record({
    pointer,
    op: fc.constantFrom(
      'equals' as const,
      'contains' as const,
      'min' as const,
      'max' as const,
      'above' as const,
      'below' as const,
    ),
    value: scalar,
  }),
  fc.record({ pointer, op: fc.constantFrom('equals' as const), value: fc.array(scalar, { maxLength: 2 }) }),
  fc.record({ pointer, op: fc.constantFrom('in' as const), value: fc.array(scalar, { maxLength: 4 }) }),
);
const query: fc.Arbitrary<Query> = fc.record(
  {
    where: fc.array(condition, { maxLength: 2 }),
    order: fc.array(fc.record({ pointer, descending: fc.boolean() }), { maxLength: 2 }),
    offset: fc.nat(3),
    limit: fc.nat(3),
  },
  { requiredKeys: [] },
);

const collection = fc.constantFrom(...COLLECTIONS);
const key = fc.constantFrom(...KEYS);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), collection, key, value: entity }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), collection, key }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('get' as const), collection, key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('count' as const), collection }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('query' as const), collection, query }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('nextId' as const), collection }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      collection,
      id: fc.constantFrom(1n, 7n, 9007199254740993n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      name: fc.constantFrom(...RECORDS),
      value: fc.option(entity, { nil: undefined }),
    }),
  },
);

const world = fc.constantFrom('default', 'other');
const name = fc.constantFrom('first', 'second');

/** `endings`: what the engine outlives. */
export const commandsFor = (endings: readonly Ending[]): fc.Arbitrary<Iterable<AsyncCommand>> =>
  fc.commands(
    [
      ...endings.map((how) => fc.constant(reopen(how))),
      fc
        .tuple(world, fc.array(step, { maxLength: 6 }), fc.constantFrom<End>('commit', 'commit', 'refuse', 'throw'))
        .map(([at, steps, end]) => transaction(at, steps, end)),
      fc.tuple(world, fc.array(step, { maxLength: 6 })).map(([at, steps]) => transaction(at, steps, 'commit')),
      world.map(reset),
      fc.tuple(world, name).map(([at, as]) => snapshot(at, as)),
      fc.tuple(world, name).map(([at, as]) => restore(at, as)),
      fc.constant(drop('other')),
    ],
    { maxCommands: 20 },
  );

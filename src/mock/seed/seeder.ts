import { type Json, type JsonObject, StandinError } from '../../core/index.ts';
import { createFake, drawnBy } from '../../generation/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Schema } from '../../spec/index.ts';
import { andThen, type Eventually, isPromise, type Transaction, type World } from '../../state/index.ts';
import { parsePointer, valueAt } from '../../wire/index.ts';
import { drawnEntity } from '../entity/entity.ts';
import { wasDeleted } from '../facts/deleted-entities.ts';
import { drawnAround } from '../fields/draw.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, Seed } from '../model/context.ts';
import type { Seeding, StartingState } from '../model/mocks.ts';
import { asObject } from '../model/object.ts';
import { REFERENCE_INSTANT } from '../model/options.ts';
import { type EntityPlace, homeOf, keyOf, placeOf } from '../model/place.ts';
import type { Child, ShownChild } from '../model/shown-child.ts';
import { isShared } from '../relations/children.ts';
import { countedBy } from '../relations/counted-references.ts';
import { type RecordFinder, type RecordWithValue, withNamedRecords } from './named-records.ts';
import { withFreeOtherIds } from './other-ids.ts';
import { recordsOver } from './records.ts';
import { isFirstScope, references, scopesOf, withDeepReferences, withLineReferences } from './seeds.ts';
import { asSubtype } from './subtype-seeds.ts';

/** Whether a place begins with seeds. */
export type Begins = (tx: Transaction) => boolean;

/** Lays data into worlds: whole starting states, or the seeds of a resource on first use. */
export interface Seeder {
  /**
   * The content of every new world: the mocks' `default` starting state, if there is one, and the given
   * data.
   */
  base(tx: Transaction): Eventually<void>;
  /**
   * Lays the seeds of a place unless they were laid. `begins`: whether it has any (a place that a client
   * created begins empty). `related` also lays those of all resources that its entities refer to.
   * Afterwards it costs one lookup in a set.
   */
  ensure(world: World, place: EntityPlace, begins: Begins, related?: boolean): Eventually<void>;
  /**
   * Whether seeds were certainly laid, at the cost of a lookup: of the place, or of everything if `more` is
   * read.
   */
  isReady(world: World, place: EntityPlace | undefined, more: boolean): boolean;
  readonly startingStates: readonly { readonly name: string; readonly description: string }[];
  /** Throws `starting-state.unknown`. */
  startingState(name: string): (tx: Transaction) => Eventually<void>;
}

/** Key of the world record that a place has its seeds; `seeded/*` stands for all. */
const EVERYWHERE = 'seeded/*';

/** Key of the world record with the seed and document that drew its seeds. */
const DRAWN_BY = 'drawn-by';

function markOf(place: EntityPlace): string {
  return `seeded/${place.collection}|${place.prefix ?? '*'}`;
}

export function markSeeded(tx: Transaction, place: EntityPlace): void {
  tx.setRecord(markOf(place), true);
}

/** What is known to be laid in a world. */
interface LaidSeeds {
  readonly epoch: number;
  readonly marks: Set<string>;
  /** Resources without a parent whose seeds are complete. */
  readonly whole: Set<Resource>;
  everywhere: boolean;
}

const MOST_MARKS_KEPT = 10_000;
const MOST_RELATED = 40;

export function createSeeder(mock: MockContext, initial: (tx: Transaction) => void): Seeder {
  const { mocks } = mock;
  const done = new WeakMap<World, LaidSeeds>();

  const doneIn = (world: World): LaidSeeds => {
    let known = done.get(world);
    if (known === undefined || known.epoch !== world.epoch || known.marks.size >= MOST_MARKS_KEPT) {
      known = { epoch: world.epoch, marks: new Set(), whole: new Set(), everywhere: false };
      done.set(world, known);
    }
    return known;
  };

  function ensure(world: World, place: EntityPlace, begins: Begins): Eventually<void> {
    const known = doneIn(world);
    const mark = markOf(place);
    if (known.everywhere || known.marks.has(mark)) return;
    const note = (everywhere: boolean): void => {
      if (everywhere) known.everywhere = true;
      else known.marks.add(mark);
      if (place.prefix === '' && place.resource.parent === undefined) known.whole.add(place.resource);
    };
    const found = world.read((tx) => ({
      everywhere: tx.record(EVERYWHERE) === true,
      here: tx.record(mark) === true,
    }));
    return andThen(found, ({ everywhere, here }) => {
      if (everywhere || here) return note(everywhere);
      const laying = world.transaction((tx) => {
        const places = !begins(tx) ? [] : place.prefix === undefined ? scopesOf(mock, place) : [place];
        return laidAll(mock, tx, places, place);
      });
      return andThen(laying, () => note(false));
    });
  }

  return {
    base(tx) {
      const start = mocks.startingStates?.['default'];
      return andThen(start === undefined ? undefined : lay(mock, start, tx), () => initial(tx));
    },
    isReady(world, place, more) {
      const known = doneIn(world);
      return known.everywhere || (!more && place?.prefix === '' && known.whole.has(place.resource));
    },
    ensure(world, place, begins, related) {
      const own = ensure(world, homeOf(place), begins);
      if (related !== true) return own;
      const others = (): Eventually<void> =>
        inTurn(relatedPlaces(mock, place.resource), (there) => ensure(world, there, () => true));
      return andThen(own, others);
    },
    ...startingStatesOf(mock),
  };
}

/** Works on items one after the other. Returns a promise only if one of them does. */
export function inTurn<T>(list: readonly T[], work: (each: T) => Eventually<void>): Eventually<void> {
  for (const [index, each] of list.entries()) {
    const done = work(each);
    if (isPromise(done)) return done.then(() => inTurn(list.slice(index + 1), work));
  }
}

function laidAll(mock: MockContext, tx: Transaction, places: readonly EntityPlace[], target: EntityPlace): void {
  for (const place of places) {
    if (tx.record(markOf(place)) === true) continue;
    laySeeds(mock, tx, place);
  }
  markSeeded(tx, target);
}

function laySeeds(mock: MockContext, tx: Transaction, place: EntityPlace): void {
  markSeeded(tx, place);
  tx.setRecord(DRAWN_BY, drawnBy());
  const collection = tx.collection(place.collection);
  // Examples, and their ids, are used for one record of a collection only.
  const shows = place.prefix === '' || isFirstScope(mock, place);
  const recordOf = recordsIn(mock, tx);
  for (const [index, seed] of mock.seedsOf(place).entries()) {
    const { id, known, same } = seed;
    const key = (place.prefix ?? '') + id;
    if (collection.get(key) !== undefined) continue;
    const entity = laidSeed(mock, place, seed, { examples: index === 0 && shows, recordOf });
    const given = same === undefined ? known : entity;
    collection.put(key, withFreeOtherIds(mock, place, collection, { key, value: entity, given }));
    if (/^\d{1,18}$/.test(id)) collection.reserve(BigInt(id));
  }
}

/** Whether a seed shows examples, and what finds the records that it names; without it, they are not shown. */
interface Drawing {
  readonly examples: boolean;
  readonly recordOf: RecordFinder | undefined;
}

/**
 * The records of a world by their ids: as they are stored, or as their seeds will be. Each seed is drawn once.
 */
export function recordsIn(mock: MockContext, tx: Transaction): RecordFinder {
  const drawn = new Map<string, JsonObject | undefined>();
  return (place, id) => {
    const key = (place.prefix ?? '') + id;
    const stored = tx.collection(place.collection).get(key);
    if (stored !== undefined) return asObject(stored.value);
    if (tx.record(markOf(place)) === true || wasDeleted(place, key, tx) || place.prefix !== '') return undefined;
    const name = `${place.collection}/${key}`;
    if (!drawn.has(name)) {
      const seeds = mock.seedsOf(place);
      const index = seeds.findIndex((each) => each.id === id);
      const seed = seeds[index];
      const options = { examples: index === 0, recordOf: undefined };
      drawn.set(name, seed === undefined ? undefined : seedEntity(mock, place, seed, options));
    }
    return drawn.get(name);
  };
}

/** Finds the only record of a place, stored or to be seeded, with a value: the image that is called `debian-12`. */
export function recordCalledIn(mock: MockContext, tx: Transaction): RecordWithValue {
  const recordOf = recordsIn(mock, tx);
  return (place, property, value) => {
    const where = [{ pointer: pointerTo(property), op: 'equals', value }] as const;
    const stored = tx
      .collection(place.collection)
      .query({ where })
      .entities.map((each) => asObject(each.value));
    if (stored.length > 0 || tx.record(markOf(place)) === true) return stored.length === 1 ? stored[0] : undefined;
    const [found, ...others] = mock.seedsOf(place).flatMap(({ id }): readonly JsonObject[] => {
      const seeded = recordOf(place, id);
      return seeded?.[property] === value ? [seeded] : [];
    });
    return others.length === 0 ? found : undefined;
  };
}

/** A seed as it is stored: the linked record itself where the link shows that. */
function laidSeed(mock: MockContext, place: EntityPlace, seed: Seed, drawing: Drawing): JsonObject {
  const { same, id } = seed;
  if (same === undefined) return seedEntity(mock, place, seed, drawing);
  const known = mock.seedsOf(same.place)[same.index]?.known ?? {};
  return seedEntity(mock, same.place, { id, known }, { ...drawing, examples: same.index === 0 });
}

function seedEntity(
  mock: MockContext,
  place: EntityPlace,
  { id, known }: Seed,
  { examples, recordOf }: Drawing,
): JsonObject {
  // References that the path decides are not drawn.
  const found = references(mock, place.resource, id).filter(
    ([pointer]) => !place.where.some((condition) => condition.pointer === pointer),
  );
  const direct = found.flatMap(([pointer, value]) => {
    const [name, ...deeper] = parsePointer(pointer) ?? [];
    return name === undefined || deeper.length > 0 ? [] : [[name, value] as const];
  });
  const key = (place.prefix ?? '') + id;
  const drawn = drawnEntity(mock, { place, key }, { ...Object.fromEntries(direct), ...known }, examples);
  const entity = asSubtype(mock, place, { id, known }, drawn);
  const referenced = withDeepReferences(mock, place.resource, entity, found);
  const entityWithLines = withLineReferences(mock, place, { entity: referenced, known });
  const named =
    recordOf === undefined
      ? entityWithLines
      : withNamedRecords(mock, place.resource, entityWithLines, { recordOf, sent: known });
  return withItsOwn(mock, place, { seed: { id, known }, recordOf }, named);
}

/** An entity with the seeds of its nested items and their number, unless its example shows them. */
function withItsOwn(
  mock: MockContext,
  { resource, prefix }: EntityPlace,
  { seed: { id, known }, recordOf }: { readonly seed: Seed } & Pick<Drawing, 'recordOf'>,
  entity: JsonObject,
): JsonObject {
  if (prefix !== '') return entity;
  const isDrawn = (name: string | undefined): name is string =>
    name !== undefined && Object.hasOwn(entity, name) && !Object.hasOwn(known, name);
  let whole = entity;
  for (const shown of mock.shownChildrenOf(resource)) {
    const { child, property, count } = shown;
    const names = [property, count].filter(isDrawn);
    const place = names.length === 0 || isShared(mock, child) ? undefined : placeWithin(mock, child, resource, id);
    const seeds = place === undefined ? [] : mock.seedsOf(place);
    if (place === undefined || seeds.length === 0) continue;
    const own = (): Json => {
      const { idsAlone, namedBy } = shown;
      if (idsAlone === true) return seeds.map((seed) => idFromText(mock, child, seed.id));
      if (namedBy !== undefined) return namingObjects({ mock, resource, place, recordOf }, { ...shown, namedBy });
      return seeds.map((seed, index) => seedEntity(mock, place, seed, { examples: index === 0, recordOf }));
    };
    const lists = names.map((name): readonly [string, Json] => [name, name === property ? own() : seeds.length]);
    const after = { ...whole, ...Object.fromEntries(lists) };
    if (mock.validator.accepts(resource.schema, after, 'response')) whole = after;
  }
  for (const { resource: counted, reference } of countedBy(mock.api, mock.model, resource)) {
    const { pointer, count } = reference;
    const place = isDrawn(count) ? placeOf(mock, counted, {}) : undefined;
    if (place?.prefix !== '' || pointer === undefined) continue;
    const named = seedsNaming(mock, place, pointer, id);
    const property = mock.fieldsOf(resource.schema).properties.get(count) ?? true;
    if (mock.validator.accepts(property, named, 'response')) whole = { ...whole, [count]: named };
  }
  return whole;
}

/** A record, and the place of the items below it. */
interface ItemsBelow extends Pick<Drawing, 'recordOf'> {
  readonly mock: MockContext;
  readonly resource: Resource;
  readonly place: EntityPlace;
}

/** Objects that name the seeds of the items below a record, with what both show. */
function namingObjects(
  { mock, resource, place, recordOf }: ItemsBelow,
  { child, property, namedBy }: ShownChild & Required<Pick<ShownChild, 'namedBy'>>,
): readonly Json[] {
  const { items = true } = mock.fieldsOf(mock.fieldsOf(resource.schema).properties.get(property ?? '') ?? true);
  return mock.seedsOf(place).flatMap((seed, index) => {
    const whole = laidSeed(mock, place, seed, { examples: index === 0, recordOf });
    const known = { ...sharedValues(mock, items, whole), [namedBy]: idFromText(mock, child, seed.id) };
    return drawnAround(mock, items, `${place.collection}/${place.prefix}${seed.id}/${property}`, { known }) ?? [];
  });
}

/** The plain values of a record that an object which names it shows as well; times and states are its own. */
export function sharedValues(mock: MockContext, schema: Schema, record: Json): JsonObject {
  const shared = [...mock.fieldsOf(schema).properties].flatMap(
    ([name, property]): readonly (readonly [string, Json])[] => {
      const value = asObject(record)[name];
      const target = mock.api.deref(property);
      const isTime = typeof target === 'object' && /^date/.test(target.format ?? '');
      if (value === undefined || typeof value === 'object' || isTime || /^(?:id|count|status|state)$/i.test(name))
        return [];
      return mock.validator.accepts(property, value, 'response') ? [[name, value]] : [];
    },
  );
  return Object.fromEntries(shared);
}

/** The number of seeds of a place whose reference at `pointer` names the record. */
function seedsNaming(mock: MockContext, place: EntityPlace, pointer: string, named: string): number {
  return mock.seedsOf(place).filter(({ id, known }) => {
    const drawn = references(mock, place.resource, id).find(([at]) => at === pointer)?.[1];
    const value = valueAt(known, pointer) ?? drawn;
    return value !== undefined && value !== null && keyOf(value) === named;
  }).length;
}

function placeWithin(mock: MockContext, child: Child, resource: Resource, id: string): EntityPlace | undefined {
  const place = placeOf(mock, child, { [child.parent.parameter]: idFromText(mock, resource, id) });
  return place?.prefix === undefined ? undefined : place;
}

/**
 * All places that a resource's entities refer to, directly or indirectly: a behaviour reads other resources
 * without laying their seeds.
 */
function relatedPlaces(mock: MockContext, from: Resource): readonly EntityPlace[] {
  const found = new Map<string, EntityPlace>();
  const waiting = [from];
  for (let resource = waiting.pop(); resource !== undefined; resource = waiting.pop()) {
    for (const other of neighbours(mock, resource)) {
      const place = found.has(other.name) ? undefined : placeOf(mock, other, {});
      if (place === undefined || found.size >= MOST_RELATED) continue;
      found.set(other.name, place);
      waiting.push(other);
    }
  }
  return [...found.values()];
}

/** Resources that this one refers to, and those that refer to it. */
function neighbours(mock: MockContext, resource: Resource): readonly Resource[] {
  return [
    ...resource.relations.flatMap((relation) => mock.model.resource(relation.resource) ?? []),
    ...mock.model.resources.filter((other) => other.relations.some((relation) => relation.resource === resource.name)),
  ];
}

function startingStatesOf(mock: MockContext): Pick<Seeder, 'startingStates' | 'startingState'> {
  const given = mock.mocks.startingStates ?? {};
  const known: Readonly<Record<string, StartingState>> = {
    empty: { description: 'No records.', seed: () => undefined },
    ...given,
  };
  return {
    startingStates: [
      ...(given['default'] === undefined
        ? [{ name: 'default', description: 'Seeded records of every resource, from examples and schemas.' }]
        : []),
      ...Object.entries(known).map(([name, { description }]) => ({ name, description })),
    ],
    startingState(name) {
      const start = Object.hasOwn(known, name) ? known[name] : undefined;
      // Without mocks, `default` lays nothing in advance: seeds are laid on first use.
      if (start === undefined && name === 'default') return () => undefined;
      if (start === undefined)
        throw new StandinError('starting-state.unknown', `There is no starting state \`${name}\`.`, {
          hint: `Starting states: ${[...new Set(['default', ...Object.keys(known)])].join(', ')}.`,
        });
      return (tx) => lay(mock, start, tx);
    },
  };
}

function lay(mock: MockContext, start: StartingState, tx: Transaction): Eventually<void> {
  return andThen(start.seed(seedingOver(mock, tx)), () => {
    tx.setRecord(EVERYWHERE, true);
    tx.setRecord(DRAWN_BY, drawnBy());
  });
}

function seedingOver(mock: MockContext, tx: Transaction): Seeding {
  const { model } = mock;
  return {
    seed: mock.options.seed,
    reference: REFERENCE_INSTANT,
    records: recordsOver(tx),
    fake: (at) => createFake({ seed: mock.options.seed, at }),
    entity: (name, id, known = {}) => {
      const resource = model.resource(name);
      const place = resource === undefined ? undefined : placeOf(mock, resource, {});
      if (place === undefined)
        throw new StandinError(
          'mocks.invalid',
          `A starting state asks for an entity of \`${name}\`, but the document has no such resource.`,
          { hint: `Resources: ${model.resources.map((each) => each.name).join(', ')}.` },
        );
      return drawnEntity(mock, { place, key: keyOf(id) }, known);
    },
  };
}

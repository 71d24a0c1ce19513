import { type Json, type JsonObject, StandinError } from '../core/index.ts';
import { createFake } from '../generation/index.ts';
import type { Resource } from '../resources/index.ts';
import type { MediaType, Operation } from '../spec/index.ts';
import type { Transaction, World } from '../state/index.ts';
import { isJson, valueAt } from '../wire/index.ts';
import {
  asObject,
  drawnEntity,
  idFromKey,
  keyOf,
  type Place,
  placeOf,
  pointerOfProperty,
  SINGLETON,
} from './entity.ts';
import type { Scenario, Seeding } from './mocks.ts';
import { answerFor, successOf } from './negotiate.ts';
import { REFERENCE_INSTANT } from './options.ts';
import type { Parts } from './parts.ts';
import { recordsOver } from './records.ts';
import { run, type Steps, wait } from './steps.ts';

/** Lays data into worlds: whole scenarios, or resource by resource when first touched. */
export interface Seeder {
  /** What every new world begins with: the mocks' `default` scenario, if there is one. */
  base(tx: Transaction): Steps<void>;
  /** Makes sure that the place has its seeds, with all that they speak of. Costs a set look-up once that is so. */
  ensure(world: World, place: Place): Steps<void>;
  readonly scenarios: readonly { readonly name: string; readonly description: string }[];
  /** Throws `scenario.unknown`. */
  scenario(name: string): (tx: Transaction) => Steps<void>;
}

/** The collection that remembers which places have been seeded; `*` stands for all. */
export const SEEDED = '$seeded';
const TOP_LEVEL_SEEDS = 10;
const NESTED_SEEDS = 3;
/** Lists of a large document hang together; seeding one touches at most this many others. */
const MOST_RELATED = 40;

export function createSeeder(parts: Parts, initial: (tx: Transaction) => Steps<void>): Seeder {
  const { mocks, model } = parts;
  const done = new WeakMap<World, { epoch: number; places: Set<string> }>();

  const seedsOf = createSeedKeys(parts);

  function* seedPlace(tx: Transaction, place: Place, budget: { left: number }): Steps<void> {
    const markers = tx.collection(SEEDED);
    if ((yield* wait(markers.get(place.collection))) !== undefined || (yield* wait(markers.get('*'))) !== undefined)
      return;
    yield* wait(markers.put(place.collection, true));
    const { resource } = place;
    const collection = tx.collection(place.collection);
    for (const { key, known } of seedsOf(place)) {
      const related = relationFields(parts, resource, key, seedsOf);
      yield* wait(collection.put(key, drawnEntity(parts, place, key, { ...related, ...known })));
      if (/^\d{1,18}$/.test(key)) yield* wait(collection.reserve(BigInt(key)));
    }
    for (const other of neighbours(parts, resource)) {
      if (budget.left <= 0) return;
      budget.left -= 1;
      yield* seedPlace(tx, placeOf(other, {}), budget);
    }
  }

  const seeding = (tx: Transaction): Seeding => ({
    seed: parts.options.seed,
    reference: REFERENCE_INSTANT,
    records: recordsOver(tx),
    fake: (at) => createFake({ seed: parts.options.seed, at }),
    entity: (name, id, known = {}) => {
      const resource = model.resource(name);
      if (resource === undefined)
        throw new StandinError(
          'mocks.invalid',
          `A scenario asks for an entity of \`${name}\`, but the document has no such resource.`,
          { hint: `Resources: ${model.resources.map((each) => each.name).join(', ')}.` },
        );
      return drawnEntity(parts, placeOf(resource, {}), keyOf(id), known);
    },
  });

  const scenarios: Readonly<Record<string, Scenario>> = {
    empty: { description: 'No data at all.', seed: () => undefined },
    ...mocks.scenarios,
  };

  function* lay(scenario: Scenario, tx: Transaction): Steps<void> {
    yield* wait(scenario.seed(seeding(tx)));
    yield* wait(tx.collection(SEEDED).put('*', true));
  }

  return {
    *base(tx) {
      if (mocks.scenarios?.['default'] !== undefined) yield* lay(mocks.scenarios['default'], tx);
      yield* initial(tx);
    },
    *ensure(world, place) {
      let known = done.get(world);
      if (known === undefined || known.epoch !== world.epoch) {
        known = { epoch: world.epoch, places: new Set() };
        done.set(world, known);
      }
      if (known.places.has(place.collection) || known.places.has('*')) return;
      const whole = (yield* wait(world.read.collection(SEEDED).get('*'))) !== undefined;
      if (!whole && (yield* wait(world.read.collection(SEEDED).get(place.collection))) === undefined) {
        yield* wait(world.transaction((tx) => run(seedPlace(tx, place, { left: MOST_RELATED }))));
      }
      known.places.add(whole ? '*' : place.collection);
    },
    scenarios: [
      ...(mocks.scenarios?.['default'] === undefined
        ? [{ name: 'default', description: 'Every resource seeded from its examples and schema.' }]
        : []),
      ...Object.entries(scenarios).map(([name, { description }]) => ({ name, description })),
    ],
    scenario(name) {
      const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
      // Without mocks, `default` is what touching a resource lays: nothing beforehand.
      if (scenario === undefined && name === 'default') return function* nothing() {};
      if (scenario === undefined)
        throw new StandinError('scenario.unknown', `There is no scenario \`${name}\`.`, {
          hint: `Scenarios: ${['default', ...Object.keys(scenarios)].filter((each, index, all) => all.indexOf(each) === index).join(', ')}.`,
        });
      return (tx) => lay(scenario, tx);
    },
  };
}

interface Seed {
  readonly key: string;
  readonly known: JsonObject;
}

type SeedKeys = (place: Place) => readonly Seed[];

/** Ids (and documented example fields) of the seeds of a place: the same whoever asks first. */
function createSeedKeys(parts: Parts): SeedKeys {
  const known = new Map<string, readonly Seed[]>();
  return (place) => {
    let seeds = known.get(place.collection);
    if (seeds === undefined) {
      seeds = makeSeeds(parts, place);
      if (known.size > 10_000) known.clear();
      known.set(place.collection, seeds);
    }
    return seeds;
  };
}

function makeSeeds(parts: Parts, place: Place): readonly Seed[] {
  const { resource } = place;
  const examples = exampleEntities(parts, resource);
  if (resource.singleton) return [{ key: SINGLETON, known: examples[0] ?? {} }];
  if (!resource.enumerable) return [];
  const nested = place.collection !== resource.name || place.where.length > 0;
  const wanted = nested ? NESTED_SEEDS : TOP_LEVEL_SEEDS;
  const seeds = new Map<string, JsonObject>();
  for (const example of examples.slice(0, wanted)) {
    const id = idOf(resource, example);
    if (id !== undefined && !seeds.has(keyOf(id))) seeds.set(keyOf(id), { ...example, ...place.fixed });
  }
  for (let index = 1; seeds.size < wanted && index <= wanted * 4; index += 1) {
    const key = seedKey(parts, place, index);
    if (!seeds.has(key)) seeds.set(key, {});
  }
  return [...seeds].map(([key, fields]) => ({ key, known: fields }));
}

function seedKey(parts: Parts, place: Place, index: number): string {
  const { id } = place.resource;
  if (id === undefined) return String(index);
  if (parts.validator.value(id.schema, index, 'response').length === 0) return String(index);
  const drawn = parts.generator.value(
    id.schema,
    { seed: parts.options.seed, at: `${place.collection}#${index}` },
    { about: place.resource.singular, examples: false },
  );
  return drawn.ok ? keyOf(drawn.value) : `${place.resource.singular}-${index}`;
}

function idOf(resource: Resource, entity: JsonObject): Json | undefined {
  const { property } = resource.id ?? {};
  return property === undefined ? undefined : valueAt(entity, pointerOfProperty(property));
}

/** Whole entities among the documented examples, so that the data one sees is the data one has read about. */
function exampleEntities(parts: Parts, resource: Resource): readonly JsonObject[] {
  const found: JsonObject[] = [];
  for (const operation of parts.api.operations) {
    if (operation.path !== resource.itemPath && operation.path !== resource.collectionPath) continue;
    const role = parts.model.roleOf(operation);
    if (role.resource !== resource || (role.kind !== 'read' && role.kind !== 'list')) continue;
    for (const example of jsonMedia(operation)?.examples ?? []) {
      const at = valueAt(example.value, role.list?.items ?? role.responseEntity ?? '');
      for (const entity of Array.isArray(at) ? (at as readonly Json[]) : [at ?? null]) {
        const candidate = asObject(entity);
        if (
          Object.keys(candidate).length > 0 &&
          parts.validator.value(resource.schema, candidate, 'response').length === 0
        )
          found.push(candidate);
      }
    }
  }
  return found;
}

function jsonMedia(operation: Operation): MediaType | undefined {
  const choice = successOf(operation) ?? answerFor(operation, 200);
  return choice?.spec.content.find((media) => isJson(media.mediaType));
}

/** Resources that this one names, and those that name it: seeded together, so that what is spoken of exists. */
function neighbours(parts: Parts, resource: Resource): readonly Resource[] {
  if (parts.api.operations.length > 400) return named(parts, resource);
  const naming = parts.model.resources.filter((other) =>
    other.relations.some((relation) => relation.resource === resource.name),
  );
  return [...named(parts, resource), ...naming].filter((other) => other.parent === undefined);
}

function named(parts: Parts, resource: Resource): readonly Resource[] {
  return resource.relations
    .map((relation) => parts.model.resource(relation.resource))
    .filter((other) => other !== undefined && other.parent === undefined) as Resource[];
}

/** Top-level references to seeds of other resources, chosen by the entity's own key. */
function relationFields(parts: Parts, resource: Resource, key: string, seedsOf: SeedKeys): JsonObject {
  const fields: Record<string, Json> = {};
  for (const relation of resource.relations) {
    const [, name, rest] = /^\/([^/]+)(\/\*)?$/.exec(relation.pointer) ?? [];
    const other = parts.model.resource(relation.resource);
    if (name === undefined || other === undefined || other.parent !== undefined) continue;
    const seeds = seedsOf(placeOf(other, {}));
    const chosen = seeds[spread(`${resource.name}/${key}/${name}`) % Math.max(1, seeds.length)];
    if (chosen === undefined) continue;
    const id = idFromKey(parts, other, chosen.key);
    fields[name] = rest === undefined ? id : [id];
  }
  return fields;
}

/** FNV-1a: spreads references over what there is to refer to. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

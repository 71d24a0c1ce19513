import { type Json, type JsonObject, StandinError } from '../core/index.ts';
import { createFake } from '../generation/index.ts';
import { pointerTo, type Resource } from '../resources/index.ts';
import type { MediaType, Operation } from '../spec/index.ts';
import type { Eventually, Transaction, World } from '../state/index.ts';
import { isJson, valueAt } from '../wire/index.ts';
import { drawnEntity, idFromText } from './entity.ts';
import type { Scenario, Seeding } from './mocks.ts';
import { answerFor, successOf } from './negotiate.ts';
import { REFERENCE_INSTANT } from './options.ts';
import type { Parts } from './parts.ts';
import { asObject, homeParameters, keyOf, type Place, placeOf, SINGLETON } from './place.ts';
import { recordsOver } from './records.ts';
import { run, type Steps, wait } from './steps.ts';

/** Lays data into worlds: whole scenarios, or resource by resource when first touched. */
export interface Seeder {
  /** What every new world begins with: the mocks' `default` scenario, if there is one, and the data that was given. */
  base(tx: Transaction): Steps<void>;
  /** Makes sure that the place has its seeds, with all that they speak of. Costs a set look-up once that is so. */
  ensure(world: World, place: Place): Steps<void>;
  readonly scenarios: readonly { readonly name: string; readonly description: string }[];
  /** Throws `scenario.unknown`. */
  scenario(name: string): (tx: Transaction) => Steps<void>;
}

const TOP_LEVEL_SEEDS = 10;
const NESTED_SEEDS = 3;
/** Lists of a large document hang together; seeding one touches at most this many others. */
const MOST_RELATED = 40;
/** A list over all scopes shows what lives in this many of them. */
const SCOPES_SHOWN = 2;

/** World record that says a place has its seeds; `seeded/*` says so of all. */
const EVERYWHERE = 'seeded/*';

function markOf(place: Place): string {
  return `seeded/${place.collection}|${place.prefix ?? '*'}`;
}

export function markSeeded(tx: Transaction, place: Place): Eventually<void> {
  return tx.setRecord(markOf(place), true);
}

export function createSeeder(parts: Parts, initial: (tx: Transaction) => Steps<void>): Seeder {
  const { mocks, model } = parts;
  const done = new WeakMap<World, { epoch: number; marks: Set<string> }>();
  const seedsOf = createSeedKeys(parts);

  function* seedPlace(tx: Transaction, place: Place, budget: { left: number }): Steps<void> {
    if ((yield* wait(tx.record(EVERYWHERE))) === true || (yield* wait(tx.record(markOf(place)))) === true) return;
    yield* wait(markSeeded(tx, place));
    if (place.prefix === undefined) {
      for (const scoped of scopesOf(parts, place, seedsOf)) yield* seedPlace(tx, scoped, budget);
      return;
    }
    const collection = tx.collection(place.collection);
    for (const [index, { id, known }] of seedsOf(place).entries()) {
      const key = place.prefix + id;
      if ((yield* wait(collection.get(key))) !== undefined) continue;
      yield* wait(
        collection.put(
          key,
          drawnEntity(
            parts,
            place,
            key,
            { ...relationFields(parts, place.resource, id, seedsOf), ...known },
            index === 0,
          ),
        ),
      );
      if (/^\d{1,18}$/.test(id)) yield* wait(collection.reserve(BigInt(id)));
    }
    for (const other of neighbours(parts, place.resource)) {
      const there = placeOf(other, {});
      if (there === undefined || budget.left <= 0) continue;
      budget.left -= 1;
      yield* seedPlace(tx, there, budget);
    }
  }

  const seeding = (tx: Transaction): Seeding => ({
    seed: parts.options.seed,
    reference: REFERENCE_INSTANT,
    records: recordsOver(tx),
    fake: (at) => createFake({ seed: parts.options.seed, at }),
    entity: (name, id, known = {}) => {
      const resource = model.resource(name);
      const place = resource === undefined ? undefined : placeOf(resource, {});
      if (place === undefined)
        throw new StandinError(
          'mocks.invalid',
          `A scenario asks for an entity of \`${name}\`, but the document has no such resource.`,
          { hint: `Resources: ${model.resources.map((each) => each.name).join(', ')}.` },
        );
      return drawnEntity(parts, place, keyOf(id), known);
    },
  });

  const scenarios: Readonly<Record<string, Scenario>> = {
    empty: { description: 'No data at all.', seed: () => undefined },
    ...mocks.scenarios,
  };

  function* lay(scenario: Scenario, tx: Transaction): Steps<void> {
    yield* wait(scenario.seed(seeding(tx)));
    yield* wait(tx.setRecord(EVERYWHERE, true));
  }

  return {
    *base(tx) {
      if (mocks.scenarios?.['default'] !== undefined) yield* lay(mocks.scenarios['default'], tx);
      yield* initial(tx);
    },
    *ensure(world, place) {
      let known = done.get(world);
      if (known === undefined || known.epoch !== world.epoch) {
        known = { epoch: world.epoch, marks: new Set() };
        done.set(world, known);
      }
      const mark = markOf(place);
      if (known.marks.has(EVERYWHERE) || known.marks.has(mark)) return;
      const everywhere = (yield* wait(world.read.record(EVERYWHERE))) === true;
      if (!everywhere && (yield* wait(world.read.record(mark))) !== true)
        yield* wait(world.transaction((tx) => run(seedPlace(tx, place, { left: MOST_RELATED }))));
      known.marks.add(everywhere ? EVERYWHERE : mark);
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
          hint: `Scenarios: ${[...new Set(['default', ...Object.keys(scenarios)])].join(', ')}.`,
        });
      return (tx) => lay(scenario, tx);
    },
  };
}

interface Seed {
  /** Text of the id, without the scope. */
  readonly id: string;
  readonly known: JsonObject;
}

type SeedKeys = (place: Place) => readonly Seed[];

const MOST_PLACES_KEPT = 10_000;

/** Ids (and documented example fields) of the seeds of a place: the same whoever asks first. */
function createSeedKeys(parts: Parts): SeedKeys {
  const known = new Map<string, readonly Seed[]>();
  return (place) => {
    const mark = markOf(place);
    const ready = known.get(mark);
    if (ready !== undefined) return ready;
    const seeds = makeSeeds(parts, place);
    if (known.size >= MOST_PLACES_KEPT) known.clear();
    known.set(mark, seeds);
    return seeds;
  };
}

function makeSeeds(parts: Parts, place: Place): readonly Seed[] {
  const { resource } = place;
  if (resource.singleton) return [{ id: SINGLETON, known: exampleEntities(parts, resource)[0] ?? {} }];
  if (!resource.enumerable) return [];
  const wanted = homeParameters(resource).length > 0 ? NESTED_SEEDS : TOP_LEVEL_SEEDS;
  const seeds = new Map<string, JsonObject>();
  for (const example of exampleEntities(parts, resource).slice(0, wanted)) {
    const { property } = resource.id ?? {};
    const id = property === undefined ? undefined : valueAt(example, pointerTo(property));
    if (id !== undefined && id !== null && !seeds.has(keyOf(id))) seeds.set(keyOf(id), { ...example, ...place.fixed });
  }
  for (let index = 1; seeds.size < wanted && index <= wanted * 4; index += 1) {
    const id = seedId(parts, place, index);
    if (!seeds.has(id)) seeds.set(id, {});
  }
  return [...seeds].map(([id, known]) => ({ id, known }));
}

function seedId(parts: Parts, place: Place, index: number): string {
  const { id, singular } = place.resource;
  if (id === undefined || parts.validator.value(id.schema, index, 'response').length === 0) return String(index);
  const drawn = parts.generator.value(
    id.schema,
    { seed: parts.options.seed, at: `${place.collection}#${index}` },
    { about: singular, examples: false },
  );
  return drawn.ok ? keyOf(drawn.value) : `${singular}-${index}`;
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

/** Where a list over all scopes finds something: the places under the first seeds of the parent. */
function scopesOf(parts: Parts, place: Place, seedsOf: SeedKeys): readonly Place[] {
  const { parent } = place.resource;
  const resource = parent === undefined ? undefined : parts.model.resource(parent.resource);
  const there = resource === undefined ? undefined : placeOf(resource, {});
  if (parent === undefined || resource === undefined || there?.prefix === undefined) return [];
  return seedsOf(there)
    .slice(0, SCOPES_SHOWN)
    .map(({ id }) => placeOf(place.resource, { [parent.parameter]: idFromText(parts, resource, id) }))
    .filter((scoped) => scoped?.prefix !== undefined) as Place[];
}

/** Resources that this one names, and those that name it: seeded together, so that what is spoken of exists. */
function neighbours(parts: Parts, resource: Resource): readonly Resource[] {
  const named = resource.relations.flatMap((relation) => parts.model.resource(relation.resource) ?? []);
  if (parts.api.operations.length > MANY_OPERATIONS) return named;
  return [
    ...named,
    ...parts.model.resources.filter((other) => other.relations.some((relation) => relation.resource === resource.name)),
  ];
}

/** Looking for who names a resource builds the whole model: too much for the first answer of a large document. */
const MANY_OPERATIONS = 400;

/** Top-level references to seeds of other resources, chosen by the entity's own id. */
function relationFields(parts: Parts, resource: Resource, own: string, seedsOf: SeedKeys): JsonObject {
  const fields: Record<string, Json> = {};
  for (const relation of resource.relations) {
    const [, name, many] = /^\/([^/]+)(\/\*)?$/.exec(relation.pointer) ?? [];
    const other = parts.model.resource(relation.resource);
    const there = other === undefined ? undefined : placeOf(other, {});
    if (name === undefined || other === undefined || there?.prefix !== '') continue;
    const seeds = seedsOf(there);
    const chosen = seeds[spread(`${resource.name}/${own}/${name}`) % Math.max(1, seeds.length)];
    if (chosen === undefined) continue;
    const id = idFromText(parts, other, chosen.id);
    fields[name] = many === undefined ? id : [id];
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

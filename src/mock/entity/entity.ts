import type { Json, JsonObject, Violation } from '../../core/index.ts';
import { createFake } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { escapeToken, isObject, jsonEquals, setOwn } from '../../wire/index.ts';
import { adaptInput, hasFreeObject, isOtherThanAnswered } from '../fields/adapt-input.ts';
import { drawnAround, objectDrawn } from '../fields/draw.ts';
import { withWholeLists } from '../fields/nested-list.ts';
import { ownAddresses, withOwnLinks } from '../fields/own-address.ts';
import { idFromText, pathFieldsOf, withDecided } from '../fields/path-fields.ts';
import { withOwnedFields } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';
import { mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { withDeedTimes } from './deed-times.ts';
import { drawnWords } from './filtered-words.ts';
import { beginnings, isUnsent, type RecordDraft, wholeRecord } from './new-record.ts';
import { withTotals } from './totals.ts';

/** The key of an entity in its place. */
export interface EntityKey {
  readonly place: EntityPlace;
  readonly key: string;
}

/** A generated entity, seeded or materialised. It depends only on seed, place and id. */
export function drawnEntity(
  mock: MockContext,
  { place, key }: EntityKey,
  known: JsonObject,
  examples = true,
): JsonObject {
  const { resource } = place;
  const decided = pathFieldsOf(mock, place, key);
  const given = { ...known, ...decided.direct };
  const full = {
    ...drawnWords(mock, resource, `${place.collection}/${key}`),
    ...ownAddresses(mock, place, key),
    ...factoryFields(mock, place, key, given),
    ...given,
  };
  // An example may be a JSON string if the schema does not require an object.
  const drawn = objectDrawn(`${place.collection}/${key}`, (where, again) =>
    drawnAround(mock, resource.schema, where, {
      known: full,
      decided: decided.direct,
      about: resource.singular,
      samples: mock.samplesOf(resource).records,
      examples: examples && again === 0,
    }),
  );
  const linked = withOwnLinks(mock, place, key, withDecided(drawn ?? full, decided));
  return withWholeLists({ mock, resource, id: idOf(mock, place, key) }, linked);
}

function factoryFields(mock: MockContext, place: EntityPlace, key: string, known: JsonObject): JsonObject {
  const factory = mock.mocks.factories?.[place.resource.name];
  if (factory === undefined) return {};
  const at = `${place.collection}/${key}`;
  return factory({ id: idOf(mock, place, key), known, fake: createFake({ seed: mock.options.seed, at }) });
}

function idOf(mock: MockContext, place: EntityPlace, key: string): Json | undefined {
  const { resource } = place;
  return resource.singleton ? undefined : idFromText(mock, resource, idText(place, key));
}

/** The entity after a create or replace, or why it cannot have the sent values. */
export type CompletedEntity =
  | { readonly value: JsonObject; readonly misfits?: undefined; readonly required?: readonly string[] }
  | { readonly misfits: readonly Violation[] };

/** The entity after a create or replace: the sent values, and the properties of the server. */
export function completedEntity(making: RecordDraft, sent: JsonObject, before?: JsonObject): CompletedEntity {
  if (before !== undefined) return timedEntity(making, shownEntity(making, sent, before), before);
  const shown = shownEntity(making, mergeObjects(beginnings(making, sent), sent), undefined);
  if (shown.misfits !== undefined) return shown;
  const { mock, place, key } = making;
  const { resource } = place;
  const holder = { mock, resource, id: idOf(mock, place, key) };
  const summed = (whole: JsonObject): JsonObject =>
    withTotals(mock, resource.schema, whole, (name) => Object.hasOwn(sent, name));
  const whole = withWholeLists(holder, summed(filledRecord(making, shown, sent)));
  return timedEntity(making, { value: withAddresses(making, whole, sent) }, {});
}

/**
 * The whole record. Objects that were drawn because they are required have only their own required properties, so they are
 * drawn again.
 */
function filledRecord(
  making: RecordDraft,
  { value, required = [] }: Extract<CompletedEntity, { readonly value: JsonObject }>,
  sent: JsonObject,
): JsonObject {
  if (required.length === 0) return wholeRecord(making, value, sent);
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !required.includes(name)));
  const whole = wholeRecord(making, rest, sent);
  const isWhole = making.mock.validator.accepts(making.place.resource.schema, whole, 'response');
  return isWhole ? whole : wholeRecord(making, value, sent);
}

/** The entity with the instants of what a create or replace did. */
function timedEntity({ mock, place }: RecordDraft, made: CompletedEntity, before: JsonObject): CompletedEntity {
  if (made.misfits !== undefined) return made;
  const { schema } = place.resource;
  return { value: inSchemaOrder(mock, schema, withDeedTimes(mock, schema, made.value, before)) };
}

function withAddresses({ mock, place, key }: RecordDraft, whole: JsonObject, sent: JsonObject): JsonObject {
  const addressed = { ...whole, ...ownAddresses(mock, place, key) };
  return { ...withOwnLinks(mock, place, key, addressed), ...sentIn(whole, sent) };
}

/** The properties of a whole entity that were sent. */
function sentIn(whole: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(sent, name)));
}

/** The entity in its schema: the sent values, and further required properties. */
function shownEntity(making: RecordDraft, sent: JsonObject, before: JsonObject | undefined): CompletedEntity {
  const { mock, place, key, requested } = making;
  const { schema } = place.resource;
  const decided = pathFieldsOf(mock, place, key);
  const whole = (values: JsonObject): JsonObject =>
    inSchemaOrder(mock, schema, withDecided(withOwnedFields(making, values, before), decided));
  const plain = whole(sent);
  const isOther =
    (requested !== undefined && isOtherThanAnswered(requested, sent)) || hasFreeObject(mock, schema, sent);
  if (!isOther && mock.validator.accepts(schema, plain, 'response')) return { value: plain };
  const chosen = isOther ? undefined : inFormOf(making, sent, [plain, withDecided(sent, decided)]);
  if (chosen !== undefined) return { value: inSchemaOrder(mock, schema, withDecided(chosen, decided)) };
  const fit = adaptInput(mock, place, sent, requested);
  const misfits =
    before === undefined || requested?.omitsMisfits === true
      ? fit.misfits
      : [...fit.misfits, ...nullViolations(mock, schema, sent, fit.value)];
  if (misfits.length > 0) return { misfits };
  const known = whole(fit.value);
  // A closed schema has no place for a property that only the answer of the create shows.
  const { properties, open } = mock.fieldsOf(schema);
  const helped = Object.fromEntries(
    Object.entries({
      ...lackingFields(mock, place, key, known),
      ...keptFields(making, known, before),
      ...known,
    }).filter(([name]) => open || properties.size === 0 || properties.has(name)),
  );
  const drawn = objectDrawn(`${place.collection}/${key}`, (where) =>
    drawnAround(mock, schema, where, {
      known: helped,
      decided: decided.direct,
      about: place.resource.singular,
      samples: mock.samplesOf(place.resource).records,
      optional: 'required',
      examples: false,
    }),
  );
  if (drawn === undefined) return { value: inSchemaOrder(mock, schema, helped) };
  const required = Object.keys(drawn).filter((name) => isObject(drawn[name] ?? null) && !Object.hasOwn(helped, name));
  return { value: inSchemaOrder(mock, schema, withDecided(drawn, decided)), required };
}

/** Chooses the branch of a schema that the sent values fit, and adds the properties that it requires. */
function inFormOf(
  { mock, place, key }: RecordDraft,
  sent: JsonObject,
  tries: readonly JsonObject[],
): JsonObject | undefined {
  const { schema } = place.resource;
  const at = `${place.collection}/${key}`;
  const target = mock.api.deref(schema);
  if (typeof target === 'boolean' || (target.oneOf ?? target.anyOf) === undefined) return undefined;
  for (const known of tries) {
    const options = { direction: 'response', optional: 'required', examples: false, known } as const;
    const drawn = mock.generator.value(schema, { seed: mock.options.seed, at }, options);
    const shown = drawn.ok && isObject(drawn.value) ? drawn.value : undefined;
    if (shown !== undefined && Object.entries(sent).every(([name, value]) => jsonEquals(shown[name] ?? null, value)))
      return shown;
  }
  return undefined;
}

/** Violations by required properties that a replacement sets to null. */
function nullViolations(mock: MockContext, schema: Schema, sent: JsonObject, shown: JsonObject): readonly Violation[] {
  const { required } = mock.fieldsOf(schema);
  return Object.keys(sent)
    .filter((name) => sent[name] === null && required.has(name) && !Object.hasOwn(shown, name))
    .map((name) => ({
      code: 'body.schema',
      pointer: `/body/${escapeToken(name)}`,
      keyword: 'required',
      message: `\`${name}\` is required`,
    }));
}

/** Required properties that a replacement leaves out keep their values, unless the client could have sent them and they may be null. */
function keptFields(making: RecordDraft, known: JsonObject, before: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    [...making.mock.fieldsOf(making.place.resource.schema).required]
      .filter((name) => before !== undefined && Object.hasOwn(before, name) && !Object.hasOwn(known, name))
      .map((name) => [name, isUnsent(making, name) ? null : (before?.[name] ?? null)]),
  );
}

/** Required properties that the request leaves out, from the factory of the mocks. */
function lackingFields(mock: MockContext, place: EntityPlace, key: string, known: JsonObject): JsonObject {
  const made = factoryFields(mock, place, key, known);
  return Object.fromEntries(
    [...mock.fieldsOf(place.resource.schema).required]
      .filter((name) => !Object.hasOwn(known, name) && Object.hasOwn(made, name))
      .map((name) => [name, made[name] ?? null]),
  );
}

/** The entity with its properties in the order of the document. */
export function inSchemaOrder(mock: MockContext, schema: Schema, value: JsonObject): JsonObject {
  const ordered: Record<string, Json> = {};
  for (const name of mock.fieldsOf(schema).properties.keys())
    if (Object.hasOwn(value, name)) setOwn(ordered, name, value[name] ?? null);
  return mergeObjects(ordered, value);
}

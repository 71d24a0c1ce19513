import type { Json, JsonObject, Violation } from '../../core/index.ts';
import { createFake } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { escapeToken, isObject, jsonEquals, setOwn } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { mergeObjects } from '../model/object.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { adaptInput, isOtherThanAnswered } from './adapt-input.ts';
import { drawnAround, objectDrawn } from './draw.ts';
import { withWholeLists } from './nested-list.ts';
import { beginnings, type RecordDraft, wholeRecord } from './new-record.ts';
import { ownAddresses } from './own-address.ts';
import { idFromText, pathFieldsOf, withDecided } from './path-fields.ts';
import { withOwnedFields } from './server-fields.ts';
import { withTotals } from './totals.ts';

/** The key of an entity in its place. */
export interface EntityKey {
  readonly place: EntityPlace;
  readonly key: string;
}

/** A generated entity, seeded or materialised. It depends only on seed, place and id. */
export function drawnEntity(
  parts: MockContext,
  { place, key }: EntityKey,
  known: JsonObject,
  examples = true,
): JsonObject {
  const { resource } = place;
  const decided = pathFieldsOf(parts, place, key);
  const given = { ...known, ...decided.direct };
  const full = { ...ownAddresses(parts, place, key), ...factoryFields(parts, place, key, given), ...given };
  // An example may be a JSON string if the schema does not require an object.
  const drawn = objectDrawn(`${place.collection}/${key}`, (where, again) =>
    drawnAround(parts, resource.schema, where, {
      known: full,
      decided: decided.direct,
      about: resource.singular,
      examples: examples && again === 0,
    }),
  );
  return withWholeLists({ parts, resource, id: idOf(parts, place, key) }, withDecided(drawn ?? full, decided));
}

function factoryFields(parts: MockContext, place: EntityPlace, key: string, known: JsonObject): JsonObject {
  const factory = parts.mocks.factories?.[place.resource.name];
  if (factory === undefined) return {};
  const at = `${place.collection}/${key}`;
  return factory({ id: idOf(parts, place, key), known, fake: createFake({ seed: parts.options.seed, at }) });
}

function idOf(parts: MockContext, place: EntityPlace, key: string): Json | undefined {
  const { resource } = place;
  return resource.singleton ? undefined : idFromText(parts, resource, idText(place, key));
}

/** The entity after a create or replace, or why it cannot have the sent values. */
export type CompletedEntity =
  | { readonly value: JsonObject; readonly misfits?: undefined }
  | { readonly misfits: readonly Violation[] };

/** The entity after a create or replace: the sent values, and the properties of the server. */
export function completedEntity(making: RecordDraft, sent: JsonObject, before?: JsonObject): CompletedEntity {
  if (before !== undefined) return shownEntity(making, sent, before);
  const shown = shownEntity(making, mergeObjects(beginnings(making, sent), sent), undefined);
  if (shown.misfits !== undefined) return shown;
  const { parts, place, key } = making;
  const { resource } = place;
  const holder = { parts, resource, id: idOf(parts, place, key) };
  const summed = (whole: JsonObject): JsonObject =>
    withTotals(parts, resource.schema, whole, (name) => Object.hasOwn(sent, name));
  return {
    value: inSchemaOrder(
      parts,
      resource.schema,
      withAddresses(making, withWholeLists(holder, summed(wholeRecord(making, shown.value, sent))), sent),
    ),
  };
}

function withAddresses({ parts, place, key }: RecordDraft, whole: JsonObject, sent: JsonObject): JsonObject {
  return { ...whole, ...ownAddresses(parts, place, key), ...sentIn(whole, sent) };
}

/** The properties of a whole entity that were sent. */
function sentIn(whole: JsonObject, sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => Object.hasOwn(sent, name)));
}

/** The entity in its schema: the sent values, and further required properties. */
function shownEntity(making: RecordDraft, sent: JsonObject, before: JsonObject | undefined): CompletedEntity {
  const { parts, place, key, requested } = making;
  const { schema } = place.resource;
  const decided = pathFieldsOf(parts, place, key);
  const whole = (said: JsonObject): JsonObject =>
    inSchemaOrder(parts, schema, withDecided(withOwnedFields(making, said, before), decided));
  const plain = whole(sent);
  const isOther = requested !== undefined && isOtherThanAnswered(requested, sent);
  if (!isOther && parts.validator.accepts(schema, plain, 'response')) return { value: plain };
  const chosen = isOther ? undefined : inFormOf(making, sent, [plain, withDecided(sent, decided)]);
  if (chosen !== undefined) return { value: inSchemaOrder(parts, schema, withDecided(chosen, decided)) };
  const fit = adaptInput(parts, place, sent, requested);
  const misfits =
    before === undefined || requested?.omitsMisfits === true
      ? fit.misfits
      : [...fit.misfits, ...emptied(parts, schema, sent, fit.value)];
  if (misfits.length > 0) return { misfits };
  const known = whole(fit.value);
  const helped = {
    ...lackingFields(parts, place, key, known),
    ...keptFields(parts, place, known, before),
    ...known,
  };
  const drawn = objectDrawn(`${place.collection}/${key}`, (where) =>
    drawnAround(parts, schema, where, {
      known: helped,
      decided: decided.direct,
      about: place.resource.singular,
      optional: 'required',
      examples: false,
    }),
  );
  return { value: inSchemaOrder(parts, schema, drawn === undefined ? helped : withDecided(drawn, decided)) };
}

/** Chooses the branch of a schema that the sent values fit, and adds the properties that it requires. */
function inFormOf(
  { parts, place, key }: RecordDraft,
  sent: JsonObject,
  tries: readonly JsonObject[],
): JsonObject | undefined {
  const { schema } = place.resource;
  const at = `${place.collection}/${key}`;
  const target = parts.api.deref(schema);
  if (typeof target === 'boolean' || (target.oneOf ?? target.anyOf) === undefined) return undefined;
  for (const known of tries) {
    const options = { direction: 'response', optional: 'required', examples: false, known } as const;
    const drawn = parts.generator.value(schema, { seed: parts.options.seed, at }, options);
    const shown = drawn.ok && isObject(drawn.value) ? drawn.value : undefined;
    if (shown !== undefined && Object.entries(sent).every(([name, value]) => jsonEquals(shown[name] ?? null, value)))
      return shown;
  }
  return undefined;
}

/** Violations by required properties that a replacement sets to null. */
function emptied(parts: MockContext, schema: Schema, sent: JsonObject, shown: JsonObject): readonly Violation[] {
  const { required } = parts.fieldsOf(schema);
  return Object.keys(sent)
    .filter((name) => sent[name] === null && required.has(name) && !Object.hasOwn(shown, name))
    .map((name) => ({
      code: 'body.schema',
      pointer: `/body/${escapeToken(name)}`,
      keyword: 'required',
      message: `\`${name}\` is required`,
    }));
}

/** Required properties that a replacement leaves out keep their values. */
function keptFields(
  parts: MockContext,
  place: EntityPlace,
  known: JsonObject,
  before: JsonObject | undefined,
): JsonObject {
  return Object.fromEntries(
    [...parts.fieldsOf(place.resource.schema).required]
      .filter((name) => before !== undefined && Object.hasOwn(before, name) && !Object.hasOwn(known, name))
      .map((name) => [name, before?.[name] ?? null]),
  );
}

/** Required properties that the request leaves out, from the factory of the mocks. */
function lackingFields(parts: MockContext, place: EntityPlace, key: string, known: JsonObject): JsonObject {
  const made = factoryFields(parts, place, key, known);
  return Object.fromEntries(
    [...parts.fieldsOf(place.resource.schema).required]
      .filter((name) => !Object.hasOwn(known, name) && Object.hasOwn(made, name))
      .map((name) => [name, made[name] ?? null]),
  );
}

/** The entity with its properties in the order of the document. */
export function inSchemaOrder(parts: MockContext, schema: Schema, value: JsonObject): JsonObject {
  const ordered: Record<string, Json> = {};
  for (const name of parts.fieldsOf(schema).properties.keys())
    if (Object.hasOwn(value, name)) setOwn(ordered, name, value[name] ?? null);
  return mergeObjects(ordered, value);
}

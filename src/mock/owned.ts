import type { Json, JsonObject } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import type { Parts } from './parts.ts';
import type { Place } from './place.ts';

const CREATED =
  /^(created|inserted|registered|added)(_?(at|on|date|time|timestamp))?$|^(date_?created|create_?(at|date|time)|creation_?(date|time|timestamp))$/i;
const UPDATED =
  /^(updated|modified|changed|last_?(updated|modified|changed))(_?(at|on|date|time|timestamp))?$|^(date_?(updated|modified)|(update|modify)_?(at|date|time)|(modification|last_?update)_?(at|on|date|time|timestamp)?)$/i;

/** What the server fills in on a write, for all names that the client did not say: `created*`, `updated*`, defaults, other read-only fields. */
export function ownedFields(
  parts: Parts,
  place: Place,
  key: string,
  said: ReadonlySet<string>,
  before: JsonObject | undefined,
): JsonObject {
  const owned: Record<string, Json> = {};
  // One write is one instant: what is created now was updated now.
  const now = parts.options.now();
  for (const [name, property] of parts.fieldsOf(place.resource.schema).properties) {
    if (said.has(name)) continue;
    const value = ownedValue(parts, place, key, name, property, before, now);
    if (value !== undefined) owned[name] = value;
  }
  return owned;
}

function ownedValue(
  parts: Parts,
  place: Place,
  key: string,
  name: string,
  property: Schema,
  before: JsonObject | undefined,
  now: number,
): Json | undefined {
  const fields = parts.fieldsOf(place.resource.schema);
  const isUpdated = UPDATED.test(name);
  const isStamp = isUpdated || CREATED.test(name);
  const instant = isStamp ? instantFor(parts, property, now) : undefined;
  if (instant !== undefined) return (isUpdated ? undefined : standing(before, name)) ?? instant;
  const readOnly = fields.readOnly.has(name);
  // What the server owned before a replace stays its own.
  if (readOnly && before !== undefined) return standing(before, name);
  const target = parts.api.deref(property);
  if (
    typeof target !== 'boolean' &&
    target.default !== undefined &&
    parts.validator.accepts(property, target.default, 'response')
  )
    return target.default;
  if (!readOnly || fields.writeOnly.has(name) || name === place.resource.id?.property) return undefined;
  const drawn = parts.generator.value(
    property,
    { seed: parts.options.seed, at: `${place.collection}/${key}/${name}` },
    { direction: 'response', about: place.resource.singular },
  );
  return drawn.ok ? drawn.value : undefined;
}

/** Without the `updated*` fields that still say what stood before: whoever reads, changes and writes a whole entity did not mean them. */
export function withoutStaleStamps(said: JsonObject, before: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) =>
        !UPDATED.test(name) || before === undefined || !Object.hasOwn(before, name) || before[name] !== value,
    ),
  );
}

/** The `updated*` fields alone, by the clock: what every change of an entity changes too. */
export function touchedFields(parts: Parts, place: Place, said: ReadonlySet<string>): JsonObject {
  const touched: Record<string, Json> = {};
  const now = parts.options.now();
  for (const [name, property] of parts.fieldsOf(place.resource.schema).properties) {
    const value = UPDATED.test(name) && !said.has(name) ? instantFor(parts, property, now) : undefined;
    if (value !== undefined) touched[name] = value;
  }
  return touched;
}

function standing(before: JsonObject | undefined, name: string): Json | undefined {
  return before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
}

/** The clock in the form that the property takes: RFC 3339 text, a date, or seconds or milliseconds since the epoch. */
export function instantFor(parts: Parts, property: Schema, now: number = parts.options.now()): Json | undefined {
  const text = new Date(now).toISOString();
  return [text, text.slice(0, 10), Math.floor(now / 1000), now].find((value) =>
    parts.validator.accepts(property, value, 'response'),
  );
}

import type { Json, JsonObject } from '../../core/index.ts';
import { isLastChangeName } from '../../resources/index.ts';
import { type Schema, type SchemaObject, saysServers } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { nextVersions } from '../facts/versions.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';
import type { RequestFacts } from './adapt-input.ts';

const CREATED =
  /^(created|inserted|registered|added)(_?(at|on|date|time|date_?time|timestamp))?$|^((?:date_?)?(?:date|time)_?created|create_?(at|date|time)|creation_?(date|time|timestamp))$/i;

/** The unit in which a time is written: `created_at_unix_secs`. */
const UNIT = /(?:_?(?:unix|epoch|utc|secs?|seconds|ms|millis|milliseconds))+$/i;

function withoutUnit(name: string): string {
  return name.replace(UNIT, '');
}

function isUpdateStamp(name: string): boolean {
  return isLastChangeName(withoutUnit(name));
}

/** The time at which a client has edited a record, which a new one does not have. */
const EDITED = /^(?:last_?)?edited(?:_|$|[A-Z])/i;

/** Whether a property is the time of the creation or the last change, by its name. */
export function isStamp(name: string): boolean {
  return isUpdateStamp(name) || CREATED.test(withoutUnit(name));
}

/** Objects in an entity with its own properties, not another entity. */
const PARTS = /^(attributes|metadata|meta|timestamps|audit)$/i;

/** The record that is written, and the request that writes it. */
interface OwnedRecord {
  readonly mock: MockContext;
  readonly place: EntityPlace;
  readonly requested: RequestFacts | undefined;
}

/**
 * The sent values with the properties that the server sets unless the client sent them: `created*`,
 * `updated*`, defaults, other read-only properties.
 */
export function withOwnedFields(
  { mock, place, requested }: OwnedRecord,
  sent: JsonObject,
  before: JsonObject | undefined,
): JsonObject {
  // One write is one instant: `created*` and `updated*` are equal.
  const { schema } = place.resource;
  return completeFields({ mock, schema, requested: requested?.schema, now: mock.options.now() }, sent, before);
}

/** The values of a new part of a record, such as an object of a list, with what the server sets: times of creation and defaults. */
export function withOwnPart(mock: MockContext, schema: Schema, known: JsonObject): JsonObject {
  return completeFields({ mock, schema, now: mock.options.now() }, known, undefined);
}

/** A write of an entity, or of a part of it: its schema, and the instant of the write. */
interface Write {
  readonly mock: MockContext;
  readonly schema: Schema;
  /** Schema of the request that replaces the whole entity. */
  readonly requested?: Schema | undefined;
  readonly now: number;
}

function completeFields(write: Write, sent: JsonObject, before: JsonObject | undefined): JsonObject {
  const { mock, schema } = write;
  const owned: Record<string, Json> = {};
  const inner: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const there = Object.hasOwn(sent, name);
    if (isPart(mock, name, property) && (!there || isObject(sent[name]))) {
      const part = completeFields(
        { ...write, schema: property, requested: undefined },
        asObject(sent[name]),
        partOf(before, name),
      );
      if (there || (Object.keys(part).length > 0 && mock.validator.accepts(property, part, 'response')))
        inner[name] = part;
    } else if (!there) {
      const value = ownedValue(write, name, property, before);
      if (value !== undefined) owned[name] = value;
    }
  }
  const all: JsonObject = { ...owned, ...sent, ...inner };
  const names = [...mock.fieldsOf(schema).properties.keys()].filter((name) => Object.hasOwn(all, name));
  const next = before === undefined ? {} : nextVersions(mock, schema, before);
  return { ...Object.fromEntries(names.map((name) => [name, all[name] ?? null])), ...all, ...next };
}

/** Whether an object in an entity holds properties of the entity itself. */
export function isPart(mock: MockContext, name: string, property: Schema): boolean {
  return PARTS.test(name) && mock.fieldsOf(property).properties.size > 0;
}

function partOf(whole: JsonObject | undefined, name: string): JsonObject | undefined {
  const part = earlierValue(whole, name);
  return isObject(part) ? part : undefined;
}

function ownedValue(write: Write, name: string, property: Schema, before: JsonObject | undefined): Json | undefined {
  const { mock, schema, now } = write;
  const fields = mock.fieldsOf(schema);
  const isUpdated = isUpdateStamp(name);
  if (before === undefined && EDITED.test(name) && mock.validator.accepts(property, null, 'response')) return null;
  const instant = isStamp(name) ? instantFor(mock, property, now) : undefined;
  if (instant !== undefined) return (isUpdated ? undefined : earlierValue(before, name)) ?? instant;
  const isServers = fields.readOnly.has(name) ? !isSettable(write, name) : saysServers(mock.api, property);
  // A replace does not change the properties of the server.
  if (before !== undefined && isServers) return earlierValue(before, name);
  const target = mock.api.deref(property);
  if (
    typeof target !== 'boolean' &&
    target.default !== undefined &&
    mock.validator.accepts(property, target.default, 'response')
  )
    return target.default;
  return undefined;
}

/** Whether the request has a property that only the answer calls read-only. Clients own it, so a replacement may end it. */
function isSettable({ mock, requested }: Write, name: string): boolean {
  const { properties, readOnly } = mock.fieldsOf(requested ?? true);
  return properties.has(name) && !readOnly.has(name);
}

/**
 * Removes `updated*` properties with their old values: a client that reads, changes and writes a whole
 * entity sends them back.
 */
export function withoutStaleStamps(sent: JsonObject, before: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      if (isUpdateStamp(name) && earlierValue(before, name) === value) return [];
      const part = PARTS.test(name) && isObject(value) ? withoutStaleStamps(value, partOf(before, name)) : value;
      return [[name, part]];
    }),
  );
}

/** An entity after a change. Its `updated*` properties get the current time unless the change sets them. */
export function withUpdateTimes(
  mock: MockContext,
  place: EntityPlace,
  value: JsonObject,
  changes: JsonObject,
): JsonObject {
  return stampTimes({ mock, schema: place.resource.schema, now: mock.options.now() }, value, changes);
}

function stampTimes(write: Write, value: JsonObject, changes: JsonObject): JsonObject {
  const { mock, schema, now } = write;
  const stamps: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const part = value[name];
    if (isPart(mock, name, property) && isObject(part))
      stamps[name] = stampTimes({ ...write, schema: property }, part, asObject(changes[name]));
    const stamp = isUpdateStamp(name) && !Object.hasOwn(changes, name) ? instantFor(mock, property, now) : undefined;
    if (stamp !== undefined) stamps[name] = stamp;
  }
  return { ...value, ...stamps, ...nextVersions(mock, schema, value) };
}

function earlierValue(before: JsonObject | undefined, name: string): Json | undefined {
  return before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
}

/** Formats that write a time in words: `Wed, 25 Nov 2026 08:00:00 GMT`. */
const WORDED = /rfc-?(?:1123|2822|822|7231)|^http-date$/i;

/** Whether a text holds a time as the number of seconds since 1970: `"1607452572"`. */
function isCounted({ format = '', description = '', examples = [] }: SchemaObject): boolean {
  const [example] = examples;
  if (typeof example === 'string') return /^\d{9,10}$/.test(example);
  return /^u?int(?:32|64)$/.test(format) || /\bunix\b[^.]*\btime|\bseconds since\b|\bepoch\b/i.test(description);
}

/** Whether a number counts milliseconds: its example does, or its description says so. */
function inMilliseconds({ description = '', examples = [] }: SchemaObject): boolean {
  const [example] = examples;
  return typeof example === 'number' ? example > 1e11 : /\bmilliseconds\b/i.test(description);
}

/**
 * The current time in the type of the property: the words of HTTP and mail, seconds in digits, RFC 3339 date-time, a date, or
 * seconds or milliseconds since the epoch.
 */
export function instantFor(mock: MockContext, property: Schema, now: number = mock.options.now()): Json | undefined {
  const date = new Date(now);
  const text = date.toISOString();
  const target = mock.api.deref(property);
  const format = typeof target === 'object' ? (target.format ?? '') : '';
  const worded = WORDED.test(format) ? [date.toUTCString().replace('GMT', /822/.test(format) ? '+0000' : 'GMT')] : [];
  const seconds = Math.floor(now / 1000);
  const counted = typeof target === 'object' && isCounted(target) ? [String(seconds)] : [];
  const description = typeof target === 'object' ? (target.description ?? '') : '';
  const numbers = typeof target === 'object' && inMilliseconds(target) ? [now, seconds] : [seconds, now];
  if (/\bmicroseconds\b/i.test(description)) numbers.unshift(now * 1000);
  return [...worded, ...counted, text, text.slice(0, 10), ...numbers].find((value) =>
    mock.validator.accepts(property, value, 'response'),
  );
}

const MAKER = 'owner|author|creator|created_?by|poster|uploader|submitter|reporter|publisher';
/** Names of properties with the user who made a record, and with the id of that user. */
const MAKERS = new RegExp(`^(?:${MAKER}|user)$`, 'i');
const MAKER_IDS = new RegExp(`^(?:${MAKER})_?(?:user_?)?(?:id|uuid)$`, 'i');

/** Whether a property shows the user who made the record, by its name: `author`, `created_by`. */
export function isMakerName(name: string): boolean {
  return MAKERS.test(name);
}

/** Whether a property has the id of the user who made the record, by its name: `author_id`, `createdById`. */
export function isMakerId(name: string): boolean {
  return MAKER_IDS.test(name);
}

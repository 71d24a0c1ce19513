import type { Json, JsonObject } from '../../core/index.ts';
import {
  isAuthorName,
  isCreationName,
  isLastChangeName,
  itemProperties,
  pointerTo,
  type Resource,
} from '../../resources/index.ts';
import {
  escapeToken,
  isArray,
  isObject,
  jsonEquals,
  parsePointer,
  stringifyJson,
  valueAt,
  withValueAt,
} from '../../wire/index.ts';
import { jsonOf } from '../model/case-context.ts';
import type { FindingDraft } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { shortJson } from '../requests/request-rule.ts';
import { repeatsItemPath } from './created-id.ts';
import { writeOnlyPlacesOf } from './write-only-places.ts';

/** The entity in an answer. */
export function entityOf(exchange: Exchange, at: string): JsonObject | undefined {
  const value = valueAt(jsonOf(exchange) ?? null, at);
  return isObject(value) && exchange.response.status < 300 ? value : undefined;
}

/**
 * Whether the answer to a write must show something other than the earlier item, such as a link, or another
 * of several forms: its schema excludes a string of the item.
 */
export function showsAnother(exchange: Exchange, before: JsonObject | undefined, at: string): boolean {
  const answered = entityOf(exchange, at);
  const body = jsonOf(exchange) ?? null;
  if (answered === undefined || before === undefined) return false;
  return Object.entries(before).some(
    ([name, was]) =>
      typeof was === 'string' &&
      Object.hasOwn(answered, name) &&
      answered[name] !== was &&
      !exchange.couldShow(withValueAt(body, `${at}/${escapeToken(name)}`, was)),
  );
}

/**
 * Whether two values are the same instant, number or string in any notation; `caseless` ignores letter
 * case.
 */
export function isSameValue(sent: Json, read: Json, caseless = true): boolean {
  if (jsonEquals(sent, read)) return true;
  if (typeof sent === 'string' && typeof read === 'string') {
    if (sent.trim() === read.trim()) return true;
    if (caseless && sent.toLowerCase() === read.toLowerCase()) return true;
    return Math.floor(instantOf(sent) / 1_000) === Math.floor(instantOf(read) / 1_000);
  }
  if (isArray(sent) && isArray(read))
    return sent.length === read.length && sent.every((item, index) => isSameValue(item, read[index] ?? null, caseless));
  if (
    typeof sent === 'object' &&
    sent !== null &&
    typeof read === 'object' &&
    read !== null &&
    !isArray(sent) &&
    !isArray(read)
  ) {
    return Object.entries(sent).every(
      ([name, value]) => !Object.hasOwn(read, name) || isSameValue(value, read[name] ?? null, caseless),
    );
  }
  return false;
}

/** The instant of a date and time of ISO 8601, which databases write with a space and a short offset, or of a date, its midnight; else no number. */
function instantOf(text: string): number {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Date.parse(text);
  const [, date, time, offset = ''] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*)([+-]\d\d|.*)$/i.exec(text) ?? [];
  return date === undefined
    ? Number.NaN
    : Date.parse(`${date}T${time}${/^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset}`);
}

/** Whether a value hides another one: `********`. */
const isMask = (value: Json | undefined): boolean => typeof value === 'string' && /^([*•●·#])\1{2,}$/u.test(value);

/**
 * Names of the sent properties that a read shows changed, except for the id, values that the path has, and the
 * time and the author of a change, which the service sets. A value that the response schema does not allow is shown in another form, which is not a difference.
 */
export function differingProperties(
  exchange: Exchange,
  sent: JsonObject,
  read: JsonObject,
  at: string,
): readonly string[] {
  const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  const excluded = new Set([resource?.id?.property, resource?.parent?.property]);
  for (const { name } of exchange.operation?.parameters ?? []) excluded.add(name);
  // The one record of its kind has an id that no client chooses, although no path names it.
  if (resource?.singleton === true && resource.id === undefined) excluded.add('id');
  const body = jsonOf(exchange) ?? null;
  const meant = withShown(exchange, sent, read);
  return Object.keys(sent).filter(
    (name) =>
      !excluded.has(name) &&
      !isStamped(name, read[name], exchange) &&
      Object.hasOwn(read, name) &&
      !isMask(read[name]) &&
      !namesSameRecord(resource, name, sent[name], read[name]) &&
      !repeatsItemPath(resource, sent[name], read[name]) &&
      !isSameValue(meant[name] ?? null, read[name] ?? null, isCaseless(exchange, name)) &&
      exchange.couldShow(withValueAt(body, at + shownAt(exchange, name), sent[name] ?? null)),
  );
}

/** The pointer of a property in an item that answers show. */
function shownAt({ api, model, operation }: Exchange, name: string): string {
  const { resource } = operation === undefined ? {} : model.roleOf(operation);
  const found = resource === undefined ? undefined : itemProperties(api, resource)[name];
  return found?.pointer ?? `/${escapeToken(name)}`;
}

/** Whether two objects name the same record by its id: a read shows what that record has, whatever was sent beside the id. */
function namesSameRecord(
  resource: Resource | undefined,
  name: string,
  sent: Json | undefined,
  read: Json | undefined,
): boolean {
  if (sent === undefined || read === undefined || !isObject(sent) || !isObject(read)) return false;
  return (resource?.relations ?? []).some(({ pointer }) => {
    const [own, id = '', ...deeper] = parsePointer(pointer) ?? [];
    if (own !== name || deeper.length > 0 || !Object.hasOwn(sent, id) || !Object.hasOwn(read, id)) return false;
    return isSameValue(sent[id] ?? null, read[id] ?? null);
  });
}

/**
 * Places in an entity that repeat parameters of the path (`metadata/namespace`). A client cannot choose
 * their values.
 */
export function pathPlaces({ operation, model }: Pick<Exchange, 'operation' | 'model'>): readonly string[] {
  const role = operation === undefined ? undefined : model.roleOf(operation);
  const properties = [role?.resource?.parent, ...(role?.scope ?? [])].map((each) => each?.property);
  return properties.flatMap((property) => (property === undefined ? [] : [pointerTo(property)]));
}

/** The sent values, except for those that a client does not choose, or that an answer masks because they are writeOnly. */
function withShown(exchange: Exchange, sent: JsonObject, read: JsonObject): JsonObject {
  const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  const masked = resource === undefined ? [] : writeOnlyPlacesOf(exchange.api, exchange.model, resource);
  let meant: Json = sent;
  for (const pointer of [...pathPlaces(exchange), ...masked.map(({ place }) => place)]) {
    const value = valueAt(read, pointer);
    if (value !== undefined && valueAt(sent, pointer) !== undefined) meant = withValueAt(meant, pointer, value);
  }
  return meant as JsonObject; // An object with other members is an object.
}

/** Names of values that ignore letter case, or are often written in one case. */
const CASELESS =
  /(mail|user|login|handle|nick|account|host|domain|url|uri|uuid|guid|hex|hash|sha|checksum|colou?r|code|currency|country|locale|lang|slug|tag|label|key|token|iban|bic|isbn|vin|sku|plate|mac|method|id)s?$/i;

/**
 * Whether letter case may change. It must be kept only for plain strings, without format, pattern or listed
 * values, whose names do not suggest otherwise.
 */
export function isCaseless(exchange: Exchange, name: string): boolean {
  if (CASELESS.test(name)) return true;
  const { resource } = exchange.operation === undefined ? {} : exchange.model.roleOf(exchange.operation);
  const member = resource === undefined ? undefined : itemProperties(exchange.api, resource)[name]?.schema;
  const schema = member === undefined ? true : exchange.api.deref(member);
  if (typeof schema === 'boolean') return true;
  return [schema.format, schema.pattern, schema.enum, schema.const].some((each) => each !== undefined);
}

/** The finding for one property that a read shows changed. */
export function difference(name: string, sent: Json, read: Json, what?: string): FindingDraft {
  return {
    messagePointer: `/body/${name}`,
    subject: name,
    expected: stringifyJson(sent),
    actual: stringifyJson(read),
    message: `${what === undefined ? '' : `${what}: `}\`${name}\` was sent as ${shortJson(sent)} and is ${what === undefined ? 'answered' : 'read'} as ${shortJson(read)}.`,
  };
}

/** An integer that a double cannot hold exactly. */
export function isBeyond(value: Json | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER);
}

/** Whether two strings, numbers or booleans differ. A long string may be shortened. */
export function isShownOtherwise(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== typeof other || typeof one === 'object' || one === undefined || other === undefined) return false;
  if (jsonEquals(one, other)) return false;
  return typeof one !== 'string' || typeof other !== 'string' || !isCutShort(one, other);
}

function isCutShort(whole: string, part: string): boolean {
  const bare = part.replace(/(\.\.\.|…)$/, '').trimEnd();
  return bare.length >= 10 && whole.startsWith(bare);
}

const LIFETIME = /^(?:ttl|time_?to_?live|time_?(?:left|remaining)|remaining_?(?:time|seconds)|expires_?in)$/i;

/** Whether a value is what is left of a time that runs: less than it was, by at most a minute. */
export function isRunningOut(name: string, before: Json | undefined, now: Json | undefined): boolean {
  if (!LIFETIME.test(name)) return false;
  const left = Number(before) - Number(now);
  return left > 0 && left <= 60;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Whether a service sets a property itself: who changes an item and when, and the time of the creation by its own clock. */
export function isStamped(name: string, value: Json | undefined, { settings }: Pick<Exchange, 'settings'>): boolean {
  if (isLastChangeName(name) || isAuthorName(name)) return true;
  return isCreationName(name) && Math.abs(instantIn(value) - settings.now) < DAY;
}

/** The milliseconds of an instant that is written as a text, or in seconds or milliseconds; `NaN` for other values. */
function instantIn(value: Json | undefined): number {
  if (typeof value === 'number') return value < LEAST_MILLISECONDS ? value * 1_000 : value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** A number of seconds below this is in the next thousand years. */
const LEAST_MILLISECONDS = 1e11;

const SIZE = /^(size|bytes|length|((content|file)[-_]?)(size|length)|size[-_]?(in[-_]?)?bytes)$/i;

/** Whether a property is the size of a content, by its name: `size`, `fileSize`, `size_in_bytes`. */
export const isSizeName = (property: string): boolean => SIZE.test(property);

/** What became of a number between two reads, in words. */
export function courseOf(before: number, now: number): string {
  return now === before ? `stayed ${now}` : `went from ${before} to ${now}`;
}

import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { escapeToken, isArray, isObject, jsonEquals, stringifyJson, valueAt, withValueAt } from '../../wire/index.ts';
import { jsonOf } from '../model/case-context.ts';
import type { FindingDraft } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { shortJson } from '../requests/request-rule.ts';

/** The entity in an answer. */
export function entityOf(seen: Exchange, at: string): JsonObject | undefined {
  const value = valueAt(jsonOf(seen) ?? null, at);
  return isObject(value) && seen.response.status < 300 ? value : undefined;
}

/**
 * Whether the answer to a write leaves no room for a text of the item as it was before: then it shows something else (a link to the item, another one of
 * several forms).
 */
export function showsAnother(seen: Exchange, before: JsonObject | undefined, at: string): boolean {
  const answered = entityOf(seen, at);
  const body = jsonOf(seen) ?? null;
  if (answered === undefined || before === undefined) return false;
  return Object.entries(before).some(
    ([name, was]) =>
      typeof was === 'string' &&
      Object.hasOwn(answered, name) &&
      answered[name] !== was &&
      !seen.couldShow(withValueAt(body, `${at}/${escapeToken(name)}`, was)),
  );
}

/** The same instant, number or text, however it is written; `caseless` where upper and lower case may be one. */
export function same(sent: Json, read: Json, caseless = true): boolean {
  if (jsonEquals(sent, read)) return true;
  if (typeof sent === 'string' && typeof read === 'string') {
    if (sent.trim() === read.trim()) return true;
    if (caseless && sent.toLowerCase() === read.toLowerCase()) return true;
    const instants = [sent, read].map((text) => (/^\d{4}-\d\d-\d\dT/i.test(text) ? Date.parse(text) : Number.NaN));
    return Math.floor((instants[0] ?? 0) / 1_000) === Math.floor((instants[1] ?? 1) / 1_000);
  }
  if (isArray(sent) && isArray(read))
    return sent.length === read.length && sent.every((item, index) => same(item, read[index] ?? null, caseless));
  if (
    typeof sent === 'object' &&
    sent !== null &&
    typeof read === 'object' &&
    read !== null &&
    !isArray(sent) &&
    !isArray(read)
  ) {
    return Object.entries(sent).every(
      ([name, value]) => !Object.hasOwn(read, name) || same(value, read[name] ?? null, caseless),
    );
  }
  return false;
}

/**
 * Which of the sent properties read otherwise; its id and what the path says already are not the sender's to choose. A value that the answer
 * could not hold as it was sent (`""` to unset an object, a name for what is shown whole) is another form, not a difference.
 */
export function differing(seen: Exchange, sent: JsonObject, read: JsonObject, at: string): readonly string[] {
  const { resource } = seen.operation === undefined ? {} : seen.model.roleOf(seen.operation);
  const given = new Set([resource?.id?.property, resource?.parent?.property]);
  for (const { name } of seen.operation?.parameters ?? []) given.add(name);
  const body = jsonOf(seen) ?? null;
  const meant = withPath(seen, sent, read);
  return Object.keys(sent).filter(
    (name) =>
      !given.has(name) &&
      Object.hasOwn(read, name) &&
      !same(meant[name] ?? null, read[name] ?? null, isCaseless(seen, name)) &&
      seen.couldShow(withValueAt(body, `${at}/${escapeToken(name)}`, sent[name] ?? null)),
  );
}

/** Places in an entity that repeat what the path says (`metadata/namespace`): not the sender's to choose. */
export function pathPlaces({ operation, model }: Pick<Exchange, 'operation' | 'model'>): readonly string[] {
  const role = operation === undefined ? undefined : model.roleOf(operation);
  const properties = [role?.resource?.parent, ...(role?.scope ?? [])].map((each) => each?.property);
  return properties.flatMap((property) => (property === undefined ? [] : [pointerTo(property)]));
}

function withPath(seen: Exchange, sent: JsonObject, read: JsonObject): JsonObject {
  let meant: Json = sent;
  for (const pointer of pathPlaces(seen)) {
    const shown = valueAt(read, pointer);
    if (shown !== undefined && valueAt(sent, pointer) !== undefined) meant = withValueAt(meant, pointer, shown);
  }
  return meant as JsonObject; // An object with other members is an object.
}

/** Names of what is the same in upper and lower case, or is often written in one of them. */
const CASELESS =
  /(mail|user|login|handle|nick|account|host|domain|url|uri|uuid|guid|hex|hash|sha|checksum|colou?r|code|currency|country|locale|lang|slug|tag|label|key|token|iban|bic|isbn|vin|sku|plate|mac|method|id)s?$/i;

/** Only plain text has to keep its case: no format, no pattern, no list of values, and no name that is one either way. */
export function isCaseless(seen: Exchange, name: string): boolean {
  if (CASELESS.test(name)) return true;
  const { resource } = seen.operation === undefined ? {} : seen.model.roleOf(seen.operation);
  const rule = resource === undefined ? true : seen.api.deref(resource.schema);
  const member = typeof rule === 'boolean' ? undefined : rule.properties?.[name];
  const shown = member === undefined ? true : seen.api.deref(member);
  if (typeof shown === 'boolean') return true;
  return [shown.format, shown.pattern, shown.enum, shown.const].some((each) => each !== undefined);
}

/** One property that reads otherwise than it was sent. */
export function difference(name: string, sent: Json, read: Json, what: string): FindingDraft {
  return {
    messagePointer: `/body/${name}`,
    subject: name,
    expected: stringifyJson(sent),
    actual: stringifyJson(read),
    message: `${what}: \`${name}\` was sent as ${shortJson(sent)} and is read as ${shortJson(read)}.`,
  };
}

/** An integer that a double cannot hold exactly. */
export function isBeyond(value: Json | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER);
}

/** Two texts, numbers or booleans that are not the same; a long text may be cut short. */
export function isShownOtherwise(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== typeof other || typeof one === 'object' || one === undefined || other === undefined) return false;
  if (jsonEquals(one, other)) return false;
  return typeof one !== 'string' || typeof other !== 'string' || !isCutShort(one, other);
}

function isCutShort(whole: string, part: string): boolean {
  const bare = part.replace(/(\.\.\.|…)$/, '').trimEnd();
  return bare.length >= 10 && whole.startsWith(bare);
}

import type { Json, JsonObject } from '../../core/index.ts';
import { isObject, jsonEquals, valueAt, withHeldProperties } from '../../wire/index.ts';
import { jsonOf } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { isSameValue } from './comparison.ts';

/** Names of properties that differ, also inside objects, without those that services change by themselves (`metadata.resourceVersion`). */
export function changedProperties(before: Json, after: Json): readonly string[] {
  if (!isObject(before)) return jsonEquals(before, after) ? [] : [''];
  if (!isObject(after)) return [''];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) =>
      (!OWN.test(name) || CREATED.test(name)) &&
      changedProperties(before[name] ?? null, after[name] ?? null).length > 0,
  );
}

/** Times, versions and counters, which services change by themselves. */
const OWN =
  /(^|_|[a-z])(updated|modified|changed|accessed|seen|at|time|timestamp|date|version|revision|etag|count|views|hits)(_?at|_?on|_?time)?$/i;

/** Properties that a service sets regardless of the request. */
const KEPT =
  /(updated|modified|changed|accessed|seen|version|revision|generation|etag)|update_?(time|at|on|date)|last_?update$/i;

/** Whether a service sets a property regardless of the request: a version, the time of the last change. */
export const isSetByService = (name: string): boolean => KEPT.test(name);

/**
 * Names of changed properties among those that a client writes. A date that the client has set does not
 * change by itself.
 */
export function changedOfClient(before: JsonObject, after: JsonObject, written: readonly string[]): readonly string[] {
  return written.filter(
    (name) => Object.hasOwn(before, name) && !KEPT.test(name) && !isKept(before[name] ?? null, after[name] ?? null),
  );
}

/** Whether a value is the same but for what a service sets by itself inside objects (`metadata.lastUpdate`). */
function isKept(before: Json, after: Json): boolean {
  if (!isObject(before) || !isObject(after)) return isSameValue(before, after, false);
  return Object.keys(before).every(
    (name) => KEPT.test(name) || !Object.hasOwn(after, name) || isKept(before[name] ?? null, after[name] ?? null),
  );
}

/** Values that a write gave to properties of an item, without those that services set by themselves and empty ones. */
export function valuesTaken(before: Json, after: Json): JsonObject {
  if (!isObject(before) || !isObject(after)) return {};
  const isEmpty = (value: Json | undefined): boolean =>
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  const names = changedProperties(before, after).filter((name) => !KEPT.test(name) && !isEmpty(after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name] ?? null]));
}

/** The time of creation does not change. */
const CREATED = /^(created|creation|inserted|born|create_?(revision|version|time|date|at|on)$)/i;

/** Whether a property is about the time or the author of the creation. */
export const isOfCreation = (name: string): boolean => CREATED.test(name);

/** The entity in a successful answer, without its envelope; undefined if the answer shows the item above it. */
export function entity(exchange: Exchange): Json | undefined {
  const body = exchange.response.status < 300 ? jsonOf(exchange) : undefined;
  const role = exchange.operation === undefined ? undefined : exchange.model.roleOf(exchange.operation);
  if (body === undefined || role?.answersParent !== undefined) return undefined;
  return valueAt(body, role?.responseEntity ?? '');
}

/** The properties of an item by their names, wherever the item has them: at its top, or in the object that holds them. */
export function propertiesShown(
  { operation, model }: Pick<Exchange, 'operation' | 'model'>,
  item: Json | undefined,
): JsonObject | undefined {
  const { resource } = operation === undefined ? {} : model.roleOf(operation);
  return isObject(item) ? withHeldProperties(item, resource?.holder) : undefined;
}

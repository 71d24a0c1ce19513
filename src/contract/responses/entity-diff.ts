import type { Json, JsonObject } from '../../core/index.ts';
import { isObject, jsonEquals, valueAt } from '../../wire/index.ts';
import { jsonOf } from '../model/case-context.ts';
import type { Exchange } from '../model/exchange.ts';
import { same } from './comparison.ts';

/** Names of members that differ, leaving out what services keep for themselves, also inside of objects (`metadata.resourceVersion`). */
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

/** Times, versions and counters move by themselves. */
const OWN =
  /(^|_|[a-z])(updated|modified|changed|accessed|seen|at|time|timestamp|date|version|revision|etag|count|views|hits)(_?at|_?on|_?time)?$/i;

/** What a service writes whatever a client says of it. */
const KEPT = /(updated|modified|changed|accessed|seen|version|revision|etag)/i;

/** Names among those that a client writes whose values differ: a day or a time of the client's own does not move by itself. */
export function changedOfClient(before: JsonObject, after: JsonObject, written: readonly string[]): readonly string[] {
  return written.filter(
    (name) =>
      Object.hasOwn(before, name) && !KEPT.test(name) && !same(before[name] ?? null, after[name] ?? null, false),
  );
}

/** … but when something was made stays as it was. */
const CREATED = /^(created|creation|inserted|born)/i;

/** Whether a property says when or by whom something was made. */
export const isOfCreation = (name: string): boolean => CREATED.test(name);

/** The entity in a successful answer, out of its envelope. */
export function entity(seen: Exchange): Json | undefined {
  const body = seen.response.status < 300 ? jsonOf(seen) : undefined;
  const at = seen.operation === undefined ? undefined : seen.model.roleOf(seen.operation).responseEntity;
  return body === undefined ? undefined : valueAt(body, at ?? '');
}

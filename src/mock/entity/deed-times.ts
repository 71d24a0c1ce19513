import type { Json, JsonObject } from '../../core/index.ts';
import { FIRST_STATES, plainWord, statesOf } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isObject, jsonEquals, withoutSeparators } from '../../wire/index.ts';
import { instantFor, isPart, isStamp } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';

/** Names of the instant of an action: `completed_at`, `dateCompleted`. */
const MOMENT =
  /^(.{3,}?ed|sent|paid|read|seen|done|sold)(?:at|on|date|datetime|time|timestamp)$|^date(.{3,}ed|sent|paid)$/;
const STATE = /^(?:status|state)$/;

/**
 * The record after a write, with the instants of what the write did: a flag `completed` that becomes true, or a status that becomes
 * `completed`, sets `completed_at` to now; a flag that becomes false clears it. An instant that the write itself sets stays.
 */
export function withDeedTimes(mock: MockContext, schema: Schema, after: JsonObject, before: JsonObject): JsonObject {
  const { properties, required } = mock.fieldsOf(schema);
  const changed: Record<string, Json> = {};
  const gone = new Set<string>();
  for (const [name, property] of properties) {
    const part = after[name];
    if (isPart(mock, name, property) && isObject(part)) {
      changed[name] = withDeedTimes(mock, property, part, asObject(before[name]));
      continue;
    }
    const deed = isStamp(name) ? undefined : deedOf(name);
    if (deed === undefined || !isSame(after, before, name)) continue;
    const turned = turnOf(deed, after, before);
    if (turned === undefined) continue;
    const value = turned ? instantFor(mock, property) : null;
    if (value !== undefined && mock.validator.accepts(property, value, 'response')) changed[name] = value;
    else if (!(turned || required.has(name))) gone.add(name);
  }
  const names = Object.entries(changed).filter(([name, value]) => value !== null || Object.hasOwn(after, name));
  if (names.length === 0 && gone.size === 0) return after;
  const whole = { ...after, ...Object.fromEntries(names) };
  return gone.size === 0 ? whole : Object.fromEntries(Object.entries(whole).filter(([name]) => !gone.has(name)));
}

function deedOf(name: string): string | undefined {
  const found = MOMENT.exec(withoutSeparators(name));
  return found?.[1] ?? found?.[2];
}

/** Whether a write leaves a property as it is; `null` and no value are the same. */
function isSame(after: JsonObject, before: JsonObject, name: string): boolean {
  return jsonEquals(heldBy(after, name), heldBy(before, name));
}

function heldBy(record: JsonObject, name: string): Json {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

/** Whether a write does the action (`true`), undoes it (`false`), or neither. */
function turnOf(deed: string, after: JsonObject, before: JsonObject): boolean | undefined {
  for (const [name, value] of Object.entries(after)) {
    if (isSame(after, before, name)) continue;
    const plain = withoutSeparators(name);
    if (typeof value === 'boolean') {
      const flag = plain.replace(/^(?:is|was|hasbeen)(?=.{3})/, '');
      if (flag === deed) return value;
      if (flag === OPPOSITES.get(deed)) return !value;
    }
    if (STATE.test(plain) && typeof value === 'string') {
      const [now, earlier] = [value, heldBy(before, name)].map((each) => plainWord(String(each)));
      if (statesOf(deed).includes(now ?? '') || (deed === 'ended' && ENDS.has(now ?? ''))) return true;
      if (earlier === deed && FIRST_STATES.includes(now ?? '')) return false;
    }
  }
  return undefined;
}

/** States in which a record has ended, whatever the end is called. */
const ENDS = new Set(['closed', 'completed', 'finished', 'done', 'stopped', 'terminated', 'cancelled', 'canceled']);

/** Flags that say the contrary of an action: `active` of a record with `deactivated_at`. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['deactivated', 'active'],
  ['disabled', 'enabled'],
]);

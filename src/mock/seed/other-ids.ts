import type { JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import type { Collection } from '../../state/index.ts';
import { valueAt, withValueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity } from '../model/place.ts';

/** How many numbers are tried before a value is kept although another record has it. */
const MOST_TRIES = 1000;

/**
 * The record with other ids than all records of its place: by `key` as well as by `id`, a path must find one record. An id that
 * is taken gets the next free number (`ED-8`, `ED-9`). What the client sent stays.
 */
export function withFreeOtherIds(
  mock: MockContext,
  place: EntityPlace,
  collection: Collection,
  { key, value, given = {} }: { readonly key: string; readonly value: JsonObject; readonly given?: JsonObject },
): JsonObject {
  const { schema, id } = place.resource;
  let free = value;
  for (const property of id?.also ?? []) {
    const pointer = pointerTo(property);
    const shown = valueAt(free, pointer);
    if (typeof shown !== 'string' || valueAt(given, pointer) !== undefined) continue;
    const isTaken = (text: string): boolean => {
      const there = firstEntity(collection, place, [...place.where, { pointer, op: 'equals', value: text }]);
      return there !== undefined && there.key !== key;
    };
    let next = shown;
    for (let tried = 0; tried < MOST_TRIES && isTaken(next); tried += 1) next = withNextNumber(next);
    const renamed = next === shown ? free : asObject(withValueAt(free, pointer, next));
    if (mock.validator.accepts(schema, renamed, 'response')) free = renamed;
  }
  return free;
}

/** `ED-9` for `ED-8`, `main-2` for `main`. */
function withNextNumber(text: string): string {
  const [, before = '', digits = '', behind = ''] = /^(.*?)(\d{1,15})(\D*)$/.exec(text) ?? [];
  if (digits === '') return `${text}-2`;
  return before + String(Number(digits) + 1).padStart(digits.length, '0') + behind;
}

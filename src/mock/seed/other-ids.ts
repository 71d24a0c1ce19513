import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Collection } from '../../state/index.ts';
import { valueAt, withoutSeparators, withValueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, firstEntity } from '../model/place.ts';

/** How many numbers are tried before a value is kept although another record has it. */
const MOST_TRIES = 1000;

/**
 * The record with other ids than all records of its place: by `key` as well as by `id`, a path must find one record. An id that
 * is taken gets the next free number (`ED-8`, `ED-9`). What the client sent stays. Where no path names records, what they call their id
 * is free as well.
 */
export function withFreeOtherIds(
  mock: MockContext,
  place: EntityPlace,
  collection: Collection,
  { key, value, given = {} }: { readonly key: string; readonly value: JsonObject; readonly given?: JsonObject },
): JsonObject {
  const { schema, id } = place.resource;
  let free = value;
  for (const property of id === undefined ? ownIds(place.resource, value) : (id.also ?? [])) {
    const pointer = pointerTo(property);
    const shown = valueAt(free, pointer);
    const isId = typeof shown === 'string' || typeof shown === 'number';
    if (!isId || valueAt(given, pointer) !== undefined) continue;
    const isTaken = (text: Json): boolean => {
      const there = firstEntity(collection, place, [...place.where, { pointer, op: 'equals', value: text }]);
      return there !== undefined && there.key !== key;
    };
    const next = typeof shown === 'number' ? freeNumber(shown, isTaken) : freeText(shown, isTaken);
    const renamed = next === shown ? free : asObject(withValueAt(free, pointer, next));
    if (mock.validator.accepts(schema, renamed, 'response')) free = renamed;
  }
  return free;
}

function freeText(shown: string, isTaken: (text: Json) => boolean): string {
  let next = shown;
  for (let tried = 0; tried < MOST_TRIES && isTaken(next); tried += 1) next = withNextNumber(next);
  return next;
}

/** A free number right behind one that is taken, if `shown` is taken. Numbers are skipped to find it, since all before may be taken. */
function freeNumber(shown: number, isTaken: (number: Json) => boolean): number {
  if (!isTaken(shown)) return shown;
  let taken = shown;
  let step = 1;
  while (step < Number.MAX_SAFE_INTEGER / 4 && isTaken(taken + step)) {
    taken += step;
    step *= 2;
  }
  while (step > 1) {
    step /= 2;
    if (isTaken(taken + step)) taken += step;
  }
  return taken + 1;
}

/** The name of a record's id where no path says it. */
function ownIds({ singular }: Resource, value: JsonObject): readonly string[] {
  const usual = ['id', 'uuid', `${withoutSeparators(singular)}id`];
  const [own] = usual.flatMap((name) => Object.keys(value).filter((each) => withoutSeparators(each) === name));
  return own === undefined ? [] : [own];
}

/** `ED-9` for `ED-8`, `main-2` for `main`. */
function withNextNumber(text: string): string {
  const [, before = '', digits = '', behind = ''] = /^(.*?)(\d{1,15})(\D*)$/.exec(text) ?? [];
  if (digits === '') return `${text}-2`;
  return before + String(Number(digits) + 1).padStart(digits.length, '0') + behind;
}

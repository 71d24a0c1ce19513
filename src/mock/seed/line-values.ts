import type { Json, JsonObject } from '../../core/index.ts';
import {
  isNightlyPrice,
  isQuantity,
  isUnitPrice,
  lineTotalOf,
  spanLength,
  spansAmong,
  totalIn,
} from '../../generation/index.ts';
import { wordsOf } from '../../spec/index.ts';

/** Texts of a line that are those of the thing that it names. */
const SHOWN = new Set(['name', 'title', 'sku', 'image', 'image url', 'thumbnail', 'currency', 'unit']);

/**
 * What a line shows of the thing that it names, in its own names and theirs: `name` and `unitPrice` of `{ productId, name, unitPrice, quantity }` are the `name`
 * and the `price` of the product. Empty if a record is not a line, because it has no quantity, or the thing has no price.
 */
export function lineValues(own: readonly string[], theirs: readonly string[]): readonly (readonly [string, string])[] {
  if (!own.some(isQuantity) || theirs.some(isQuantity) || !theirs.some(isUnitPrice)) return [];
  const texts = own.flatMap((name): readonly (readonly [string, string])[] => {
    const words = wordsOf(name).join(' ');
    const other = SHOWN.has(words) ? theirs.find((each) => wordsOf(each).join(' ') === words) : undefined;
    return other === undefined ? [] : [[name, other]];
  });
  const [price, ...prices] = theirs.filter(isUnitPrice);
  const ownPrice = own.find(isUnitPrice);
  const isPriced = price !== undefined && prices.length === 0 && ownPrice !== undefined;
  return isPriced ? [...texts, [ownPrice, price]] : texts;
}

/** What a record repeats of the one that it refers to: `product_name` beside `product_id` is the `name` of the product. */
export function namesOfReferred(
  own: readonly string[],
  theirs: readonly string[],
  reference: string,
): readonly (readonly [string, string])[] {
  const stem = wordsOf(reference).slice(0, -1);
  const byWords = new Map(theirs.map((name) => [wordsOf(name).join(), name]));
  return own.flatMap((name): readonly (readonly [string, string])[] => {
    const words = wordsOf(name);
    const isRepeated = name !== reference && words.slice(0, stem.length).join() === stem.join();
    const other = isRepeated ? byWords.get(words.slice(stem.length).join()) : undefined;
    return other === undefined ? [] : [[name, other]];
  });
}

/** A thing that a line names, by the property with its id. */
interface NamedThing {
  readonly property: string;
  readonly recordOf: (id: Json) => JsonObject | undefined;
}

/** A line with what it shows of the things that it names, and its total. `sent` stays as it is. */
export function withThings(line: JsonObject, things: readonly NamedThing[], sent: JsonObject): JsonObject {
  const changed: Record<string, Json> = {};
  for (const { property, recordOf } of things) {
    const id = line[property];
    const thing = id === undefined || id === null || typeof id === 'object' ? undefined : recordOf(id);
    const [own, theirNames] = [Object.keys(line), Object.keys(thing ?? {})];
    for (const [name, theirs] of [...lineValues(own, theirNames), ...namesOfReferred(own, theirNames, property)]) {
      const value = thing?.[theirs];
      if (value !== undefined && !Object.hasOwn(sent, name) && typeof value === typeof line[name])
        changed[name] = value;
    }
  }
  if (Object.keys(changed).length === 0) return line;
  const whole = { ...line, ...changed };
  return { ...whole, ...Object.fromEntries(lineTotalOf(whole).filter(([name]) => !Object.hasOwn(sent, name))) };
}

/**
 * The whole price of a stay, by the nights between its dates and the price of a night of the room that it names. Empty if the record or the room has no such
 * number.
 */
export function stayTotal(record: JsonObject, room: JsonObject): readonly (readonly [string, Json])[] {
  const names = Object.keys(record);
  const total = totalIn(names);
  const price = room[Object.keys(room).find(isNightlyPrice) ?? ''];
  const nights = nightsOf(record);
  if (total === undefined || nights === undefined || typeof price !== 'number') return [];
  return typeof record[total] === 'number' ? [[total, Math.round(nights * price * CENTS) / CENTS]] : [];
}

/** The nights between the only two dates of a record. */
export function nightsOf(record: JsonObject): number | undefined {
  const names = Object.keys(record).filter((name) => name !== NIGHTS);
  const span = spansAmong([...names, NIGHTS]).find(({ name }) => name === NIGHTS);
  return span === undefined ? undefined : spanLength(span, record);
}

const NIGHTS = 'nights';
const CENTS = 100;

import type { Json } from '../../core/index.ts';
import { setOwn } from '../../wire/index.ts';
import { type Chance, childChance, drawInt } from '../model/chance.ts';
import type { Drawing, Spot } from '../plan/draw-context.ts';
import type { ObjectPlan } from '../plan/object-plan.ts';

/**
 * Swaps two drawn values if their names say that the first is the lower one, and both fit the other's
 * place. An interval between two times of day lasts hours, unless its name says that it is longer.
 */
export function putInOrder(
  { tools, direction }: Drawing,
  { pairs, byName }: ObjectPlan,
  { draft, spot }: { readonly draft: Record<string, Json>; readonly spot: Spot },
  isFree: (name: string) => boolean,
): void {
  const fits = (name: string, value: Json): boolean =>
    byName.get(name)?.plan.originals.every((schema) => tools.check(schema, value, direction)) === true;
  for (const [low, high] of pairs) {
    const [first, second] = [draft[low], draft[high]];
    if (first === undefined || second === undefined || !isFree(low) || !isFree(high)) continue;
    if (isAbove(first, second) && fits(low, second) && fits(high, first)) {
      setOwn(draft, low, second);
      setOwn(draft, high, first);
    }
    const words = tools.wordsOf(`${spot.about} ${low}`);
    if (!words.some((word) => STARTS.has(word)) || words.some((word) => LASTING.has(word))) continue;
    const end = hoursAfter(draft[low], draft[high], childChance(spot.chance, high));
    if (end !== undefined && fits(high, end)) setOwn(draft, high, end);
  }
}

const STARTS: ReadonlySet<string> = new Set(['start', 'starts', 'started', 'begin', 'begins', 'opens', 'departure']);
/** Words for what lasts days or years. */
const LASTING: ReadonlySet<string> = new Set(
  'absence billing booking campaign contract course coupon deal discount employment experiment fiscal holiday lease leave license licence membership milestone month period phase plan policy project promotion rental reservation sale season semester sprint stay subscription tenancy term tour trial trip vacation warranty year'.split(
    ' ',
  ),
);
const QUARTER_OF_AN_HOUR = 900_000;

/** A moment some quarters of an hour after the first of two, in the same form; `undefined` if one of them is not a moment with a time of day. */
function hoursAfter(start: Json | undefined, end: Json | undefined, chance: Chance): string | undefined {
  if (typeof start !== 'string' || typeof end !== 'string' || !TIME.test(start) || !TIME.test(end)) return undefined;
  const moment = Date.parse(start) + drawInt(chance, 1, 16) * QUARTER_OF_AN_HOUR;
  // A pattern may allow a month or a day that the calendar has not.
  if (Number.isNaN(moment)) return undefined;
  return new Date(moment).toISOString().replace('.000Z', 'Z');
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const MOMENT = /^\d{4}-\d\d-\d\d/;

/** Whether the first of two numbers or instants is greater. */
function isAbove(first: Json, second: Json): boolean {
  if (typeof first === 'number' || typeof first === 'bigint')
    return (typeof second === 'number' || typeof second === 'bigint') && first > second;
  if (typeof first !== 'string' || typeof second !== 'string' || !MOMENT.test(first) || !MOMENT.test(second))
    return false;
  return Date.parse(first) > Date.parse(second);
}

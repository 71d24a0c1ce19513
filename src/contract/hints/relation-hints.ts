import type { Json } from '../../core/index.ts';
import { isObject, valueAt, withValueAt } from '../../wire/index.ts';
import type { HintPlace } from './hint-places.ts';

/** Two places of a body, of which the first must not be the greater one. */
export interface OrderHint {
  readonly lesser: string;
  readonly greater: string;
}

const LESS =
  /\b(before|earlier than|prior to|less than|lower than|smaller than|at most|not (be )?(after|later than|greater than)|not exceed)\b/i;
const MORE =
  /\b(after|later than|greater than|higher than|larger than|at least|not (be )?(before|earlier than|less than))\b/i;
const NOT_LESS = /\bnot (be )?(before|earlier than|prior to|less than|lower than|smaller than)\b/i;
const EXCLUSIVE =
  /\bmutually exclusive\b|\bonly one of\b|\bnot both\b|\b(cannot|can't|can not|must not|may not) be (used|combined|set|given|specified|sent|present) (together|with|at the same time)\b/i;

/** What a refusal says of the order of two places that stand beside each other: `startsAt must be before endsAt`. */
export function orderIn(text: string, places: readonly HintPlace[]): OrderHint | undefined {
  const [first, second] = saidIn(text, places);
  if (first === undefined || second === undefined) return undefined;
  const between = text.slice(first.index, second.index);
  const isLess = LESS.test(between) && !NOT_LESS.test(between);
  if (!isLess && !MORE.test(between)) return undefined;
  const [one, other] = [first, second].map(({ at }) => at.place.slice('/body'.length));
  if (one === undefined || other === undefined) return undefined;
  return isLess ? { lesser: one, greater: other } : { lesser: other, greater: one };
}

/** The place that is left out where a refusal says that two of them exclude each other: the last that may be left out. */
export function excludedIn(text: string, places: readonly HintPlace[]): HintPlace | undefined {
  if (!EXCLUSIVE.test(text)) return undefined;
  const said = saidIn(text, places);
  return said.length < 2 ? undefined : said.findLast(({ at }) => !at.required)?.at;
}

/** Places of the body beside each other whose names a sentence says, in its order. */
function saidIn(
  text: string,
  places: readonly HintPlace[],
): readonly { readonly at: HintPlace; readonly index: number }[] {
  const found = places
    .filter(({ place, name }) => /^\/body\/[^*]+$/.test(place) && name.length > 2)
    .map((at) => ({ at, index: text.search(new RegExp(`(?<![\\w-])${at.name.replace(/[^\w]/g, '\\$&')}(?![\\w-])`)) }))
    .filter(({ index }) => index >= 0)
    .sort((one, other) => one.index - other.index);
  return found.filter(({ at }) => parentOf(at) === parentOf(found[0]?.at ?? at));
}

function parentOf({ place }: HintPlace): string {
  return place.slice(0, place.lastIndexOf('/'));
}

/** The body with two values exchanged where they are in the wrong order: numbers, or moments. */
export function inOrder(body: Json, orders: readonly OrderHint[]): Json {
  return orders.reduce((value, { lesser, greater }) => {
    if (!isObject(value)) return value;
    const [low, high] = [valueAt(value, lesser), valueAt(value, greater)];
    const [from, to] = [rankOf(low), rankOf(high)];
    if (low === undefined || high === undefined || from === undefined || to === undefined || from <= to) return value;
    return withValueAt(withValueAt(value, lesser, high), greater, low);
  }, body);
}

function rankOf(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value;
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

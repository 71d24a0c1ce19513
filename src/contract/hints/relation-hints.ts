import type { Json } from '../../core/index.ts';
import { isObject, valueAt, withValueAt } from '../../wire/index.ts';
import type { HintPlace } from './hint-places.ts';

/** Two places of a body. The value of the first must not be greater. */
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

/** The order that a refusal states for two sibling places: `startsAt must be before endsAt`. */
export function orderIn(text: string, places: readonly HintPlace[]): OrderHint | undefined {
  const [first, second] = placesNamedIn(text, places);
  if (first === undefined || second === undefined) return undefined;
  const between = text.slice(first.index, second.index);
  const isLess = LESS.test(between) && !NOT_LESS.test(between);
  if (!isLess && !MORE.test(between)) return undefined;
  const [one, other] = [first, second].map(({ at }) => at.place.slice('/body'.length));
  if (one === undefined || other === undefined) return undefined;
  return isLess ? { lesser: one, greater: other } : { lesser: other, greater: one };
}

/**
 * The place to leave out if a refusal says that two places exclude each other: the last one that is
 * optional.
 */
export function excludedIn(text: string, places: readonly HintPlace[]): HintPlace | undefined {
  if (!EXCLUSIVE.test(text)) return undefined;
  const named = placesNamedIn(text, places);
  return named.length < 2 ? undefined : named.findLast(({ at }) => !at.required)?.at;
}

const SET_TWICE = /["'`]([\w.-]+)["'`],? (?:of )?oneof \S+ is already set\b/i;

/** The optional places that exclude what the request has already: `error parsing "phone", oneof contact is already set`. */
export function setTwiceIn(text: string, places: readonly HintPlace[]): readonly HintPlace[] {
  const [, twice] = SET_TWICE.exec(text) ?? [];
  return places.filter(({ name, required }) => name === twice && !required);
}

const SOME_OF = /\b(?:at least|exactly) one of\b(.+)/i;

/** The place to fill if a refusal asks for one of several: `must contain at least one of [query, keys]`. */
export function oneOfSeveral(text: string, places: readonly HintPlace[]): HintPlace | undefined {
  const [, names] = SOME_OF.exec(text) ?? [];
  return names === undefined ? undefined : placesNamedIn(names, places)[0]?.at;
}

/** Sibling places of the body that a sentence names, in the order of the sentence. */
function placesNamedIn(
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

/** The body with values swapped where two of them are in the wrong order. Values are numbers or instants. */
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

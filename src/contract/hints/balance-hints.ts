import type { Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Schema } from '../../spec/index.ts';
import { isArray, isObject, parsePointer, valueAt, withValueAt } from '../../wire/index.ts';
import type { HintPlace } from './hint-places.ts';

/** A list in a body whose items must balance: as much on one side as on the other. */
export interface BalanceHint {
  /** Such as `/entries`. */
  readonly list: string;
  /** The property with the amount. */
  readonly amount: string;
  /** The property that says on which side an item is, with its two values. Without it, amounts have signs. */
  readonly side?: { readonly name: string; readonly values: readonly [Json, Json] };
}

const BALANCE =
  /\b(must|should|shall|do|does|did|has to|have to|needs? to|are|is)( not|n['’]t)? (be )?balanced?\b|\bunbalanced\b|\bout of balance\b|\b(sum|add|total)s? (up )?to (zero|0)\b|\b(sum|total)\b[^.;]*\b(be|is|equals?) (zero|0)\b|\bdebits?\b[^.;]*\b(equal|match)|\bcredits?\b[^.;]*\b(equal|match)/i;

/** The list that a sentence wants balanced: the only list of objects with an amount in the body. */
export function balanceIn(text: string, places: readonly HintPlace[], api: Api): BalanceHint | undefined {
  if (!BALANCE.test(text)) return undefined;
  const inLists = places.filter(({ place }) => /^\/body(\/[^/*]+)+\/\*\/[^/]+$/.test(place));
  const amounts = inLists.filter(({ name, schema }) => isNumber(api, schema) && AMOUNTS.test(name));
  const [amount] = amounts;
  if (amount === undefined || amounts.length > 1) return undefined;
  const list = amount.place.slice('/body'.length, amount.place.lastIndexOf('/*/'));
  const side = inLists
    .filter(({ place }) => place.startsWith(`/body${list}/*/`))
    .flatMap(({ name, schema }) => {
      const values = conjunctsOf(api, schema).find((rule) => rule.enum !== undefined)?.enum ?? [];
      const [one, other] = values;
      return values.length === 2 && one !== undefined && other !== undefined
        ? [{ name, values: [one, other] as const }]
        : [];
    })[0];
  return { list, amount: amount.name, ...(side === undefined ? {} : { side }) };
}

const AMOUNTS = /amount|value|sum|total|quantity|units|cents|weight|share/i;

function isNumber(api: Api, schema: Schema): boolean {
  return conjunctsOf(api, schema).some(({ type }) => [type ?? []].flat().some((each) => NUMBERS.has(each)));
}

const NUMBERS = new Set(['number', 'integer']);

/**
 * The body with a balanced list. The item that is probed keeps what it has, and the list its length if it is
 * probed itself; else two or three items are left.
 *
 * @param probed pointer in the body of the value that the request is about
 */
export function withBalance(body: Json, { list, amount, side }: BalanceHint, probed: string | undefined): Json {
  const items = valueAt(body, list);
  if (!isArray(items) || items.length < 2 || !items.every(isObject)) return body;
  const inside = probed?.startsWith(`${list}/`) === true ? (parsePointer(probed.slice(list.length)) ?? []) : [];
  const fixed = Number(inside[0] ?? 0);
  const first = items[fixed] ?? items[0];
  const value = first?.[amount];
  if (first === undefined || typeof value !== 'number') return body;
  const isInside = inside.length > 0;
  const kept = probed === list ? items : [first, ...items.filter((each) => each !== first)].slice(0, isInside ? 2 : 3);
  const isOdd = kept.length % 2 === 1;
  const own = side === undefined ? undefined : first[side.name];
  const opposite = side?.values.find((each) => each !== own) ?? null;
  const entries = kept.map((each, index) => {
    // An odd list is three items of which one outweighs two, and pairs.
    const isOther = isOdd && index < 3 ? index > 0 : index % 2 === 1;
    const size = isOdd && index === 0 ? 2 * value : value;
    if (side === undefined) return { ...each, [amount]: isOther ? -size : size };
    return { ...each, [amount]: size, [side.name]: isOther ? opposite : (own ?? null) };
  });
  return withValueAt(body, list, isInside && fixed === 1 ? entries.toReversed() : entries);
}

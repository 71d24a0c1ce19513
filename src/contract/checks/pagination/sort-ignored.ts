import type { Json } from '../../../core/index.ts';
import { isObject, stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { memberPath } from '../../model/member-path.ts';
import { compare, sortValue } from '../../model/order.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { itemsOf } from '../../responses/list-walk.ts';

type Order = (a: Json, b: Json) => number;

/** Orders of strings without case that a service may use: of the letters, or by the rules of a language. */
const WITHOUT_CASE: readonly Order[] = [
  (a, b) => compare(String(a).toLowerCase(), String(b).toLowerCase()),
  (a, b) => String(a).localeCompare(String(b), 'en'),
];
/** Orders of strings that a service may use. */
const ORDERS: readonly Order[] = [
  compare,
  ...WITHOUT_CASE,
  // Base64 in the order of its bytes.
  (a, b) => Buffer.compare(Buffer.from(String(a), 'base64'), Buffer.from(String(b), 'base64')),
];
/** Numbers in strings (`format: int64`) have the order of the numbers, or that of texts. */
const WHOLE = /^-?\d+$/;
const byNumber = (a: Json, b: Json): number => compare(BigInt(String(a)), BigInt(String(b)));

export const sortIgnored: Check = defineCheck({
  id: 'sort.ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['sort'],
  question: 'Do items come in the requested order, or in that of the description?',
  guard:
    'Only items that have the property, all of one type; an object with a single number counts as that number. Values of several units may also be in order unit by unit. Strings may be in any usual order, unless the document says that the case of letters does not count. Listed values may be in the order of their list, and must be where the document names them in that order. Where a description names no direction, numbers, dates and listed values may be in either one.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'sort' || exchange.response.status > 299) return [];
    const found = (story.items ?? itemsOf(exchange, story.list) ?? []).map((item) => valueAt(item, story.pointer));
    const values = found.map(sortValue);
    const known = values.filter(
      (value): value is Json => value !== undefined && value !== null && typeof value !== 'object',
    );
    if (known.length < 2 || known.length !== values.length) return [];
    const sign = story.descending ? -1 : 1;
    const orders = ordersFor(known, story);
    const breaksOf = (wanted: number): readonly number[] =>
      orders.map((order) =>
        known.findIndex((value, index) => index > 0 && wanted * order(known[index - 1] ?? null, value) > 0),
      );
    const breaks = breaksOf(sign);
    if (breaks.includes(-1) || isSortedByUnit(found, known, sign)) return [];
    const isTurned = breaksOf(-sign).includes(-1);
    if (isTurned && story.eitherWay === true) return [];
    // The shown part includes the last value in order and the first one out of order.
    const from = Math.max(0, Math.max(...breaks) - 4);
    const parameter = (isTurned ? story.direction?.parameter : undefined) ?? story.parameter;
    return [
      {
        ...(parameter === undefined ? {} : { messagePointer: `/query/${parameter}` }),
        subject: `${story.pointer} ${story.descending}`,
        expected: `items by ${memberPath(story.pointer)}, ${directionOf(story)}${story.caseless === true ? ', whatever the case of letters' : ''}`,
        actual: `${from > 0 ? '…, ' : ''}${known
          .slice(from, from + 8)
          .map(String)
          .join(', ')}`,
        message: `${exchange.operation?.id} ${faultOf(story, isTurned)}.`,
      },
    ];
  },
});

/** The orders of which one must hold. Listed values may have that of their list, and must have it where the document says so. */
function ordersFor(
  known: readonly Json[],
  { listed, caseless }: Extract<Stimulus, { readonly kind: 'sort' }>,
): readonly Order[] {
  if (listed !== undefined && known.every((value) => listed.values.includes(value))) {
    const byPlace: Order = (a, b) => listed.values.indexOf(a) - listed.values.indexOf(b);
    return listed.isRule ? [byPlace] : [byPlace, ...ORDERS];
  }
  if (known.every((value) => typeof value === 'string' && WHOLE.test(value))) return [byNumber, compare];
  if (typeof known[0] !== 'string') return ORDERS.slice(0, 1);
  return caseless === true && known.every((value) => LETTERS.test(String(value))) ? WITHOUT_CASE : ORDERS;
}

/** Texts whose order without case is the same in every language. */
const LETTERS = /^[A-Za-z0-9 ]*$/;

const directionOf = ({ descending, eitherWay }: Extract<Stimulus, { readonly kind: 'sort' }>): string =>
  eitherWay === true ? 'ascending or descending' : directionName(descending);
const directionName = (descending: boolean): string => (descending ? 'descending' : 'ascending');

/** `isTurned`: the items are in the opposite order. */
function faultOf(story: Extract<Stimulus, { readonly kind: 'sort' }>, isTurned: boolean): string {
  const { parameter, pointer, descending, direction, described } = story;
  const by = memberPath(pointer);
  if (isTurned && direction !== undefined)
    return `ignores \`${direction.parameter}=${String(direction.value)}\`: it sorts by \`${by}\`, ${directionName(!descending)}`;
  const fault =
    parameter !== undefined
      ? `does not sort by \`${parameter}\``
      : described
        ? 'is not sorted as its description says'
        : 'does not show the newest items first';
  if (isTurned && parameter !== undefined)
    return `${fault} in the right direction: the items are in the order of \`${by}\`, ${directionName(!descending)}`;
  return `${fault}: the items are not in the order of \`${by}\`, ${directionOf(story)}`;
}

/** Whether items with one unit or currency stand together, in order: kilometres and miles have no common order. */
function isSortedByUnit(found: readonly (Json | undefined)[], numbers: readonly Json[], sign: number): boolean {
  const units = found.map((value) => stringifyJson(unitOf(value)));
  const starts = units.filter((unit, index) => unit !== units[index - 1]);
  const inOrder = numbers.every(
    (value, index) => units[index] !== units[index - 1] || sign * compare(numbers[index - 1] ?? null, value) <= 0,
  );
  return inOrder && starts.length > 1 && new Set(starts).size === starts.length;
}

/** What stands beside the numbers of an object: its unit or currency. */
function unitOf(value: Json | undefined): Json {
  return isObject(value) ? Object.values(value).filter((each) => typeof each !== 'number') : [];
}

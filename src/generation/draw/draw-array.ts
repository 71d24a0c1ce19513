import type { Json } from '../../core/index.ts';
import { isObject } from '../../wire/index.ts';
import { childChance, drawInt } from '../model/chance.ts';
import { valueKey } from '../model/json-values.ts';
import { type ArrayPlan, arrayPlanOf } from '../plan/array-plan.ts';
import { type Drawing, fail, isCrowded, MOST_ITEMS, type Spot } from '../plan/draw-context.ts';
import { keep, type LeafPlan, type ValuePlan } from '../plan/plan.ts';
import { isFinitePlan } from '../plan/value-depth.ts';
import { fewIntegers } from './draw-number.ts';
import { membersOf } from './members.ts';

/** How often an item is drawn again because it is in the list already. */
const TRIES = 12;

export function drawArray(drawing: Drawing, plan: LeafPlan, spot: Spot): Json | undefined {
  const array = arrayPlanOf(plan, drawing.tools);
  if (array.least > plan.shape.maxItems) return fail(drawing, '`minItems` is greater than `maxItems`');
  if (array.least > MOST_ITEMS) return fail(drawing, `\`minItems\` asks for more than ${MOST_ITEMS} items`);
  if (array.least > array.most) return fail(drawing, '`items` allows fewer items than `minItems` asks for');
  const wanted = wantedCount(drawing, plan, array, spot);
  drawing.active.push(plan);
  const items = exampleWords(drawing, { plan, array, wanted }, spot) ?? drawItems(drawing, array, spot, wanted);
  drawing.active.pop();
  return items;
}

/** With the fewest items, those of the prefix should satisfy `contains`; otherwise further items do. */
function orderOf({ optional }: Drawing): 'behind' | 'first' {
  return optional === 'all' ? 'behind' : 'first';
}

function wantedCount(drawing: Drawing, plan: LeafPlan, array: ArrayPlan, spot: Spot): number {
  const { most, prefix } = array;
  const least = orderOf(drawing) === 'behind' ? Math.max(array.least, array.roomy) : array.least;
  if (drawing.optional === 'required' && least === 0 && spot.depth > 0) return 0;
  if (isCrowded(drawing, plan, spot.depth)) return least;
  if (!isFinitePlan(drawing.tools, array.item(least), drawing.direction)) return least;
  if (prefix > 0) return Math.min(Math.max(prefix, least), most);
  const natural = drawInt(childChance(spot.chance, 'length'), 1, spot.depth === 0 ? 3 : 2);
  return Math.min(Math.max(natural, least), most);
}

/** A list, and the number of items that it is drawn with. */
interface WantedList {
  readonly plan: LeafPlan;
  readonly array: ArrayPlan;
  readonly wanted: number;
}

/**
 * Words of an example of the list: `features: ["SMS"]` where an example is `["SMS", "VOICE"]`. Undefined where the items have words of their own, or an
 * example has anything else, such as ids.
 */
function exampleWords(
  drawing: Drawing,
  { plan, array: { item, least, prefix }, wanted }: WantedList,
  spot: Spot,
): readonly Json[] | undefined {
  if (drawing.wild || wanted === 0 || prefix > 0) return undefined;
  const words = keep(plan, 'example words', () => wordsIn(plan));
  const each = item(0);
  if (words.length < least || words.length === 0 || each.kind !== 'leaf') return undefined;
  if (each.schemas.some(({ examples, enum: listed }) => examples !== undefined || listed !== undefined))
    return undefined;
  const from = drawInt(childChance(spot.chance, 'words'), 0, words.length - 1);
  const picked = [...words.slice(from), ...words.slice(0, from)].slice(0, Math.max(1, wanted));
  return picked.every((word) => each.originals.every((schema) => drawing.tools.check(schema, word, drawing.direction)))
    ? picked
    : undefined;
}

function wordsIn({ schemas }: LeafPlan): readonly string[] {
  const items = schemas
    .flatMap(({ examples = [] }) => examples)
    .flatMap((each) => (Array.isArray(each) ? (each as readonly Json[]) : []));
  return items.every((each) => typeof each === 'string' && WORD.test(each))
    ? [...new Set(items as readonly string[])]
    : [];
}

const WORD = /^[A-Za-z][A-Za-z _.:-]{0,29}$/;

function drawItems(drawing: Drawing, array: ArrayPlan, spot: Spot, wanted: number): Json | undefined {
  const items: Json[] = [];
  const present = new Set<string>();
  const list: DrawnList = { unique: array.unique, spot, present };
  const plans = array.contained(wanted, orderOf(drawing));
  for (let index = 0; index < wanted; index++) {
    const plan = plans.get(index) ?? array.item(index);
    const item = drawItem(drawing, list, plan, index);
    if (item === undefined) return items.length >= array.least ? items : fail(drawing, drawing.progress.reason);
    // A nested value that is cut off does not count as an item. Each place of a tuple has its own value.
    const isOptional = index >= Math.max(array.least, array.prefix);
    if (item === null && isOptional && drawing.direction === 'response') continue;
    items.push(withIndex(drawing, plan, item, index));
    if (array.unique) present.add(valueKey(item));
  }
  return items;
}

/** A list while its items are drawn. */
interface DrawnList {
  readonly unique: boolean;
  readonly spot: Spot;
  /** Keys of the items so far, if they must differ. */
  readonly present: ReadonlySet<string>;
}

/** An item with its place in the list, if it has a property `index`. */
function withIndex(drawing: Drawing, plan: ValuePlan, item: Json, index: number): Json {
  if (drawing.direction !== 'response' || drawing.wild || !isObject(item)) return item;
  if (typeof item['index'] !== 'number' || item['index'] === index) return item;
  const placed = { ...item, index };
  return plan.originals.every((schema) => drawing.tools.check(schema, placed, drawing.direction)) ? placed : item;
}

function drawItem(drawing: Drawing, list: DrawnList, plan: ValuePlan, index: number): Json | undefined {
  const { unique, spot, present } = list;
  for (let i = 0; i < (unique ? TRIES : 1); i++) {
    const chance = childChance(spot.chance, i === 0 ? index : `${index}~${i}`);
    const { name, about, depth } = spot;
    const place = { chance, name, about, depth: depth + 1, repeated: index > 0 || i > 0, isItem: true };
    const item = drawing.tools.draw(i > 4 ? { ...drawing, wild: true } : drawing, plan, place);
    if (item === undefined || !unique || !present.has(valueKey(item))) return item;
  }
  return (
    unusedValue(drawing, list, plan, index) ??
    fail(drawing, '`uniqueItems` asks for more different items than were found')
  );
}

/** An unused value of a small set, which random draws may miss. */
function unusedValue(drawing: Drawing, { spot, present }: DrawnList, plan: ValuePlan, index: number): Json | undefined {
  if (plan.kind !== 'leaf') return undefined;
  const { types } = plan.shape;
  const few =
    membersOf(drawing, plan) ??
    (types.has('integer') && types.size <= 2 ? keep(plan, 'few', () => fewIntegers(plan, MOST_ITEMS)) : undefined);
  const all = few ?? (types.has('boolean') ? [true, false] : []);
  drawing.tools.steps.count(all.length >> 2);
  const from = drawInt(childChance(spot.chance, index), 0, Math.max(0, all.length - 1));
  return [...all.slice(from), ...all.slice(0, from)].find((value) => !present.has(valueKey(value)));
}

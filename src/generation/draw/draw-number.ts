import type { Json } from '../../core/index.ts';
import { type Chance, drawBigInt, drawInt } from '../model/chance.ts';
import { type Decimal, decimalOf, firstMultiple, isMultiple, lastMultiple, numberOf } from '../model/decimal.ts';
import { type Drawing, fail } from '../plan/draw-context.ts';
import { keep, type LeafPlan } from '../plan/plan.ts';
import type { ValueShape } from '../plan/shape.ts';

/** The allowed multiples of `step` from `first` to `last`, and how many of them are readable. */
interface Ladder {
  readonly step: Decimal;
  readonly first: bigint;
  readonly last: bigint;
}

/** The readable multiples as numbers, if all are exact. */
interface Friendly {
  readonly unit: { readonly digits: number; readonly divisor: number } | undefined;
  readonly low: number;
  readonly high: number;
}

const ONE: Decimal = { digits: 1n, scale: 0 };
const CENT: Decimal = { digits: 1n, scale: 2 };
/** Numbers without bounds are below this, so that they are readable. */
const FRIENDLY = 1000n;

export function drawNumber(drawing: Drawing, plan: LeafPlan, chance: Chance, whole: boolean): Json | undefined {
  const ladder = keep(plan, whole ? 'integers' : 'numbers', () => withFriendly(ladderOf(plan.shape, whole)));
  if (typeof ladder === 'string') return fail(drawing, ladder);
  const { unit, low, high } = ladder.friendly;
  // Dividend and divisor are exact, so the quotient is the double nearest to the decimal.
  if (!drawing.wild && unit !== undefined) return (drawInt(chance, low, high) * unit.digits) / unit.divisor;
  return numberOf(rung(ladder, drawBigInt(chance, ...friendlyRange(ladder, drawing.wild))));
}

/** All allowed integers if there are few, for lists of unique items. */
export function fewIntegers(plan: LeafPlan, most: number): readonly Json[] | undefined {
  const ladder = ladderOf(plan.shape, true);
  if (typeof ladder === 'string' || ladder.last - ladder.first >= BigInt(most)) return undefined;
  const count = Number(ladder.last - ladder.first) + 1;
  return Array.from({ length: count }, (_, i) => numberOf(rung(ladder, ladder.first + BigInt(i))));
}

export function numberFits({ low, high, step }: ValueShape, value: number | bigint): boolean {
  if (low !== undefined && (low.excluded ? value <= low.value : value < low.value)) return false;
  if (high !== undefined && (high.excluded ? value >= high.value : value > high.value)) return false;
  return step === undefined || isMultiple(value, Number(numberOf(step)));
}

/** The smallest and the largest allowed number. */
export function endsOf(shape: ValueShape): readonly [least: Json, greatest: Json] | undefined {
  const ladder = ladderOf(shape, !shape.types.has('number'));
  return typeof ladder === 'string'
    ? undefined
    : [numberOf(rung(ladder, ladder.first)), numberOf(rung(ladder, ladder.last))];
}

function rung(ladder: Ladder, index: bigint): Decimal {
  return { digits: ladder.step.digits * index, scale: ladder.step.scale };
}

/** Small and positive if the bounds allow that; else near the bound closer to zero. */
function friendlyRange({ step, first, last }: Ladder, wild: boolean): [bigint, bigint] {
  if (wild) return [first, last];
  const reach = (FRIENDLY * 10n ** BigInt(step.scale)) / (step.digits > 0n ? step.digits : 1n);
  const span = reach > 20n ? reach : 20n;
  const from = first <= 1n && last >= 1n ? 1n : first > 0n ? first : last < 0n ? last - span : first;
  const low = from < first ? first : from;
  const high = low + span - 1n;
  return [low, high > last ? last : high];
}

function withFriendly(ladder: Ladder | string): (Ladder & { readonly friendly: Friendly }) | string {
  if (typeof ladder === 'string') return ladder;
  const [low, high] = friendlyRange(ladder, false);
  const { digits, scale } = ladder.step;
  const ends = [low, high, low * digits, high * digits, digits].map(Number);
  const exact = scale <= 22 && ends.every(Number.isSafeInteger);
  const unit = exact ? { digits: Number(digits), divisor: 10 ** scale } : undefined;
  return { ...ladder, friendly: { unit, low: Number(low), high: Number(high) } };
}

const LARGEST = 10n ** 15n;

function ladderOf(shape: ValueShape, whole: boolean): Ladder | string {
  const { low, high } = shape;
  if (shape.step !== undefined && shape.step.digits <= 0n) return '`multipleOf` is not greater than 0';
  const base = shape.step ?? (whole ? ONE : CENT);
  const step = whole && shape.step !== undefined ? wholeStep(shape.step) : base;
  const found = between(step, low, high);
  if (found.first <= found.last) return found;
  if (shape.step !== undefined || whole)
    return `\`minimum\` and \`maximum\` leave no ${whole ? 'integer' : 'multiple'} between them`;
  // For bounds closer than 0.01: smaller steps, down to the resolution of a double.
  for (const scale of [4, 6, 9, 12, 15, 20, 40]) {
    const finer = between({ digits: 1n, scale }, low, high);
    if (finer.first <= finer.last) return finer;
  }
  return '`minimum` and `maximum` leave no number between them';
}

/** The smallest integer multiple of the step. */
function wholeStep(step: Decimal): Decimal {
  const unit = 10n ** BigInt(step.scale);
  let [a, b] = [step.digits, unit];
  while (b !== 0n) [a, b] = [b, a % b];
  return { digits: step.digits / a, scale: 0 };
}

function between(step: Decimal, low: ValueShape['low'], high: ValueShape['high']): Ladder {
  const first = low === undefined ? undefined : firstMultiple(step, decimalOf(low.value), low.excluded);
  const last = high === undefined ? undefined : lastMultiple(step, decimalOf(high.value), high.excluded);
  return {
    step,
    first: first ?? (last === undefined || last > -LARGEST ? -LARGEST : last - LARGEST),
    last: last ?? (first === undefined || first < LARGEST ? LARGEST : first + LARGEST),
  };
}

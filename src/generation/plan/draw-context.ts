import type { Json } from '../../core/index.ts';
import type { Api, Direction, Forms } from '../../spec/index.ts';
import type { SchemaEvaluator } from '../evaluate/schema-evaluator.ts';
import type { Chance } from '../model/chance.ts';
import type { PathCut } from '../model/path-cut.ts';
import type { StepBudget } from '../model/steps.ts';
import type { PatternText } from '../pattern/pattern.ts';
import type { Fake } from '../text/faker.ts';
import type { MeaningOf } from '../text/meaning.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Negation } from './negate.ts';
import type { ValuePlan, ValuePlanner } from './plan.ts';

/** The parts of one generator. */
export interface Tools {
  readonly api: Api;
  readonly steps: StepBudget;
  readonly formOf: Forms;
  readonly planner: ValuePlanner;
  /** Split path templates. */
  readonly cutOf: (path: string) => PathCut;
  readonly negation: Negation;
  readonly check: SchemaEvaluator;
  readonly pattern: (source: string) => PatternText | undefined;
  readonly meaningOf: MeaningOf;
  readonly wordsOf: (name: string) => readonly string[];
  readonly fakeAt: (chance: Chance) => Fake;
  readonly vocabulary: Vocabulary;
  readonly imageRoot: string | undefined;
  /** Draws a value of any plan. It is passed here because arrays and objects need it for their members. */
  readonly draw: (drawing: Drawing, plan: ValuePlan, spot: Spot) => Json | undefined;
}

/** The state of one value that is being drawn. */
export interface Drawing {
  readonly tools: Tools;
  readonly direction: Direction;
  /** `some` takes about half of the optional properties, for a second try. */
  readonly optional: 'all' | 'some' | 'required';
  readonly examples: boolean;
  /** Unusual characters and limits, for a later try if readable values do not fit. */
  readonly wild: boolean;
  /** Composite plans that are being drawn, outermost first. */
  readonly active: ValuePlan[];
  readonly progress: DrawProgress;
}

export interface DrawProgress {
  /** Number of values drawn so far. */
  count: number;
  /** Failed branches of choices. */
  failures: number;
  /** The reason of the last failure. */
  reason: string;
}

/** The place inside the value. Draws depend on nothing else. */
export interface Spot {
  readonly chance: Chance;
  /** Name of the property, or of the array that contains the value; `''` at the top. */
  readonly name: string;
  /** The subject that the property belongs to. */
  readonly about: string;
  readonly depth: number;
  /** Not the first item of an array, so its only example is used already. */
  readonly repeated: boolean;
  /** An item of an array: readers go through lists without looking for null. */
  readonly isItem?: boolean;
  readonly known?: Readonly<Record<string, Json>>;
}

/** Beyond this depth or number of values, only required parts are drawn. */
const ROOMY_DEPTH = 6;
const ROOMY_COUNT = 600;
/** Maximum number of values and items in one value. */
const MOST_VALUES = 60_000;
export const MOST_ITEMS = 10_000;
export const MOST_CHARACTERS = 200_000;
export const DEEPEST = 160;

/** Whether a composite value gets only required parts, because it is deep, large, or recursive. */
export function isCrowded(drawing: Drawing, plan: ValuePlan, depth: number): boolean {
  if (depth >= ROOMY_DEPTH || drawing.progress.count > ROOMY_COUNT) return true;
  let inside = 0;
  for (const outer of drawing.active) if (outer === plan) inside++;
  return inside > 1;
}

/** Steps of the budget that one drawn value costs; a visited schema costs one. */
const STEPS_PER_VALUE = 8;

/** Counts one more value; false if there are too many. */
export function mayDraw(drawing: Drawing, depth: number): boolean {
  drawing.progress.count++;
  drawing.tools.steps.count(STEPS_PER_VALUE);
  if (drawing.progress.count <= MOST_VALUES && depth <= DEEPEST * 2) return true;
  drawing.progress.reason = `the smallest value holds more than ${MOST_VALUES} values or is nested too deep`;
  return false;
}

export function fail(drawing: Drawing, reason: string): undefined {
  drawing.progress.reason = reason;
  return undefined;
}

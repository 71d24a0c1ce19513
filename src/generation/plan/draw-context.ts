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

/** What one generator draws with. */
export interface Tools {
  readonly api: Api;
  readonly steps: StepBudget;
  readonly formOf: Forms;
  readonly planner: ValuePlanner;
  /** Templates of paths, taken apart. */
  readonly cutOf: (path: string) => PathCut;
  readonly negation: Negation;
  readonly check: SchemaEvaluator;
  readonly pattern: (source: string) => PatternText | undefined;
  readonly meaningOf: MeaningOf;
  readonly wordsOf: (name: string) => readonly string[];
  readonly fakeAt: (chance: Chance) => Fake;
  readonly vocabulary: Vocabulary;
  readonly imageRoot: string | undefined;
  /** A value of any plan: handed round here, since arrays and objects draw their members with it. */
  readonly draw: (drawing: Drawing, plan: ValuePlan, spot: Spot) => Json | undefined;
}

/** One value being drawn. */
export interface Drawing {
  readonly tools: Tools;
  readonly direction: Direction;
  /** `some` takes about half of the optional properties: for a second try. */
  readonly optional: 'all' | 'some' | 'required';
  readonly examples: boolean;
  /** Odd characters, edges: for a later try, when friendly values do not fit. */
  readonly wild: boolean;
  /** Composite plans that are being drawn, outermost first. */
  readonly active: ValuePlan[];
  readonly progress: DrawProgress;
}

export interface DrawProgress {
  /** Values drawn so far. */
  count: number;
  /** Ways of choices that came to nothing. */
  failures: number;
  /** Why the last failure was one. */
  reason: string;
}

/** Where in the value: what is drawn depends on nothing else. */
export interface Spot {
  readonly chance: Chance;
  /** Name of the property that holds the value, or of the array that lists it; `''` at the top. */
  readonly name: string;
  /** What the property belongs to. */
  readonly about: string;
  readonly depth: number;
  /** Not the first item of an array: its one example has been used up. */
  readonly repeated: boolean;
  readonly known?: Readonly<Record<string, Json>>;
}

/** Nesting and size beyond which only what must be there is drawn. */
const ROOMY_DEPTH = 6;
const ROOMY_COUNT = 600;
/** Beyond this nothing is drawn: the value would be too large to be of use. */
const MOST_VALUES = 60_000;
export const MOST_ITEMS = 10_000;
export const MOST_CHARACTERS = 200_000;
export const DEEPEST = 160;

/** Whether a composite value should keep to what it must hold: deep, large, or inside itself. */
export function isCrowded(drawing: Drawing, plan: ValuePlan, depth: number): boolean {
  if (depth >= ROOMY_DEPTH || drawing.progress.count > ROOMY_COUNT) return true;
  let inside = 0;
  for (const outer of drawing.active) if (outer === plan) inside++;
  return inside > 1;
}

/** A value that is drawn takes longer than a schema that is looked at. */
const STEPS_PER_VALUE = 8;

/** Counts one more value; false when there are too many. */
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

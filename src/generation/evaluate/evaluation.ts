import type { Json } from '../../core/index.ts';
import type { Direction, Schema } from '../../spec/index.ts';
import type { StepBudget } from '../model/steps.ts';
import type { PatternText } from '../pattern/pattern.ts';

/** Members that some keyword has looked at (JSON Schema 2020-12 Core §11): kept only below an `unevaluated…`. */
export interface EvaluatedParts {
  readonly names: Set<string>;
  readonly indexes: Set<number>;
}

export interface Checking {
  readonly direction: Direction;
  readonly pattern: (source: string) => PatternText | undefined;
  /** Counts the members that are looked at. */
  readonly count: StepBudget['count'];
  /** `keyOf` each member. */
  keysOf(list: readonly Json[]): ReadonlySet<string>;
  /** Holds the value at a new place of the instance. */
  holds(schema: Schema, value: Json): boolean;
}

import type { Json } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import { createContain } from './contain.ts';
import { acceptsValue, refusesValue, type Side } from './side.ts';
import type { Gap } from './verdict.ts';

/** Compares schemas of two documents. What is contained is proven by the walk, what is not by a value. */
export interface SchemaComparer {
  /** Places where values of the left may not fit the right; none: every value surely fits. */
  gaps(left: Schema, right: Schema): readonly Gap[];
  /** Values that show a gap: both verdicts accept them on the left and refuse them on the right. */
  witnesses(gap: Gap, left: Schema, right: Schema): Iterable<Json>;
  /** Values at a gap, without a verdict. */
  candidates(gap: Gap): Iterable<Json>;
}

/** Attempts to draw a witness for one gap. */
const ATTEMPTS = 8;
/** Values that one comparer draws at most; gaps that come later are undecided. */
const MOST_DRAWS = 4_000;

export function createSchemaComparer(left: Side, right: Side): SchemaComparer {
  const contain = createContain(left, right);
  let drawn = 0;
  function* candidates({ values }: Gap): Iterable<Json> {
    for (let attempt = 0; values !== undefined && attempt < ATTEMPTS && drawn++ < MOST_DRAWS; attempt++) {
      const value = values(attempt);
      if (value !== undefined) yield value;
    }
  }
  return {
    gaps: (one, other) => contain([one], [other]).gaps,
    candidates,
    *witnesses(gap, one, other) {
      for (const value of candidates(gap))
        if (acceptsValue(left, one, value) && refusesValue(right, other, value)) yield value;
    },
  };
}

import type { Json } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import { createContain } from './contain.ts';
import type { Equal } from './equal.ts';
import { acceptsValue, refusesValue, type Side } from './side.ts';
import type { Gap } from './verdict.ts';

/**
 * Compares schemas of two documents. Containment is proven by walking both schemas; a difference is shown
 * by a value.
 */
export interface SchemaComparer {
  /**
   * Places where a value of the left schema may not be valid under the right one. Empty: every value is
   * valid there.
   */
  gaps(left: Schema, right: Schema): readonly Gap[];
  /** Values that show a gap: both validators accept them on the left and refuse them on the right. */
  witnesses(gap: Gap, left: Schema, right: Schema): Iterable<Json>;
  /** Values generated for a gap, not yet validated. */
  candidates(gap: Gap): Iterable<Json>;
}

/** Attempts to generate a witness for one gap. */
const ATTEMPTS = 8;
/** Most values that one comparer generates; gaps that come later stay undecided. */
const MOST_DRAWS = 4_000;

/** `equal`: equality of these two documents, where several comparers share what they find. */
export function createSchemaComparer(left: Side, right: Side, equal?: Equal): SchemaComparer {
  const contain = createContain(left, right, equal);
  let drawn = 0;
  function* candidates({ values }: Gap): Iterable<Json> {
    const { allowance } = left;
    for (let attempt = 0; values !== undefined && attempt < ATTEMPTS && drawn++ < MOST_DRAWS; attempt++) {
      if (allowance.isSpent()) return;
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

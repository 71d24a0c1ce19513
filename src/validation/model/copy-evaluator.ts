import { createEvaluator, type Evaluator, type Fits, type Numeric } from '../../evaluation/index.ts';
import { assertedFormats, integerRange, testText } from './formats.ts';
import type { PatternTests } from './pattern-budget.ts';

/** An evaluator of copied schemas, with the asserted formats. `definitions` may still grow. */
export function createCopyEvaluator(definitions: ReadonlyMap<string, unknown>, patterns: PatternTests): Evaluator {
  const formats = assertedFormats();
  return createEvaluator({
    definition: (reference) => definitions.get(reference),
    textFormat: (name) => (text) => testText(formats, name, text),
    numberFormat: isInRange,
    pattern: patterns.test,
    isUndecided: patterns.isUndecided,
  });
}

function isInRange(format: string): Fits<Numeric> | undefined {
  const range = integerRange(format);
  if (range === undefined) return undefined;
  const [least, most] = range;
  return (value) => (typeof value === 'bigint' || Number.isInteger(value)) && value >= least && value <= most;
}

import type { Evaluator, Fits } from '../../evaluation/index.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import { isEvaluated } from './evaluated-keywords.ts';

/** A larger schema is compiled, because it must be reported if its code is too deep for V8. */
const MOST_NODES = 500;

/**
 * A verdict without a compiler, for schemas with few values: reading a schema costs a twentieth of
 * compiling it, and judging a value several times as much. Both verdicts are equal. `undefined` for large
 * or recursive schemas, and for those with wide alternatives or `unevaluated…`, which are compiled at once.
 */
export function interpretSchema({ root, copier }: SchemaCopy, evaluator: Evaluator): Fits | undefined {
  const nodes = copier.reach(root);
  if (
    nodes.size > MOST_NODES ||
    [...nodes].some(isLeftToCompiler) ||
    copier.unfoldedSize(root) === Number.POSITIVE_INFINITY
  )
    return undefined;
  return (value) => evaluator.fits(root, value);
}

function isLeftToCompiler(node: unknown): boolean {
  return Object.entries(node as object).some(([keyword, rule]) => isEvaluated(keyword, rule));
}

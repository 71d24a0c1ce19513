import type { Evaluator, Fits } from '../../evaluation/index.ts';
import type { SchemaCopy } from '../copy/schema-copy.ts';
import { isEvaluated } from './evaluated-keywords.ts';

/** A larger schema is compiled: if its code is too deep for the engine, that has to be reported. */
const MOST_NODES = 500;

/**
 * A verdict without a compiler, for schemas that few values are held to: reading one costs a twentieth of compiling it, and judging a value
 * several times as much. Both say the same of every value. `undefined` for large schemas, and for those that lead to themselves, have wide
 * alternatives or `unevaluated…`: they are compiled at once.
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

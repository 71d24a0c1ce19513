import { _, type Ajv, type KeywordCxt } from 'ajv';
import { type Evaluator, KEYWORDS, WIDE } from '../../evaluation/index.ts';

/**
 * Hands keywords to an evaluator, which `lend` gives, instead of compiling them:
 * - `unevaluatedItems` and `unevaluatedProperties` (JSON Schema 2020-12 Core §11). Ajv begins behind item 1 where a branch that holds only for this
 *   value has evaluated every item, does not see what `contains` evaluates, and counts what a condition has looked at that does not hold.
 * - `oneOf` and `anyOf` of more than a hundred branches, whose compiled code would be too deep for the engine.
 * - keywords that Ajv does not have.
 */
export function useEvaluator(ajv: Ajv, lend: () => Evaluator): void {
  ajv.opts.unevaluated = false;
  for (const keyword of Object.values(KEYWORDS).flatMap((table) => Object.keys(table))) {
    const own = ajv.getKeyword(keyword);
    if (own !== false && !mayBeEvaluated(keyword)) continue;
    const isCompiled = ALTERNATIVES.includes(keyword) && typeof own === 'object' && 'code' in own;
    const compiled = isCompiled ? own : undefined;
    const code = (context: KeywordCxt, ruleType?: string): void => {
      if (compiled === undefined || isEvaluated(keyword, context.schema)) evaluate(context, keyword, lend());
      else compiled.code(context, ruleType);
    };
    ajv.removeKeyword(keyword).addKeyword({ ...(compiled ?? {}), keyword, code });
  }
}

const ALTERNATIVES: readonly string[] = ['oneOf', 'anyOf'];

function mayBeEvaluated(keyword: string): boolean {
  return keyword.startsWith('unevaluated') || ALTERNATIVES.includes(keyword);
}

/** Whether the evaluator judges a keyword with this value. */
export function isEvaluated(keyword: string, rule: unknown): boolean {
  if (!mayBeEvaluated(keyword)) return false;
  return !ALTERNATIVES.includes(keyword) || (Array.isArray(rule) && rule.length > WIDE);
}

function evaluate(context: KeywordCxt, keyword: string, evaluator: Evaluator): void {
  const { gen, data, parentSchema } = context;
  const keeps = (value: unknown): boolean => evaluator.keeps(parentSchema, keyword, value);
  context.fail(_`!${gen.scopeValue('func', { ref: keeps })}(${data})`);
}

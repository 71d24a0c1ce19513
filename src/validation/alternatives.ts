import { _, type Ajv, type AnySchema, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { candidatesOf, WIDE } from './branch-choice.ts';
import { TooManySteps } from './steps.ts';
import { definitionIn } from './verdict.ts';

/**
 * Replaces `oneOf` and `anyOf` of more than a hundred branches: of these only those are compiled that a value may fit, when one comes.
 */
export function judgeAlternatives(ajv: Ajv): void {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const own = ajv.getKeyword(keyword);
    if (typeof own !== 'object' || !('code' in own)) continue;
    const definition: CodeKeywordDefinition = {
      ...own,
      code: (context) => (context.schema.length > WIDE ? judgeWide(context, keyword, ajv) : own.code(context)),
    };
    ajv.removeKeyword(keyword).addKeyword(definition);
  }
}

function judgeWide(context: KeywordCxt, keyword: 'oneOf' | 'anyOf', ajv: Ajv): void {
  const branches: readonly AnySchema[] = context.schema;
  const candidates = later(() => candidatesOf(branches, (reference) => definitionIn(ajv, reference)));
  const most = keyword === 'oneOf' ? 2 : 1;
  const isRefused = (value: unknown): boolean => {
    let fitting = 0;
    for (const index of candidates()(value)) {
      const verdict = fits(ajv, branches[index] ?? false, value);
      // Nothing is held to what no compiler can read.
      if (verdict === undefined) return false;
      if (verdict) fitting += 1;
      if (fitting === most) break;
    }
    return fitting !== 1;
  };
  context.fail(_`${context.gen.scopeValue('func', { ref: isRefused })}(${context.data})`);
}

function fits(ajv: Ajv, branch: AnySchema, value: unknown): boolean | undefined {
  if (typeof branch === 'boolean') return branch;
  try {
    // Ajv remembers what it has compiled; nothing is asynchronous.
    return ajv.compile(branch)(value) as boolean;
  } catch (error) {
    if (error instanceof TooManySteps) throw error;
    return undefined;
  }
}

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

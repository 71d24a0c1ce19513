import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { type Evaluator, WIDE } from '../../evaluation/index.ts';

/**
 * Replaces `oneOf` and `anyOf` of more than a hundred branches: these are not compiled, but walked along when a value comes that may fit them.
 * `lend` gives the judge that does so.
 */
export function judgeAlternatives(ajv: Ajv, lend: () => Evaluator): void {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const own = ajv.getKeyword(keyword);
    if (typeof own !== 'object' || !('code' in own)) continue;
    const definition: CodeKeywordDefinition = {
      ...own,
      code: (context) => (context.schema.length > WIDE ? judgeWide(context, keyword, lend()) : own.code(context)),
    };
    ajv.removeKeyword(keyword).addKeyword(definition);
  }
}

function judgeWide(context: KeywordCxt, keyword: 'oneOf' | 'anyOf', judge: Evaluator): void {
  const { gen, data, parentSchema } = context;
  const keeps = (value: unknown): boolean => judge.keeps(parentSchema, keyword, value);
  context.fail(_`!${gen.scopeValue('func', { ref: keeps })}(${data})`);
}

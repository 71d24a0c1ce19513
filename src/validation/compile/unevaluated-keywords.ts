import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { alwaysEvaluated, type Evaluated, type Evaluator, type MemberKind } from '../../evaluation/index.ts';

/**
 * Replaces Ajv's `unevaluatedItems` and `unevaluatedProperties` (JSON Schema 2020-12 Core §11) and switches off its own book of what is evaluated.
 * That book begins behind item `true`, which is item 1, where a branch that holds only for this value has evaluated every item; it does not see
 * what `contains` evaluates, takes for evaluated what a condition has looked at that does not hold, and throws where two branches of which only
 * one is entered keep it together. `lend` gives the judge that says which branches hold.
 */
export function judgeUnevaluated(ajv: Ajv, lend: () => Evaluator): void {
  ajv.opts.unevaluated = false;
  const replace = (definition: CodeKeywordDefinition, kind: MemberKind): void => {
    const code = (context: KeywordCxt): void => {
      const judge = lend();
      const always = alwaysEvaluated(context.parentSchema, kind, judge);
      const evaluated = (value: object) => always ?? judge.evaluated(context.parentSchema, value, kind);
      if (always !== 'all' && context.schema !== true) judgeRest(context, kind, restOf(evaluated));
    };
    ajv.removeKeyword(String(definition.keyword)).addKeyword({ ...definition, code });
  };
  replace(ITEMS, 'items');
  replace(PROPERTIES, 'properties');
}

const COMMON: Pick<CodeKeywordDefinition, 'schemaType' | 'trackErrors' | 'code'> = {
  schemaType: ['boolean', 'object'],
  trackErrors: true,
  code: () => {},
};

const ITEMS: CodeKeywordDefinition = {
  ...COMMON,
  keyword: 'unevaluatedItems',
  type: 'array',
  error: { message: 'must NOT have unevaluated items', params: ({ params }) => _`{limit: ${params['name']}}` },
};

const PROPERTIES: CodeKeywordDefinition = {
  ...COMMON,
  keyword: 'unevaluatedProperties',
  type: 'object',
  error: {
    message: 'must NOT have unevaluated properties',
    params: ({ params }) => _`{unevaluatedProperty: ${params['name']}}`,
  },
};

/** Finds the names of what is not evaluated. */
function restOf(evaluated: (value: object) => Evaluated): (value: object) => readonly string[] {
  return (value) => {
    const known = evaluated(value);
    return known === 'all' ? [] : Object.keys(value).filter((name) => !known.has(name));
  };
}

/** Holds what is not evaluated to the keyword's schema; of items that may not be there, only the first is told. */
function judgeRest(context: KeywordCxt, kind: MemberKind, find: (value: object) => readonly string[]): void {
  const { gen, it, schema, errsCount } = context;
  if (errsCount === undefined) return; // Always there where errors are tracked.
  const rest = gen.const('rest', _`${gen.scopeValue('func', { ref: find })}(${context.data})`);
  const keyword = `unevaluated${kind === 'items' ? 'Items' : 'Properties'}`;
  gen.forOf('name', rest, (name) => {
    if (schema === false) {
      context.setParams({ name });
      context.error();
      if (!it.allErrors || kind === 'items') gen.break();
      return;
    }
    const valid = gen.name('valid');
    context.subschema({ keyword, dataProp: name, dataPropType: kind === 'items' ? INDEX : NAME }, valid);
    if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
  });
  context.ok(_`${errsCount} === errors`);
}

/** Ajv's words for what leads to a member, which its types do not export. */
const INDEX = 0;
const NAME = 1;

import { _, type Ajv, type AnySchemaObject, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import { alwaysEvaluated, type EvaluatedKinds, evaluatedMembers, type MemberKind } from '../model/evaluated-members.ts';
import { isObject } from '../model/json-kind.ts';
import { definitionIn } from './verdict.ts';

/** What was asked of branches for `unevaluated…` while one value is judged. */
export interface Unevaluated {
  /** Has any schema that was compiled such questions? */
  asks(): boolean;
  /** Forgets the answers: they are those of one value. */
  forget(): void;
}

/**
 * Replaces Ajv's `unevaluatedItems` and `unevaluatedProperties` (JSON Schema 2020-12 Core §11) and switches off its own book of what is evaluated.
 * That book begins behind item `true`, which is item 1, where a branch that holds only for this value has evaluated every item; it does not see
 * what `contains` evaluates, takes for evaluated what a condition has looked at that does not hold, and throws where two branches of which only
 * one is entered keep it together.
 */
export function judgeUnevaluated(ajv: Ajv): Unevaluated {
  ajv.opts.unevaluated = false;
  const { parts, forget } = partsOf(ajv);
  let asks = false;
  const replace = (definition: CodeKeywordDefinition, kind: MemberKind): void => {
    const code = (context: KeywordCxt): void => {
      const always = alwaysEvaluated(context.parentSchema, kind, parts);
      asks ||= always === undefined;
      const evaluated = (value: object) => always ?? evaluatedMembers(context.parentSchema, value, kind, parts);
      if (always !== 'all' && context.schema !== true) judgeRest(context, kind, restOf(evaluated));
    };
    ajv.removeKeyword(String(definition.keyword)).addKeyword({ ...definition, code });
  };
  replace(ITEMS, 'items');
  replace(PROPERTIES, 'properties');
  return { asks: () => asks, forget };
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

type Evaluated = ReturnType<typeof evaluatedMembers>;

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

/** Answers are kept while one value is judged: nested schemas would ask the same at every level, and each question asks for all below. */
function partsOf(ajv: Ajv): { readonly parts: EvaluatedKinds; readonly forget: () => void } {
  const patterns = new Map<string, { test(text: string): boolean }>();
  let answers = new Map<unknown, Map<unknown, boolean>>();
  const ask = (part: AnySchemaObject, value: unknown): boolean => {
    const asked = answers.get(part) ?? new Map<unknown, boolean>();
    answers.set(part, asked);
    // Parts of our own copies are schemas; Ajv remembers each that it has compiled.
    const answer = asked.get(value) ?? ajv.compile(part)(value) === true;
    asked.set(value, answer);
    return answer;
  };
  return {
    forget: () => {
      if (answers.size > 0) answers = new Map();
    },
    parts: {
      definition: (reference) => definitionIn(ajv, reference),
      fits: (part, value) => (isObject(part) ? ask(part, value) : part !== false),
      matches: (pattern, text) => {
        const known = patterns.get(pattern) ?? ajv.opts.code.regExp(pattern, 'u');
        patterns.set(pattern, known);
        return known.test(text);
      },
    },
  };
}

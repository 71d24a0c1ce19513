import { _, type Ajv, type AnySchemaObject, type CodeKeywordDefinition, type KeywordCxt, type Name } from 'ajv';
import { evaluatedMembers, isSubtle, type MemberKind, type Parts } from './evaluated.ts';
import { isObject } from './json-kind.ts';

/**
 * Replaces Ajv's `unevaluatedItems` and `unevaluatedProperties` (JSON Schema 2020-12 Core §11). Ajv's own count of items begins behind item
 * `true`, which is item 1, where a branch that holds only for this value has evaluated every item; it does not see what `contains` evaluates,
 * and takes for evaluated what a condition has looked at that does not hold.
 */
export function judgeUnevaluated(ajv: Ajv): void {
  const own = ajv.getKeyword('unevaluatedProperties');
  const parts = partsOf(ajv);
  const unlessSubtle = (kind: MemberKind, code: (context: KeywordCxt) => void) => (context: KeywordCxt) =>
    isSubtle(context.parentSchema, kind, parts) ? askEach(context, kind, parts) : code(context);
  if (typeof own === 'object' && 'code' in own) {
    const properties: CodeKeywordDefinition = {
      ...own,
      code: unlessSubtle('properties', (context) => own.code(context)),
    };
    ajv.removeKeyword('unevaluatedProperties').addKeyword(properties);
  }
  ajv.removeKeyword('unevaluatedItems').addKeyword({ ...ITEMS, code: unlessSubtle('items', judgeItems) });
}

const ITEMS = {
  keyword: 'unevaluatedItems',
  type: 'array',
  schemaType: ['boolean', 'object'],
  error: {
    message: 'must NOT have unevaluated items',
    params: ({ params }) => _`{limit: ${params['len']}}`,
  },
} as const satisfies Omit<CodeKeywordDefinition, 'code'>;

function judgeItems(context: KeywordCxt): void {
  const { gen, data, it } = context;
  const known = it.items ?? 0;
  it.items = true;
  if (known === true || context.schema === true) return;
  const size = gen.const('len', _`${data}.length`);
  const from = typeof known === 'number' ? _`${known}` : _`(${known} === true ? ${size} : (${known} || 0))`;
  if (context.schema === false) {
    context.setParams({ len: from });
    context.fail(_`${size} > ${from}`);
  } else {
    judgeRest(context, gen.const('from', from), size);
  }
}

function judgeRest(context: KeywordCxt, from: Name, size: Name): void {
  const { gen, it } = context;
  const valid = gen.var('valid', true);
  gen.forRange('i', from, size, (i) => {
    context.subschema({ keyword: 'unevaluatedItems', dataProp: i, dataPropType: NUMERIC }, valid);
    if (!it.allErrors) gen.if(_`!${valid}`, () => gen.break());
  });
  context.ok(valid);
}

/** Ajv's word for an index, which its types do not export. */
const NUMERIC = 0;

/** Finds the first member that nothing has evaluated and that may not be there. */
function askEach(context: KeywordCxt, kind: MemberKind, parts: Parts): void {
  const { gen, it, schema, parentSchema } = context;
  it[kind === 'items' ? 'items' : 'props'] = true;
  const find = (value: object): string | undefined => {
    const evaluated = evaluatedMembers(parentSchema, value, kind, parts);
    if (evaluated === 'all') return undefined;
    return Object.entries(value).find(([name, member]) => !(evaluated.has(name) || parts.fits(schema, member)))?.[0];
  };
  const found = gen.const('found', _`${gen.scopeValue('func', { ref: find })}(${context.data})`);
  context.setParams({ len: found, [UNEVALUATED_PROPERTY]: found });
  context.fail(_`${found} !== undefined`);
}

/** How Ajv's own definition calls what it tells of. */
const UNEVALUATED_PROPERTY = 'unevaluatedProperty';

function partsOf(ajv: Ajv): Parts {
  return {
    definition: (reference) => ajv.schemas[reference]?.schema,
    // Parts of our own copies are schemas; Ajv remembers each that it has compiled.
    fits: (part, value) => (isObject(part) ? ajv.compile(part as AnySchemaObject)(value) === true : part !== false),
  };
}

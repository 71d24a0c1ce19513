import { _, type CodeKeywordDefinition, type KeywordCxt, type Name } from 'ajv';

/**
 * `unevaluatedItems` (JSON Schema 2020-12 Core §11.2), in place of Ajv's own: that one begins behind item `true`, which is item 1, where a
 * branch that holds only for this value has evaluated every item.
 */
export const UNEVALUATED_ITEMS: CodeKeywordDefinition = {
  keyword: 'unevaluatedItems',
  type: 'array',
  schemaType: ['boolean', 'object'],
  error: {
    message: 'must NOT have unevaluated items',
    params: ({ params }) => _`{limit: ${params['len']}}`,
  },
  code: (context) => {
    const { gen, data, it } = context;
    const known = it.items ?? 0;
    if (known === true || context.schema === true) return;
    const size = gen.const('len', _`${data}.length`);
    const from = typeof known === 'number' ? _`${known}` : _`(${known} === true ? ${size} : (${known} || 0))`;
    if (context.schema === false) {
      context.setParams({ len: from });
      context.fail(_`${size} > ${from}`);
    } else {
      judgeItems(context, gen.const('from', from), size);
    }
    it.items = true;
  },
};

function judgeItems(context: KeywordCxt, from: Name, size: Name): void {
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

import { _, type Ajv, type KeywordCxt } from 'ajv';

/**
 * Replaces `prefixItems` (JSON Schema 2020-12 Core §10.3.1.1). Where a list ends before the tuple does, Ajv's own, if it is to stop at the
 * first breach, asks nothing more of the list: `contains` and `uniqueItems` beside it held for every such list.
 */
export function judgeTuples(ajv: Ajv): void {
  ajv.removeKeyword('prefixItems').addKeyword({ keyword: 'prefixItems', type: 'array', schemaType: 'array', code });
}

function code(context: KeywordCxt): void {
  const { gen, data } = context;
  const length = gen.const('len', _`${data}.length`);
  for (const index of context.schema.keys()) {
    const valid = gen.name('valid');
    gen.var(valid, true);
    gen.if(_`${length} > ${index}`, () => {
      context.subschema({ keyword: 'prefixItems', schemaProp: index, dataProp: index }, valid);
    });
    context.ok(valid);
  }
}

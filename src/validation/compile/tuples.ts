import { _, type Ajv, type KeywordCxt } from 'ajv';

/**
 * Replaces `prefixItems` (JSON Schema 2020-12 Core §10.3.1.1). If a list is shorter than the tuple, Ajv's
 * own keyword skips the rest in the mode that stops at the first breach, so `contains` and `uniqueItems`
 * had no effect.
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

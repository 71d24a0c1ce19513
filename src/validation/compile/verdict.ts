import type { Ajv, AnySchemaObject } from 'ajv';

/**
 * Contains a schema of which only the verdict is needed. Copies have JSON Schema keywords only, so it
 * cannot come from a document.
 */
const VERDICT = 'standin:verdict';

/** Lets the compiler omit the details of a refusal, which are a quarter of its code. */
export function addVerdict(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: VERDICT,
    code: (context) => {
      const valid = context.gen.name('valid');
      context.subschema({ keyword: VERDICT, createErrors: false }, valid);
      context.ok(valid);
    },
  });
}

export function verdictOf(schema: AnySchemaObject): AnySchemaObject {
  return { [VERDICT]: schema };
}

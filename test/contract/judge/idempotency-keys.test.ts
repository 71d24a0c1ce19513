import { expect, test } from 'vitest';
import { newKey } from '../../../src/contract/judge/conditional-headers.ts';
import { fromYaml } from '../harness.ts';

test.each([
  ['{ type: string }'],
  ['{ type: string, maxLength: 8 }'],
  ['{ type: string, format: uuid }'],
  ['{ type: string, enum: [a, b, c] }'],
])('idempotency keys of %s fit, and none is given twice', (schema) => {
  const { api, generator, validator } = fromYaml(`openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: create
      parameters: [{ name: Idempotency-Key, in: header, schema: ${schema} }]
      responses: { '201': { description: Made. } }
`);
  const parameter = api.operations[0]?.parameters[0];
  if (parameter?.schema === undefined) throw new Error('no parameter');
  const keys = { count: 0, salt: 'a1b2c3', used: new Set<string>() };
  const context = { generator, validator, seed: 1, keys };
  const drawn = Array.from({ length: 300 }, () => newKey(context, parameter)).filter((each) => each !== undefined);
  expect(new Set(drawn).size).toBe(drawn.length);
  expect(drawn.length).toBeGreaterThanOrEqual(schema.includes('enum') ? 3 : 290);
  for (const key of drawn) expect(validator.accepts(parameter.schema, key, 'request')).toBe(true);
});

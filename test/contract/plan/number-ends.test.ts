import { expect, test } from 'vitest';
import { planContract } from '../../../src/contract/index.ts';
import { fromYaml } from '../harness.ts';

const casesOf = (shown: string): readonly string[] => {
  const schema = `{ type: object, properties: { id: { type: integer }, price: { type: integer, format: ${shown} } } }`;
  const content = `content: { application/json: { schema: ${schema} } }`;
  const sent = '{ type: object, properties: { price: { type: integer, format: int64 } } }';
  const { cases } = planContract(
    fromYaml(`
openapi: 3.1.0
info: { title: Plans, version: '1' }
paths:
  /plans:
    post: { requestBody: { content: { application/json: { schema: ${sent} } } }, responses: { '201': { description: made, ${content} } } }
  /plans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, ${content} } } }
`),
  );
  return cases.map(({ id }) => id).filter((id) => id.includes('/numbers-'));
};

test('the ends of a number are read back only where the item shows it in the same format', () => {
  expect(casesOf('int64')).toContain('stateful/plans/numbers-largest');
  expect(casesOf('int32')).toEqual([]);
});

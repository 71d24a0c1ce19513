import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Countries, version: '1' }
paths:
  /countries/{code}:
    parameters: [{ name: code, in: path, required: true, schema: { type: string } }]
    get: { operationId: withCode, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Country' } } } } } } }
  /countries/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readCountry, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Country' } } } } } }
components:
  schemas:
    Country: { type: object, required: [id], properties: { id: { type: string } } }
`);

async function findings(answer: unknown): Promise<readonly string[]> {
  const target = async (): Promise<Response> => Response.json(answer);
  const { summary } = await tell({ ...PARTS, target, phases: ['coverage'] });
  return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
}

test('an answer that fits another operation with the same path is the answer of that operation', async () => {
  expect(await findings([{ id: 'no' }])).toEqual([]);
  expect(await findings({ id: 'no' })).toContain('schema.type');
  expect(await findings('no')).toContain('schema.type');
});

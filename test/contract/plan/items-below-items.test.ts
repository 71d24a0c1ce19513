import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Machines, version: '1' }
paths:
  /machines: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Machine' } } } } } } } }
  /machines/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Machine' } } } } } }
  /steps: { get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Step' } } } } } } } }
  /steps/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } } } } }
  /machines/{id}/steps: 
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Step' } } } } } } }
  /machines/{id}/steps/{step_id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }, { name: step_id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Step' } } } } } }
components:
  schemas:
    Machine: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Step: { type: object, required: [id, command], properties: { id: { type: integer }, command: { type: string } } }
`);

/** Machine 7 with step 3. `shown`: the id that the step shows below its machine. */
const machines =
  (shown: number) =>
  async ({ url }: Request): Promise<Response> => {
    const [, first, id, below, step] = new URL(url).pathname.split('/');
    const item = first === 'steps' || below !== undefined ? { id: 3, command: 'start' } : { id: 7, name: 'mill' };
    if (id === undefined || (below !== undefined && step === undefined)) return Response.json([item]);
    const isThere = below === undefined ? id === String(item.id) : id === '7' && step === '3';
    if (!isThere) return new Response(null, { status: 404 });
    return Response.json(below === undefined ? item : { ...item, id: shown });
  };

const found = async (shown: number): Promise<readonly string[]> => {
  const { summary } = await tell({ ...PARTS, target: machines(shown) });
  return summary.findings.filter(({ check }) => check === 'state.unstable-id').map(({ message }) => message);
};

test('below another item the id of a path is its own parameter', async () => {
  expect(await found(3)).toEqual([]);
  expect(await found(4)).toEqual(['GET /machines/{id}/steps/{step_id} was asked for 3 and answers with 4.']);
});

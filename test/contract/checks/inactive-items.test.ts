import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const document = (flag: string): string => `openapi: 3.1.0
info: { title: Plans, version: '1' }
paths:
  /plans:
    get: { operationId: listPlans, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Plan' } } } } } } }
    post: { operationId: makePlan, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Plan' } } } }, responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Plan' } } } }, '400': { description: wrong } } }
  /plans/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readPlan, responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Plan' } } } }, '404': { description: none } } }
    put: { operationId: replacePlan, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Plan' } } } }, responses: { '204': { description: done }, '400': { description: wrong }, '404': { description: none } } }
    delete: { operationId: dropPlan, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Plan: { type: object, required: [label, ${flag}], properties: { id: { type: string, readOnly: true }, label: { type: string }, ${flag}: { type: boolean } } }
`;

/** A service whose list leaves out the items whose flag is false. `lossy`: a read shows another label. */
function plans(flag: string, lossy: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<string, Record<string, unknown>>();
  let last = 0;
  return async (request) => {
    const [, , id = ''] = new URL(request.url).pathname.split('/');
    if (request.method === 'GET' && id === '') return Response.json([...kept.values()].filter((plan) => plan[flag]));
    if (id !== '' && !kept.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json({ ...kept.get(id), ...(lossy ? { label: 'none' } : {}) });
    if (request.method === 'DELETE') return new Response(null, { status: kept.delete(id) ? 204 : 404 });
    if (request.method !== (id === '' ? 'POST' : 'PUT')) return new Response(null, { status: 405 });
    const sent = (await request.json().catch(() => null)) as Record<string, unknown> | null;
    if (typeof sent?.['label'] !== 'string' || typeof sent[flag] !== 'boolean')
      return new Response(null, { status: 400 });
    last += 1;
    const own = id === '' ? `p${last}` : id;
    kept.set(own, { id: own, label: sent['label'], [flag]: sent[flag] });
    return id === '' ? Response.json(kept.get(own), { status: 201 }) : new Response(null, { status: 204 });
  };
}

async function accused(flag: string, lossy = false): Promise<boolean> {
  const parts = fromYaml(document(flag));
  const checks = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      const { summary } = await tell({ ...parts, target: plans(flag, lossy), phases: ['stateful'], seed });
      return summary.findings.map(({ check }) => check);
    }),
  );
  return checks.flat().includes('state.list-omits-created');
}

test('a list may leave out what is not in use, as the item itself says', async () => {
  expect(await accused('active')).toBe(false);
  expect(await accused('active', true)).toBe(false);
  expect(await accused('billed')).toBe(true);
});

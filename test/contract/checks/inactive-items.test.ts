import { expect, test } from 'vitest';
import { isSwitchedOff } from '../../../src/contract/responses/gone-words.ts';
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

/** A service whose list leaves out the items whose flag is false. `lossy`: a read shows another label. `stale`: it lists those that were deleted instead. */
type Fault = 'lossy' | 'stale';

function plans(flag: string, fault?: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<string, Record<string, unknown>>();
  const dropped: Record<string, unknown>[] = [];
  let last = 0;
  return async (request) => {
    const [, , id = ''] = new URL(request.url).pathname.split('/');
    if (request.method === 'GET' && id === '')
      return Response.json([...kept.values()].filter((plan) => plan[flag]).concat(fault === 'stale' ? dropped : []));
    if (id !== '' && !kept.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'GET')
      return Response.json({ ...kept.get(id), ...(fault === 'lossy' ? { label: 'none' } : {}) });
    if (request.method === 'DELETE') dropped.push(kept.get(id) ?? {});
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

async function accused(flag: string, fault?: Fault): Promise<boolean> {
  const parts = fromYaml(document(flag));
  const checks = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => {
      const { summary } = await tell({ ...parts, target: plans(flag, fault), phases: ['stateful'], seed });
      return summary.findings.map(({ check }) => check);
    }),
  );
  return checks.flat().includes('state.list-omits-created');
}

test('a list may leave out what is not in use, as the item itself says', async () => {
  expect(await accused('active')).toBe(false);
  expect(await accused('active', 'lossy')).toBe(false);
  expect(await accused('billed')).toBe(true);
});

test('a list may not show what was deleted, whether it was in use or not', async () => {
  const parts = fromYaml(
    document('active').replace('active: { type: boolean }', 'active: { type: boolean, enum: [false] }'),
  );
  const { summary } = await tell({ ...parts, target: plans('active', 'stale'), phases: ['stateful'] });
  expect(summary.findings.map(({ check }) => check)).toContain('state.list-omits-created');
});

test('a flag says that an item is not in use', () => {
  for (const item of [{ active: false }, { is_hidden: true }, { deleted: true }])
    expect(isSwitchedOff(item)).toBe(true);
  for (const item of [{ active: true }, { hidden: false }, { draft: 'a text' }, { public: 'no' }])
    expect(isSwitchedOff(item)).toBe(false);
});

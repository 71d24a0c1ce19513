import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { isStamped } from '../../../src/contract/responses/comparison.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /flags:
    get: { operationId: listFlags, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Flag' } } } } } } }
    post: { operationId: makeFlag, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Flag' } } } }, responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Flag' } } } }, '400': { description: wrong } } }
  /flags/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readFlag, responses: { '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Flag' } } } }, '404': { description: none } } }
    put: { operationId: replaceFlag, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Flag' } } } }, responses: { '204': { description: done }, '400': { description: wrong }, '404': { description: none } } }
    delete: { operationId: dropFlag, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Flag: { type: object, required: [label], properties: { id: { type: string, readOnly: true }, label: { type: string }, owner: { type: string }, createdBy: { type: string }, user_created: { type: string }, date_created: { type: string }, modifiedBy: { type: string } } }
`;

/** A service that sets these properties to the caller of the request, whatever was sent. */
function flags(stamped: readonly string[], stamp = 'u-17'): (request: Request) => Promise<Response> {
  const kept = new Map<string, Record<string, unknown>>();
  const stamps = Object.fromEntries(stamped.map((name) => [name, stamp]));
  return async (request) => {
    const [, , id = ''] = new URL(request.url).pathname.split('/');
    if (request.method === 'GET' && id === '') return Response.json([...kept.values()]);
    if (id !== '' && !kept.has(id)) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(kept.get(id));
    if (request.method === 'DELETE') return new Response(null, { status: kept.delete(id) ? 204 : 404 });
    if (request.method !== (id === '' ? 'POST' : 'PUT')) return new Response(null, { status: 405 });
    const sent = (await request.json().catch(() => null)) as Record<string, unknown> | null;
    if (
      sent === null ||
      typeof sent !== 'object' ||
      Object.values(sent).some((value) => typeof value !== 'string') ||
      sent['label'] === undefined
    )
      return new Response(null, { status: 400 });
    const own = id === '' ? `f${kept.size + 1}-${String(sent['label']).length}` : id;
    kept.set(own, { ...sent, ...stamps, id: own });
    return id === '' ? Response.json(kept.get(own), { status: 201 }) : new Response(null, { status: 204 });
  };
}

async function lost(stamped: readonly string[], stamp?: string): Promise<readonly string[]> {
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    target: flags(stamped, stamp),
    phases: ['coverage', 'stateful'],
  });
  const about = ['state.update-not-visible', 'state.roundtrip-lossy'];
  return [...new Set(summary.findings.flatMap(({ check }) => (about.includes(check) ? [check] : [])))].sort();
}

test('who created and who changed an item is what the service takes from the credential', async () => {
  expect(await lost(['createdBy', 'modifiedBy', 'user_created'])).toEqual([]);
  expect(await lost(['owner'])).toContain('state.update-not-visible');
});

test('the time of the creation is what the clock of the service says, and no other time', async () => {
  expect(await lost(['date_created'], '2026-12-01T00:00:03.000Z')).toEqual([]);
  expect(await lost(['date_created'], '1970-01-01T00:00:00.000Z')).toContain('state.roundtrip-lossy');
});

test('the time of the creation may be a number of seconds or milliseconds', () => {
  const now = Date.parse('2026-07-02T10:00:00Z');
  const settings = { now } as Exchange['settings'];
  const isNow = (value: unknown): boolean => isStamped('created_at', value as never, { settings });
  expect([now, now / 1_000, '2026-07-02T10:00:05Z'].map(isNow)).toEqual([true, true, true]);
  expect([now / 2, 7, null, 'soon', '2020-07-02T10:00:05Z'].map(isNow)).toEqual([false, false, false, false, false]);
});

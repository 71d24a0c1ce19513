import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Rules, version: '1' }
paths:
  /rules:
    post: { operationId: createRule, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } }, responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Rule' } } } }, '400': { description: No. } } }
  /rules/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRule, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Rule' } } } }, '404': { description: None. } } }
    delete: { operationId: deleteRule, responses: { '204': { description: Gone. }, '404': { description: None. } } }
components: { schemas: { Rule: { type: object, properties: { id: { type: string, readOnly: true }, note: { type: string } } } } }
`;

/** A service that answers 404 to every delete. `shows`: what it answers to a read then. */
async function left(shows: (rule: Record<string, unknown>) => Response): Promise<readonly (string | undefined)[]> {
  const kept = new Map<string, Record<string, unknown>>();
  const target = async (request: Request): Promise<Response> => {
    const [, , id] = new URL(request.url).pathname.split('/');
    if (id === undefined) {
      if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
      const sent = (await request.json().catch(() => undefined)) as { readonly note?: unknown } | undefined;
      const isRule = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
      if (!isRule || typeof (sent.note ?? '') !== 'string' || sent.note === null)
        return new Response(null, { status: 400 });
      const rule = { ...sent, id: `r${kept.size + 1}` };
      kept.set(rule.id, rule);
      return Response.json(rule, { status: 201 });
    }
    const rule = kept.get(id);
    return request.method === 'GET' && rule !== undefined ? shows(rule) : new Response(null, { status: 404 });
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, phases: ['coverage'] });
  expect(kept.size).toBeGreaterThan(0);
  return [...new Set(summary.leftovers.map(({ reason }) => reason))];
}

test('a record that a read still shows is left behind, although its removal was answered with 404', async () => {
  expect(await left((rule) => Response.json(rule))).toEqual(['DELETE gave 404']);
});

test('a record that no read shows is gone', async () => {
  expect(await left(() => new Response(null, { status: 404 }))).toEqual([]);
  expect(await left(({ id: _, ...others }) => Response.json(others))).toEqual([]);
});

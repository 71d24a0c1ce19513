import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const SETTINGS =
  '{ type: object, properties: { theme: { type: string }, license: { type: object, properties: { plan: { type: string }, expiresAt: { type: string } } } } }';
const parts = fromYaml(`openapi: 3.1.0
info: { title: Settings, version: '1' }
paths:
  /settings:
    get: { operationId: readSettings, responses: { '200': { description: it, content: { application/json: { schema: ${SETTINGS} } } } } }
    put: { operationId: writeSettings, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [theme], properties: { theme: { type: string } } } } } }, responses: { '200': { description: done }, '400': { description: wrong } } }
`);

/** How often the settings could not be put back. `plan`: whether a write changes what it was not sent. */
async function left({ plan }: { readonly plan: boolean }): Promise<number> {
  let [theme, reads, writes] = ['light', 0, 0];
  const target = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') {
      reads += 1;
      return Response.json({ theme, license: { plan: `p${plan ? writes : 0}`, expiresAt: `in ${reads} days` } });
    }
    if (request.method !== 'PUT') return new Response(null, { status: 405, headers: { Allow: 'GET, PUT' } });
    const sent = (await request.json().catch(() => null)) as { theme?: unknown } | null;
    if (typeof sent?.theme !== 'string') return new Response(null, { status: 400 });
    theme = sent.theme;
    writes += 1;
    return Response.json({});
  };
  const { summary } = await tell({ ...parts, target });
  expect(writes).toBeGreaterThan(0);
  return summary.foreignWrites.length;
}

test('settings are put back where only what moves between two reads differs', async () => {
  expect(await left({ plan: false })).toBe(0);
  expect(await left({ plan: true })).toBe(1);
});

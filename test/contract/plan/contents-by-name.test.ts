import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const STORE = fromYaml(`
openapi: 3.1.0
info: { title: Store, version: '1' }
paths:
  /blobs/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string, minLength: 1 } }]
    put: { requestBody: { content: { application/octet-stream: {} } }, responses: { '204': { description: kept } } }
    get:
      responses:
        '200': { description: it, content: { application/octet-stream: {} } }
        '404': { description: none }
    delete: { responses: { '204': { description: gone } } }
`);

/** Keeps the bytes of each path as `kept` makes them of what was sent. */
function store(kept: (bytes: Uint8Array) => Uint8Array): (request: Request) => Promise<Response> {
  const blobs = new Map<string, Uint8Array>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'PUT') {
      blobs.set(pathname, kept(new Uint8Array(await request.arrayBuffer())));
      return new Response(null, { status: 204 });
    }
    if (request.method === 'DELETE') {
      blobs.delete(pathname);
      return new Response(null, { status: 204 });
    }
    const blob = blobs.get(pathname);
    return blob === undefined
      ? new Response(null, { status: 404 })
      : new Response(Uint8Array.from(blob), { headers: { 'content-type': 'application/octet-stream' } });
  };
}

test.each([
  ['all bytes', (bytes: Uint8Array) => bytes, []],
  ['the first 64 bytes', (bytes: Uint8Array) => bytes.slice(0, 64), ['state.content-differs']],
])('content is read back under the name that it was written to, from a store that keeps %s', async (_, kept, found) => {
  const { summary } = await tell({ ...STORE, target: store(kept), phases: ['stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check)).toEqual(found);
  expect(summary.counts.passed + summary.counts.failed).toBe(1);
});

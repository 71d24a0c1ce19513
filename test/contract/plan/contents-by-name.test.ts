import { expect, test } from 'vitest';
import { planContract } from '../../../src/contract/index.ts';
import { createMock } from '../../../src/library/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { collaborators, fromYaml, tell } from '../harness.ts';

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

test('content is read back below the name that it was written to', async () => {
  const of = (schema: object): object => ({ content: { 'application/json': { schema } } });
  const note = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' } } };
  const bytes = { content: { 'application/octet-stream': {} } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string', minLength: 1 } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        get: { responses: { 200: { description: 'all', ...of({ type: 'array', items: note }) } } },
        post: { requestBody: of(note), responses: { 201: { description: 'made', ...of(note) } } },
      },
      '/notes/{id}': { parameters: [id], get: { responses: { 200: { description: 'it', ...of(note) } } } },
      '/notes/{id}/parts/{name}': {
        parameters: [id, name],
        put: { requestBody: bytes, responses: { 204: { description: 'kept' } } },
      },
      '/notes/{id}/parts/{name}/data': {
        parameters: [id, name],
        get: { responses: { 200: { description: 'bytes', ...bytes } } },
      },
    },
  };
  const mock = await createMock({ document });
  const parts = collaborators(await loadApi(document));
  const { events, summary } = await tell({ ...parts, target: mock.fetch, phases: ['stateful'] });
  await mock.close();
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  const ends = events.filter((event) => event.type === 'case-finished' && event.case.id.endsWith('/contents'));
  expect(ends).toMatchObject([{ result: { verdict: 'passed' } }]);
});

test('a record with `application/octet-stream` among its media types is not content', async () => {
  const watch = {
    type: 'object',
    properties: { id: { type: 'integer', readOnly: true }, path: { type: 'string' } },
  };
  const of = (schema: object): object => ({
    content: { 'application/json': { schema }, 'application/octet-stream': { schema } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Watches', version: '1' },
    paths: {
      '/watches': {
        get: { responses: { 200: { description: 'all', ...of({ type: 'array', items: watch }) } } },
        post: { requestBody: of(watch), responses: { 201: { description: 'made', ...of(watch) } } },
      },
    },
  };
  const { cases } = planContract(fromYaml(JSON.stringify(document)));
  expect(cases.filter(({ id }) => id.endsWith('/contents'))).toEqual([]);
});

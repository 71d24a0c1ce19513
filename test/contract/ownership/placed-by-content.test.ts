import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Files that a PUT of bytes places, a list shows, and a request with a list of their keys removes. */
const document = (required: boolean): string => `openapi: 3.0.3
info: { title: Files, version: '1' }
paths:
  /stores:
    get:
      operationId: listStores
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object, required: [name], properties: { name: { type: string } } } } } } }
  /stores/{store}:
    get:
      operationId: readStore
      parameters: [{ name: store, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
        '404': { description: none }
  /stores/{store}/files:
    parameters: [{ name: store, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listFiles
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/File' } } } } }
    delete:
      operationId: deleteFiles
      requestBody: { required: ${required}, content: { application/json: { schema: { type: array, items: { type: string } } } } }
      responses: { '200': { description: ok } }
  /stores/{store}/files/{fileKey}:
    parameters:
      - { name: store, in: path, required: true, schema: { type: string } }
      - { name: fileKey, in: path, required: true, schema: { type: string } }
    get:
      operationId: readFile
      responses:
        '200': { description: ok, content: { application/octet-stream: { schema: { type: string, format: binary } }, application/json: { schema: { $ref: '#/components/schemas/File' } } } }
        '404': { description: none }
    put:
      operationId: putFile
      requestBody: { required: true, content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/File' } } } }
components:
  schemas:
    File: { type: object, required: [key], properties: { key: { type: string }, size: { type: integer } } }
`;

async function run(required: boolean) {
  const files = new Map([['precious', new Uint8Array([1])]]);
  const removed: string[] = [];
  const { summary } = await tell({
    ...fromYaml(document(required)),
    phases: ['coverage', 'stateful'],
    async target(request) {
      const { pathname } = new URL(request.url);
      const [, key] = /^\/stores\/main\/files\/([^/]+)$/.exec(pathname) ?? [];
      if (key !== undefined && request.method === 'PUT') {
        files.set(decodeURIComponent(key), new Uint8Array(await request.arrayBuffer()));
        return Response.json({ key: decodeURIComponent(key), size: 1 });
      }
      const bytes = files.get(decodeURIComponent(key ?? ''));
      if (key !== undefined)
        return bytes === undefined
          ? new Response(null, { status: 404 })
          : new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } });
      if (pathname === '/stores/main') return Response.json({ name: 'main' });
      if (pathname !== '/stores' && pathname !== '/stores/main/files') return new Response(null, { status: 404 });
      if (request.method === 'DELETE') {
        const keys = JSON.parse(await request.text()) as string[];
        removed.push(...keys);
        for (const each of keys) files.delete(each);
        return Response.json([]);
      }
      if (pathname === '/stores') return Response.json([{ name: 'main' }]);
      return Response.json([...files.keys()].map((each) => ({ key: each })));
    },
  });
  const put = summary.coverage.operations.find(({ operation }) => operation === 'putFile');
  return { put, kept: [...files.keys()], removed, leftovers: summary.leftovers };
}

test('a PUT of bytes goes to a place of its own, and what it places is removed by the request that lists keys', async () => {
  const { put, kept, removed, leftovers } = await run(true);
  expect(put?.reached).toBe(true);
  expect(put?.requests).toBeGreaterThan(2);
  expect(kept).toEqual(['precious']);
  expect(removed).not.toContain('precious');
  expect(leftovers).toEqual([]);
});

test('a request that may remove the whole collection without a body removes nothing', async () => {
  const { removed, kept, leftovers } = await run(false);
  expect(removed).toEqual([]);
  expect(kept).toHaveLength(1 + leftovers.length);
});

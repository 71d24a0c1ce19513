import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /pages:
    get: { operationId: listPages, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Page' } } } } } } } } }
    post:
      operationId: createPage
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPage' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Page' } } } } } }, '400': { description: refused } }
  /pages/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readPage, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { $ref: '#/components/schemas/Page' } } } } } }, '404': { description: none } } }
    delete: { operationId: deletePage, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    NewPage: { type: object, required: [title], properties: { title: { type: string } } }
    Page: { type: object, properties: { id: { type: [string, integer] }, documentId: { type: string }, title: { type: string } } }
`;

/** A service whose item paths take one of the two ids of a page. */
function pages(taken: 'id' | 'documentId') {
  const page = (id: number, title: Json) => ({ id, documentId: `doc${id}x`, title });
  const all = new Map([[7, page(7, 'kept')]]);
  const unsafe: string[] = [];
  let last = 7;
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, , name] = pathname.split('/');
    if (name === undefined && request.method === 'GET') return Response.json({ data: [...all.values()] });
    if (name === undefined) {
      const body = (await request.json().catch(() => undefined)) as Json | undefined;
      if (!isObject(body) || typeof body.title !== 'string') return Response.json({}, { status: 400 });
      last += 1;
      all.set(last, page(last, body.title));
      return Response.json({ data: all.get(last) }, { status: 201 });
    }
    const found = [...all.values()].find((each) => String(each[taken]) === name);
    if (found?.id === 7 && request.method === 'DELETE') unsafe.push(pathname);
    if (found === undefined) return Response.json({}, { status: 404 });
    if (request.method === 'DELETE') all.delete(found.id);
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ data: found });
  };
  return { target, unsafe, all };
}

test('where items are found by another id that they show, their paths have that one', async () => {
  const { target, unsafe, all } = pages('documentId');
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, concurrency: 1 });
  const reached = summary.coverage.operations.flatMap((each) => (each.reached ? [each.operation] : []));
  expect(reached.sort()).toEqual(['createPage', 'deletePage', 'listPages', 'readPage']);
  expect(summary.notes).toContain('/pages/{id} finds items by `documentId`, and not by `id`');
  expect(all.has(7)).toBe(true);
  expect(unsafe).toEqual([]);
});

test('where items are found by the documented id, nothing else is tried', async () => {
  const { target } = pages('id');
  const asked: string[] = [];
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    target: async (request) => {
      asked.push(new URL(request.url).pathname);
      return target(request);
    },
    concurrency: 1,
  });
  expect(asked).not.toContain('/pages/doc7x');
  expect(summary.notes.join()).not.toContain('documentId');
});

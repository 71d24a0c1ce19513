import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Records of any kind, of which the document says nothing: only that a DELETE removes one. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Records, version: '1' }
paths:
  /data/{kind}:
    parameters: [{ name: kind, in: path, required: true, schema: { type: string, enum: [posts] } }]
    get: { operationId: readMany, responses: { '200': { description: ok } } }
    post:
      operationId: insertOne
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } } } } }
      responses: { '201': { description: ok }, '400': { description: refused } }
  /data/{kind}/{id}:
    parameters:
      - { name: kind, in: path, required: true, schema: { type: string, enum: [posts] } }
      - { name: id, in: path, required: true, schema: { type: integer } }
    get: { operationId: readOne, responses: { '200': { description: ok }, '404': { description: none } } }
    delete: { operationId: deleteOne, responses: { '204': { description: ok }, '404': { description: none } } }
`;

async function run(answer: (id: number) => object) {
  const kept = new Map<number, object>([[1, { text: 'precious' }]]);
  let next = 100;
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    phases: ['coverage', 'stateful'],
    async target(request) {
      const { pathname } = new URL(request.url);
      if (!/^\/data\/posts(\/[^/]+)?$/.test(pathname)) return new Response(null, { status: 404 });
      const [, id] = /^\/data\/posts\/(.+)$/.exec(pathname) ?? [];
      if (request.method === 'POST') {
        kept.set(++next, {});
        return Response.json(answer(next), { status: 201 });
      }
      if (id === undefined) return Response.json([...kept.keys()]);
      if (!kept.has(Number(id))) return new Response(null, { status: 404 });
      if (request.method === 'DELETE') kept.delete(Number(id));
      return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({});
    },
  });
  return { kept: [...kept.keys()], made: next - 100, leftovers: summary.leftovers };
}

test('a record that an answer shows under a common name is removed at the end', async () => {
  const { kept, made, leftovers } = await run((id) => ({ data: { id }, meta: { id: 7 } }));
  expect(made).toBeGreaterThan(0);
  expect(kept).toEqual([1]);
  expect(leftovers).toEqual([]);
});

test('the id of another record in an answer is not taken for that of the created one, which is listed as left behind', async () => {
  const { kept, made, leftovers } = await run(() => ({ data: {}, author: { id: 1 } }));
  expect(kept).toContain(1);
  expect(leftovers).toHaveLength(made);
});

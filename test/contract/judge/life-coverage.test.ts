import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Boats, version: '1' }
paths:
  /boats:
    get:
      operationId: listBoats
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Boat' } } } } } }
    post:
      operationId: createBoat
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewBoat' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } } }
  /boats/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readBoat
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Boat' } } } }, '404': { description: none } }
    delete:
      operationId: deleteBoat
      responses: { '204': { description: gone }, '404': { description: none }, '409': { description: not now } }
components:
  schemas:
    NewBoat: { type: object, required: [name], properties: { name: { type: string } } }
    Boat: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
`;

/** Boats, of which none may leave while `isClosed`. */
function harbour(isClosed: boolean) {
  const boats = new Map<number, Json>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => undefined)) as Json | undefined;
      if (!isObject(body) || typeof body['name'] !== 'string') return new Response(null, { status: 400 });
      last += 1;
      boats.set(last, { id: last, name: body['name'] });
      return Response.json(boats.get(last), { status: 201 });
    }
    if (Number.isNaN(id)) return Response.json([...boats.values()]);
    if (!boats.has(id)) return Response.json({}, { status: 404 });
    if (request.method === 'GET') return Response.json(boats.get(id));
    if (isClosed) return Response.json({ error: 'The harbour is closed.' }, { status: 409 });
    boats.delete(id);
    return new Response(null, { status: 204 });
  };
}

const told = (isClosed: boolean) => tell({ ...fromYaml(DOCUMENT), phases: ['stateful'], target: harbour(isClosed) });

test('a life that was led to its end is counted', async () => {
  const { coverage } = (await told(false)).summary;
  expect(coverage.totals.lives).toEqual({ covered: 1, total: 1 });
  expect(coverage.lives).toMatchObject([{ resource: 'boats', steps: coverage.lives[0]?.steps }]);
  expect(coverage.lives[0]?.cut).toBeUndefined();
});

test('a life that was cut short is named with its step and the reason', async () => {
  const { coverage } = (await told(true)).summary;
  expect(coverage.totals.lives).toEqual({ covered: 0, total: 1 });
  expect(coverage.lives[0]?.cut).toMatchObject({ step: 'delete', reason: expect.stringContaining('409') });
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post:
      operationId: createNote
      requestBody: { $ref: '#/components/requestBodies/Note' }
      responses: { '201': { $ref: '#/components/responses/Note' } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readNote, responses: { '200': { $ref: '#/components/responses/Note' }, '404': { description: none } } }
    put:
      operationId: replaceNote
      requestBody: { $ref: '#/components/requestBodies/Note' }
      responses: { '200': { $ref: '#/components/responses/Note' }, '404': { description: none } }
    patch:
      operationId: changeNote
      requestBody: { $ref: '#/components/requestBodies/Note' }
      responses: { '200': { $ref: '#/components/responses/Note' }, '404': { description: none } }
    delete: { operationId: removeNote, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  requestBodies: { Note: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } } }
  responses: { Note: { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
  schemas:
    New: { type: object, properties: { title: { type: string, minLength: 1, maxLength: 9 }, views: { type: integer, minimum: 0, maximum: 9 } } }
    Note: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string }, views: { type: integer } } }
`;

test('two writes of one item are never under way at once: one may be answered with what the other has written', async () => {
  const notes = new Map<string, object>();
  let last = 0;
  let most = 0;
  const underWay = new Map<string, number>();
  /** As a service that reads the item, writes to a file, and answers with what the item is then: a note that was deleted meanwhile is there again. */
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/notes' && request.method === 'GET') return Response.json([...notes.values()]);
    if (pathname === '/notes' && request.method === 'POST') last += 1;
    const at = pathname === '/notes' ? `/notes/${last}` : pathname;
    const before = notes.get(at);
    if (pathname !== '/notes' && before === undefined) return Response.json({}, { status: 404 });
    if (request.method === 'GET') return Response.json(before);
    const taken = pathname === '/notes' ? ['POST'] : ['PUT', 'PATCH', 'DELETE'];
    if (!taken.includes(request.method)) return new Response(null, { status: 405 });
    underWay.set(at, (underWay.get(at) ?? 0) + 1);
    most = Math.max(most, underWay.get(at) ?? 0);
    const said = request.method === 'DELETE' ? {} : ((await request.json().catch(() => ({}))) as object);
    await new Promise((done) => setTimeout(done, 5));
    underWay.set(at, (underWay.get(at) ?? 0) - 1);
    if (request.method === 'DELETE') return new Response(null, { status: notes.delete(at) ? 204 : 404 });
    const note = { ...(request.method === 'PATCH' ? before : {}), ...said, id: Number(at.slice('/notes/'.length)) };
    notes.set(at, note);
    if (request.method === 'POST') return Response.json(note, { status: 201 });
    await new Promise((done) => setTimeout(done, 5));
    return Response.json(notes.get(at));
  };
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    phases: ['examples', 'coverage', 'protocol', 'fuzz'],
    seed: 1,
    concurrency: 8,
    target,
  });
  expect(most).toBe(1);
  expect(summary.findings.map(({ check }) => check)).not.toContain('state.roundtrip-lossy');
  expect([...notes.values()]).toEqual([]);
  expect(summary.leftovers).toEqual([]);
  expect(summary.counts.passed).toBeGreaterThan(10);
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post:
      operationId: addNote
      parameters: [{ name: shelf, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: There is no such shelf. }
  /notes/{id}:
    get:
      operationId: readNote
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
components:
  schemas:
    Note:
      type: object
      required: [text]
      properties:
        id: { type: integer, readOnly: true }
        text: { type: string, minLength: 2, maxLength: 9 }
        stars: { type: integer, minimum: 1, maximum: 5 }
        tags: { type: array, maxItems: 3, items: { type: string } }
`);

test('an optional part that is refused with 404 is left out of the requests that probe other parts', async () => {
  const sent: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json({ id: 1, text: 'A note' });
    sent.push(request.url);
    if (request.url.includes('shelf=')) return new Response(null, { status: 404 });
    return Response.json({ id: sent.length, text: 'A note' }, { status: 201 });
  };
  await tell({ ...PARTS, target, phases: ['coverage'] });
  const withShelf = sent.filter((url) => url.includes('shelf='));
  expect(withShelf.length).toBeGreaterThan(0);
  expect(withShelf.length).toBeLessThan(sent.length / 3);
});

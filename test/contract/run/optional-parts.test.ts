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
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties: { text: { type: string, minLength: 2, maxLength: 9 }, stars: { type: integer, minimum: 1 }, tags: { type: array, items: { type: string } } }
      responses: { '201': { description: Added. }, '400': { description: It is wrong. }, '404': { description: There is no such shelf. } }
`);

test('an optional part that is refused with 404 is left out of the requests that probe other parts', async () => {
  const sent: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    sent.push(request.url);
    const status = request.url.includes('shelf=') ? 404 : 201;
    return new Response(null, { status });
  };
  await tell({ ...PARTS, target, phases: ['coverage'] });
  const withShelf = sent.filter((url) => url.includes('shelf='));
  expect(withShelf.length).toBeGreaterThan(0);
  expect(withShelf.length).toBeLessThan(sent.length / 3);
});

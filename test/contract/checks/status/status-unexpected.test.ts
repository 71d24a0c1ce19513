import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post:
      operationId: addNote
      parameters: [{ name: shelf, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: There is no such shelf. }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readNote
      parameters: [{ name: shelf, in: query, schema: { type: string } }]
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '404': { description: It is gone. }
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }
`);

/** A service that keeps notes. `isThere` decides about each request. */
function notes(isThere: (request: Request) => boolean) {
  const kept = new Map<number, object>();
  return async (request: Request): Promise<Response> => {
    if (!isThere(request)) return new Response(null, { status: 404 });
    const id = Number(new URL(request.url).pathname.split('/')[2] ?? 0);
    if (request.method === 'POST') {
      const note = { ...((await request.json()) as object), id: kept.size + 1 };
      kept.set(kept.size + 1, note);
      return Response.json(note, { status: 201 });
    }
    if (id === 0) return Response.json([...kept.values()]);
    return kept.has(id) ? Response.json(kept.get(id)) : new Response(null, { status: 404 });
  };
}

async function found(isThere: (request: Request) => boolean): Promise<readonly string[]> {
  const { summary } = await tell({ ...PARTS, target: notes(isThere), phases: ['coverage', 'stateful'] });
  return summary.findings.map(({ check }) => check);
}

test('a name in the query that the service does not know is not a record that is gone', async () => {
  const checks = await found(({ method, url }) => method !== 'POST' || !url.includes('shelf='));
  expect(checks).not.toContain('status.unexpected');
  expect(checks).not.toContain('state.available-after-create');
});

test('a record that the run has made is there without the query', async () => {
  expect(await found(({ url }) => !/notes\/\d+/.test(url))).toContain('state.available-after-create');
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const NOTE = "content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }";
const documentOf = (form: string) =>
  fromYaml(`
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /api/notes:
    get: { operationId: listNotes, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses: { '201': { description: Added., headers: { Location: { schema: { type: string, pattern: '${form}' } } }, ${NOTE} } }
  /api/notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readNote, responses: { '200': { description: One., ${NOTE} }, '404': { description: None. } } }
    delete: { operationId: dropNote, responses: { '204': { description: Gone. } } }
components:
  schemas:
    Note: { type: object, required: [text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }
`);

/** A service whose Location has no `/api`. */
function notes(): (request: Request) => Promise<Response> {
  const kept = new Map<string, object>();
  return async (request) => {
    const [, base, , id] = new URL(request.url).pathname.split('/');
    if (base !== 'api') return new Response(null, { status: 404 });
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()]);
    if (request.method === 'POST') {
      const { text } = (await request.json().catch(() => ({}))) as { text?: unknown };
      if (typeof text !== 'string') return new Response(null, { status: 422 });
      const note = { id: kept.size + 1, text };
      kept.set(String(note.id), note);
      return Response.json(note, { status: 201, headers: { location: `/notes/${note.id}` } });
    }
    const found = kept.get(id ?? '');
    if (found === undefined) return new Response(null, { status: 404 });
    if (request.method !== 'DELETE') return Response.json(found);
    kept.delete(id ?? '');
    return new Response(null, { status: 204 });
  };
}

async function unresolvable(form: string): Promise<number> {
  const { summary } = await tell({ ...documentOf(form), target: notes(), phases: ['stateful'] });
  return summary.findings.filter(({ check }) => check === 'header.location-unresolvable').length;
}

test('a Location is followed, unless the document has a form for it that no path of an item has', async () => {
  expect(await unresolvable('notes/[0-9]+$')).toBe(1);
  expect(await unresolvable('^/notes/[0-9]+$')).toBe(0);
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const document = (description: string): string => `
openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post: { operationId: addNote, requestBody: { required: true, ${one('NewNote')} }, responses: { '201': { description: It., ${one('Note')} }, '400': { description: No. } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readNote, responses: { '200': { description: It., ${one('Note')} }, '404': { description: None. } } }
    patch: { operationId: changeNote, description: '${description}', requestBody: { required: true, ${one('NewNote')} }, responses: { '200': { description: It., ${one('Note')} }, '400': { description: No. }, '404': { description: None. } } }
components:
  schemas:
    NewNote: { type: object, properties: { topic: { type: [string, 'null'], minLength: 1 } } }
    Note: { allOf: [{ $ref: '#/components/schemas/NewNote' }, { type: object, required: [id], properties: { id: { type: string } } }] }
`;

/** A service to which null says nothing. */
function notes(): (request: Request) => Promise<Response> {
  const all = new Map<string, { readonly id: string; readonly topic?: string }>();
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, , id] = new URL(request.url).pathname.split('/');
    const note = all.get(id ?? '');
    if (id !== undefined && note === undefined) return none(404);
    if (request.method === 'GET') return note === undefined ? none(405) : Response.json(note);
    const sent = (await request.json().catch(() => undefined)) as { topic?: string | null } | undefined;
    const topic = sent?.topic ?? note?.topic;
    if (typeof sent !== 'object' || sent === null || topic === '') return none(400);
    const made = { id: note?.id ?? `n${all.size + 1}`, ...(topic === undefined ? {} : { topic }) };
    all.set(made.id, made);
    return Response.json(made, { status: note === undefined ? 201 : 200 });
  };
}

async function severities(description: string): Promise<readonly string[]> {
  const { summary } = await tell({ ...fromYaml(document(description)), target: notes(), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, severity }) => (check === 'state.patch-null-kept' ? [severity] : []));
}

test.each(['A null clears a property.', 'Properties that are null are removed.', 'A null removes `topic`.'])(
  'null takes a value away where the document says: %s',
  async (description) => {
    expect(await severities(description)).toEqual(['error']);
  },
);

test.each([
  'Changes a note.',
  'A null does not clear a property.',
  'A null never removes a value.',
  'A null clears the value of `pinned`.',
  'Fields with null are ignored and clear nothing.',
])('and not for certain where it says: %s', async (description) => {
  expect(await severities(description)).not.toContain('error');
});

import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/contract/index.ts';
import { fromYaml, tell } from '../harness.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const NOTE =
  '{ type: object, required: [id, word], properties: { id: { type: integer, readOnly: true }, word: { type: string, minLength: 1 } } }';
const GONE = "'404': { description: None. }, '410': { description: The note was deleted. }";
const ID = 'parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]';
const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { operationId: listNotes, responses: { '200': { description: ok, ${json(`{ type: array, items: ${NOTE} }`)} } } }
    post: { operationId: createNote, requestBody: { required: true, ${json(NOTE)} }, responses: { '201': { description: made, ${json(NOTE)} }, '422': { description: refused } } }
  /notes/{noteId}:
    ${ID}
    get: { operationId: readNote, responses: { '200': { description: ok, ${json(NOTE)} }, ${GONE} } }
    delete: { operationId: deleteNote, responses: { '204': { description: done }, ${GONE} } }
  /notes/{noteId}/reader:
    ${ID}
    delete: { operationId: dropReader, responses: { '204': { description: done }, ${GONE} } }
  /notes/{noteId}/restore:
    ${ID}
    post: { operationId: restoreNote, summary: Bring a deleted note back, responses: { '200': { description: ok, ${json(NOTE)} }, '404': { description: None. }, '409': { description: The note is not deleted. } } }
`;

/** A service that keeps deleted notes until they are restored. */
function notes({ restores = true } = {}) {
  const held = new Map<string, { id: number; word: string; deleted: boolean }>();
  let count = 0;
  const reply = (status: number, value: unknown): Response =>
    status === 204 ? new Response(null, { status }) : Response.json(value, { status });
  const respond = async (request: Request): Promise<Response> => {
    const [, id, part] = new URL(request.url).pathname.split('/').filter((each) => each !== '');
    if (id === undefined && request.method === 'GET')
      return reply(
        200,
        [...held.values()].flatMap(({ deleted, ...note }) => (deleted ? [] : [note])),
      );
    if (id === undefined && request.method === 'POST') {
      const body = (await request.json().catch(() => ({}))) as { readonly word?: unknown };
      if (typeof body.word !== 'string' || body.word === '') return reply(422, {});
      count += 1;
      held.set(String(count), { id: count, word: body.word, deleted: false });
      return reply(201, { id: count, word: body.word });
    }
    const note = held.get(id ?? '');
    if (note === undefined) return reply(404, {});
    const { deleted, ...shown } = note;
    if (part === 'restore' && request.method === 'POST') {
      if (!deleted) return reply(409, {});
      note.deleted = !restores;
      return reply(200, shown);
    }
    if (deleted) return reply(410, {});
    if (part === 'reader' && request.method === 'DELETE') return reply(204, undefined);
    if (part === undefined && request.method === 'GET') return reply(200, shown);
    if (part !== undefined || request.method !== 'DELETE') return reply(405, {});
    note.deleted = true;
    return reply(204, undefined);
  };
  return { held, fetch: respond };
}

const EFFECT = 'stateful/restoreNote/effect';
const errorsIn = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'finding' && /^(?:state|status)\./.test(event.finding.check)
      ? [`${event.finding.check}: ${event.finding.message}`]
      : [],
  );

test('a record that an action brought back, or of which a part was deleted, is still removed at the end', async () => {
  const service = notes();
  const { events } = await tell({ ...fromYaml(DOCUMENT), target: service.fetch });
  expect(errorsIn(events)).toEqual([]);
  expect(
    events.some(
      (event) => event.type === 'case-finished' && event.case.id === EFFECT && event.result.verdict === 'passed',
    ),
  ).toBe(true);
  expect(service.held.size).toBeGreaterThan(5);
  expect([...service.held.values()].filter(({ deleted }) => !deleted)).toEqual([]);
});

test('an action that brings nothing back is found', async () => {
  const { events } = await tell({ ...fromYaml(DOCUMENT), target: notes({ restores: false }).fetch });
  expect(errorsIn(events).join('\n')).toContain('status.unexpected: GET /notes/{noteId} answered 410');
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject, parseJson } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
security: [{ token: [] }]
paths:
  /boards:
    get:
      operationId: listBoards
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Board' } } } } } }
  /boards/{name}:
    get:
      operationId: readBoard
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Board' } } } }, '404': { description: none } }
  /authors:
    get:
      operationId: listAuthors
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Author' } } } } } }
  /authors/{id}:
    get:
      operationId: readAuthor
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Author' } } } }, '404': { description: none } }
  /shapes:
    get: { operationId: listShapes, responses: { '200': { description: ok } } }
  /notes:
    post:
      operationId: createNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '400': { description: refused }
        '401': { description: no credential }
        '403': { description: refused }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readNote
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: none } }
  /vault/{key}:
    get:
      operationId: readSecret
      parameters: [{ name: key, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok }, '401': { description: no credential } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Board: { type: object, required: [name], properties: { name: { type: string } } }
    Author: { type: object, required: [id], properties: { id: { type: string }, nick: { type: string } } }
    NewNote:
      type: object
      required: [on, shape, text]
      properties:
        on: { type: string, example: projects }
        shape: { type: string }
        text: { type: string }
        author: { oneOf: [{ type: string }, { $ref: '#/components/schemas/Author' }] }
        previous: { type: string, example: 63716273-0f29-4648-8a2a-2af2948f6f78 }
    Note: { type: object, required: [id], properties: { id: { type: integer }, on: { type: string }, text: { type: string } } }
`;

const boards = [{ name: 'garden' }, { name: 'kitchen' }];
const authors = [{ id: 'a-17', nick: 'Ann' }];
const refusal = (status: number, message: string): Response => Response.json({ errors: [{ message }] }, { status });

function read(text: string): Json | undefined {
  const found = parseJson(text);
  return found.ok ? found.value : undefined;
}

/** A service that names what is missing in its refusals, with 403 where it hides what exists. */
function noteServer() {
  const notes: Json[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/vault/')) return refusal(403, "You don't have permission to access this.");
    if (request.headers.get('authorization') !== 'Bearer secret') return refusal(401, 'no credential');
    if (pathname === '/boards') return Response.json(boards);
    if (pathname === '/authors') return Response.json(authors);
    if (pathname === '/shapes') return Response.json([{ id: 12, name: 'round' }]);
    const [, kind, name] = pathname.split('/').map(decodeURIComponent);
    if (kind === 'notes' && name !== undefined) {
      const note = notes[Number(name) - 1];
      return note === undefined ? refusal(404, 'not found') : Response.json(note);
    }
    const found = kind === 'boards' ? boards.find((each) => each.name === name) : authors.find(({ id }) => id === name);
    if (pathname !== '/notes') return found === undefined ? refusal(404, 'not found') : Response.json(found);
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    const note = read(await request.text());
    if (!isObject(note)) return refusal(400, 'The body is no object.');
    const { on, shape, text, author, previous } = note;
    if (typeof text !== 'string' || typeof on !== 'string' || typeof shape !== 'string')
      return refusal(400, '"text", "shape" and "on" are text');
    if (!boards.some((each) => each.name === on))
      return refusal(403, `You don't have permission to access board "${on}" or it does not exist.`);
    if (shape !== 'round') return refusal(400, `shape "${shape}" does not exist`);
    if (previous !== undefined) return refusal(400, `Invalid foreign key "${String(previous)}" for field "previous".`);
    if (author !== undefined && author !== 'a-17')
      return refusal(400, `Invalid foreign key ${JSON.stringify(author)} for field "author".`);
    notes.push({ ...note, id: notes.length + 1 });
    return Response.json({ ...note, id: notes.length }, { status: 201 });
  };
  return { fetch, notes };
}

describe('A service whose refusals repeat the name of a record that does not exist', () => {
  const server = noteServer();
  let told: Awaited<ReturnType<typeof tell>>;
  beforeAll(async () => {
    const parts = { ...fromYaml(DOCUMENT), phases: ['coverage', 'protocol'] as const };
    told = await tell({ ...parts, target: server.fetch, credentials: { bearer: 'secret' } });
  });

  test('is sent one that exists, also where it answers 403, and where the place may hold the record itself', () => {
    const { operations } = told.summary.coverage;
    expect(operations.find(({ operation }) => operation === 'createNote')?.reached).toBe(true);
    expect(server.notes.some((note) => isObject(note) && note['author'] === 'a-17')).toBe(true);
  });

  test('is sent none where the place may stay empty and no such record is known', () => {
    expect(server.notes.some((note) => isObject(note) && Object.hasOwn(note, 'previous'))).toBe(false);
  });

  test('is not accused of refusing an item with 403 that it refuses with a credential as well', () => {
    expect(told.summary.findings.filter(({ check }) => check === 'auth.wrong-status')).toEqual([]);
  });
});

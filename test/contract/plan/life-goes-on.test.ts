import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    get:
      operationId: list
      parameters: [{ name: state, in: query, schema: { type: string, enum: [open, closed] } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': { description: ok, headers: { Location: { schema: { type: string, format: uri } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: none } } }
    delete: { operationId: remove, responses: { '204': { description: ok }, '404': { description: none } } }
  /notes/{id}/lock:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post: { operationId: lock, responses: { '200': { description: ok, headers: { Trace: { schema: { type: string, format: uri } } }, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: none } } }
components:
  schemas:
    New: { type: object, required: [text, state], properties: { text: { type: string }, state: { type: string, enum: [open, closed] } } }
    Note: { allOf: [{ $ref: '#/components/schemas/New' }, { type: object, required: [id, author, locked], properties: { id: { type: integer }, author: { type: string }, locked: { type: boolean } } }] }
`;

interface Faults {
  readonly author?: Json;
  readonly location?: (id: number, origin: string) => string;
  readonly isFiltered?: boolean;
  readonly locks?: boolean;
  readonly trace?: string;
}

/** Notes; every fault is one thing that the service does otherwise than documented. */
function notes({
  author = 'me',
  location = (id, origin) => `${origin}/notes/${id}`,
  isFiltered = true,
  locks = true,
  trace = 'urn:trace:1',
}: Faults) {
  const all = new Map<number, object>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const { origin, pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2]);
    if (request.method === 'POST' && pathname.endsWith('/lock')) {
      const note = all.get(id);
      if (note === undefined) return new Response(null, { status: 404 });
      if (locks) all.set(id, { ...note, locked: true });
      return Response.json({ ...note, locked: true }, { headers: { Trace: trace } });
    }
    if (request.method === 'POST') {
      last += 1;
      const note = { ...((await request.json()) as object), id: last, author, locked: false };
      all.set(last, note);
      return Response.json(note, { status: 201, headers: { Location: location(last, origin) } });
    }
    if (pathname === '/notes') {
      const state = searchParams.get('state');
      const shown = [...all.values()].filter(
        (each) => !isFiltered || state === null || (each as { state: string }).state === state,
      );
      return Response.json(shown);
    }
    const note = all.get(id);
    if (note === undefined) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') all.delete(id);
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json(note);
  };
}

async function run(faults: Faults) {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: notes(faults), phases: ['stateful'] });
  const errors = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return { lives: summary.coverage.totals.lives, checks: [...new Set(errors.map(({ check }) => check))].sort() };
}

test('the life of an item is led to its end although every answer to a create has a faulty header field', async () => {
  const { lives, checks } = await run({ location: (id) => `notes/${id}` });
  expect(checks).toContain('header.schema');
  expect(lives).toEqual((await run({})).lives);
  expect(lives?.covered).toBe(1);
});

test('a filter is judged although the items of the list break the schema at another place', async () => {
  expect((await run({ author: null })).checks).toEqual(['schema.nullability']);
  expect((await run({ author: null, isFiltered: false })).checks).toEqual(['filter.ignored', 'schema.nullability']);
});

test('the life of an item is led to its end although every answer breaks the schema', async () => {
  expect((await run({ author: null })).lives?.covered).toBe(1);
});

test('an action without effect is found although its answers have a faulty header field', async () => {
  expect((await run({ trace: '12' })).checks).toEqual(['header.schema']);
  expect((await run({ trace: '12', locks: false })).checks).toContain('state.action-without-effect');
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const NOTE = {
  type: 'object',
  required: ['id', 'title', 'state', 'archived'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: NAME,
    state: { type: 'string', enum: ['open', 'done'] },
    archived: { type: 'boolean' },
  },
};
const NEW_NOTE = { type: 'object', required: ['title'], properties: { title: NAME } };
const CHANGE = {
  type: 'object',
  properties: { ...NEW_NOTE.properties, state: NOTE.properties.state, archived: { type: 'boolean' } },
};
const refused = { '400': { description: 'Refused.' } };
const none = { '404': { description: 'None.' } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'done', 'all'], default: 'open' } },
          {
            name: 'include_archived',
            in: 'query',
            description: 'Also list archived notes, which are hidden otherwise.',
            schema: { type: 'boolean', default: false },
          },
        ],
        responses: { '200': { description: 'Notes.', ...json({ type: 'array', items: NOTE }) }, ...refused },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, ...json(NEW_NOTE) },
        responses: { '201': { description: 'The note.', ...json(NOTE) }, ...refused },
      },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'readNote',
        responses: { '200': { description: 'It.', ...json(NOTE) }, ...refused, ...none },
      },
      patch: {
        operationId: 'changeNote',
        requestBody: { required: true, ...json(CHANGE) },
        responses: { '200': { description: 'It.', ...json(NOTE) }, ...refused, ...none },
      },
    },
  },
};

type Fault = 'shows done notes' | 'shows archived notes';

/** A service whose notes are all open until somebody changes them. */
async function run(fault?: Fault) {
  const known = await collaboratorsOf(DOCUMENT);
  const rows: Record<string, JsonObject[string]>[] = [];
  const add = (title: string) => rows.push({ id: rows.length + 1, title, state: 'open', archived: false });
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) add(title);
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const operation = known.api.operations.find(
      ({ method, path }) => method === request.method && path.split('/').length === pathname.split('/').length,
    );
    if (operation === undefined) return new Response(null, { status: 405 });
    const schema = operation.body?.content[0]?.schema;
    const body = schema === undefined ? {} : ((await request.json().catch(() => null)) as JsonObject);
    if (schema !== undefined && !known.validator.accepts(schema, body, 'request'))
      return new Response(null, { status: 400 });
    if (operation.id === 'createNote') {
      add(String(body['title']));
      return Response.json(rows.at(-1), { status: 201 });
    }
    if (operation.id === 'listNotes') {
      const state = searchParams.get('state') ?? (fault === 'shows done notes' ? 'all' : 'open');
      const all = searchParams.get('include_archived') ?? String(fault === 'shows archived notes');
      if (!/^(?:open|done|all)$/.test(state) || !/^(?:true|false)$/.test(all))
        return new Response(null, { status: 400 });
      const isShown = (row: JsonObject) =>
        (state === 'all' || row['state'] === state) && (all === 'true' || !row['archived']);
      return Response.json(rows.filter(isShown));
    }
    const id = pathname.split('/')[2] ?? '';
    if (!/^\d+$/.test(id)) return new Response(null, { status: 400 });
    const row = rows[Number(id) - 1];
    return row === undefined ? new Response(null, { status: 404 }) : Response.json(Object.assign(row, body));
  };
  const { summary } = await tell({ ...known, target: answer, phases: ['stateful'] });
  return summary.findings
    .filter(({ check }) => check !== 'state.leftovers')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('items that a list hides by default are brought into that state', async () => {
  expect(await run()).toEqual([]);
});

test.each<Fault>(['shows done notes', 'shows archived notes'])(
  'a list that %s by default is reported',
  async (fault) => {
    expect(await run(fault)).toEqual(['filter.ignored listNotes']);
  },
);

import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const NOTE = {
  type: 'object',
  required: ['id', 'title'],
  properties: { id: { type: 'integer' }, title: { type: 'string' }, text: { type: 'string' } },
};
const body = {
  required: true,
  ...json({ type: 'object', required: ['title'], properties: { title: { type: 'string' }, text: { type: 'string' } } }),
};
const answers = (status: number) => ({
  responses: {
    [status]: { description: 'It.', ...json(NOTE) },
    400: { description: 'No.' },
    404: { description: 'None.' },
  },
});

const documented = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { requestBody: body, ...answers(201) } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: answers(200),
      put: { description, requestBody: body, ...answers(200) },
      delete: { responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } } },
    },
  },
});

/** A service whose PUT changes what is sent and keeps the rest. */
function merging(): (request: Request) => Promise<Response> {
  const notes = new Map<number, object>();
  let last = 0;
  return async (request) => {
    const { method, url } = request;
    const said = (await request.json().catch(() => null)) as Record<string, unknown> | null;
    const sent = said ?? {};
    const text = new URL(url).pathname.split('/')[2];
    if (method === 'POST') last += 1;
    const id = text === undefined ? last : Number(text);
    if (text !== undefined && !notes.has(id)) return new Response(null, { status: 404 });
    if (method === 'DELETE') return new Response(null, { status: notes.delete(id) ? 204 : 404 });
    if (method === 'GET') return Response.json(notes.get(id));
    const isString = (value: unknown) => typeof value === 'string';
    if (!isString(sent.title) || !isString(sent.text ?? '')) return new Response(null, { status: 400 });
    notes.set(id, { ...notes.get(id), ...sent, id });
    return Response.json(notes.get(id), { status: method === 'POST' ? 201 : 200 });
  };
}

test.each([
  ['Changes a note.', ['put.partial-update']],
  ['Only included fields will be changed.', []],
] as const)('a PUT may keep what it leaves out where its description says so: %s', async (description, wanted) => {
  const { summary } = await tell({
    ...(await collaboratorsOf(documented(description))),
    target: merging(),
    phases: ['stateful'],
  });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  expect([...new Set(told.map(({ check }) => check))]).toEqual(wanted);
});

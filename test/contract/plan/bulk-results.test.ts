import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/** `invents`: an id that does not exist is a success. `idles`: nothing is done. `drops`: the last result is missing. */
type Fault = 'invents' | 'idles' | 'drops';

const ID = { type: 'string', format: 'uuid' };
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const STATUS = { type: 'string', enum: ['open', 'archived'] };
const NOTE = { type: 'object', required: ['id', 'name', 'status'], properties: { id: ID, name: NAME, status: STATUS } };
const RESULT = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: ID, status: { type: 'integer', enum: [200, 404] } },
};
const TASK = {
  type: 'object',
  required: ['action', 'ids'],
  properties: {
    action: { type: 'string', enum: ['archive', 'delete'] },
    ids: { type: 'array', minItems: 1, maxItems: 20, items: ID },
  },
};
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const id = { name: 'id', in: 'path', required: true, schema: ID };
const NEW = { type: 'object', required: ['name'], properties: { name: NAME } };
const RESULTS = { type: 'object', required: ['results'], properties: { results: { type: 'array', items: RESULT } } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: { required: true, ...json(NEW) },
        responses: { 201: { ...said('Made.'), ...json(NOTE) }, ...REFUSALS },
      },
    },
    '/notes/bulk': {
      post: {
        operationId: 'changeNotes',
        requestBody: { required: true, ...json(TASK) },
        responses: { 200: { ...said('One result for each id.'), ...json(RESULTS) }, ...REFUSALS },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'getNote', responses: { 200: { ...said('It.'), ...json(NOTE) }, ...REFUSALS } },
      delete: { operationId: 'dropNote', responses: { 204: said('Gone.'), ...REFUSALS } },
    },
    '/notes/{id}/archive': {
      parameters: [id],
      post: { operationId: 'archiveNote', responses: { 200: { ...said('It.'), ...json(NOTE) }, ...REFUSALS } },
    },
  },
};

interface Note {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

const CHECK = 'state.bulk-result-wrong';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function notes(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, Note>();
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  let next = 0;
  async function sent(request: Request): Promise<Record<string, unknown> | number> {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return 415;
    const value = await request.json().catch(() => undefined);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : 400;
  }
  function add({ name }: Record<string, unknown>): Response {
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return plain(400);
    next += 1;
    const made = { id: `6f9619ff-8b86-4011-b42d-${String(next).padStart(12, '0')}`, name, status: 'open' };
    all.set(made.id, made);
    return Response.json(made, { status: 201, headers: { Location: `/notes/${made.id}` } });
  }
  function change({ action, ids }: Record<string, unknown>): Response {
    if ((action !== 'archive' && action !== 'delete') || !Array.isArray(ids)) return plain(400);
    if (ids.length === 0 || ids.length > 20 || !ids.every((each) => UUID.test(String(each)))) return plain(400);
    const results = ids.map((each: string) => {
      const note = all.get(each.toLowerCase());
      if (note === undefined) return { id: each, status: fault === 'invents' ? 200 : 404 };
      if (fault === 'idles') return { id: each, status: 200 };
      if (action === 'delete') all.delete(note.id);
      else all.set(note.id, { ...note, status: 'archived' });
      return { id: each, status: 200 };
    });
    return Response.json({ results: fault === 'drops' ? results.slice(0, -1) : results });
  }
  return async (request) => {
    const { method } = request;
    const [, , key, action] = new URL(request.url).pathname.split('/');
    const isPost = key === undefined || key === 'bulk' || action === 'archive';
    const allowed = isPost ? ['POST'] : ['GET', 'HEAD', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key === undefined || key === 'bulk') {
      const body = await sent(request);
      if (typeof body === 'number') return plain(body);
      return key === undefined ? add(body) : change(body);
    }
    if (!UUID.test(key)) return plain(400);
    const note = all.get(key.toLowerCase());
    if (note === undefined) return plain(404);
    if (method === 'DELETE') {
      all.delete(note.id);
      return plain(204);
    }
    if (action === 'archive') all.set(note.id, { ...note, status: 'archived' });
    return Response.json(all.get(note.id));
  };
}

async function run(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: notes(fault),
    phases: ['stateful'],
  });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, operation, message }) =>
    `${check} ${operation}: ${message}`.replaceAll(/[0-9a-f]{8}-[-0-9a-f]+/g, 'ID'),
  );
}

test('what a bulk operation says of each item is compared with the items', async () => {
  expect(await run()).toEqual([]);
});

test('an id that does not exist has another result than an item', async () => {
  expect(await run('invents')).toEqual([
    `${CHECK} changeNotes: changeNotes reports the same result for ID, which does not exist, as for an item that exists: {"id":"ID","status":200}.`,
  ]);
});

test('an item of which the answer says success is changed', async () => {
  const found = await run('idles');
  expect(found).not.toEqual([]);
  for (const each of found)
    expect(each).toBe(
      `${CHECK} changeNotes: changeNotes reports a success for ID ({"id":"ID","status":200}), and the item is as it was.`,
    );
});

test('each item of the request has a result', async () => {
  expect(await run('drops')).toEqual([
    `${CHECK} changeNotes: changeNotes was asked for ID and ID, and its answer does not name ID.`,
  ]);
});

import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/** `first`: only the first item is changed. `idles`: none is. `counts`: the number is wrong. `ignores`: an unknown id is ignored. */
type Fault = 'first' | 'idles' | 'counts' | 'ignores';

const ID = { type: 'integer', minimum: 1 };
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const STATUS = { type: 'string', enum: ['todo', 'doing', 'done'] };
const TASK = { type: 'object', required: ['id', 'name', 'status'], properties: { id: ID, name: NAME, status: STATUS } };
const CHANGES = { type: 'object', minProperties: 1, properties: { status: STATUS } };
const BULK = {
  type: 'object',
  required: ['ids', 'changes'],
  properties: { ids: { type: 'array', minItems: 1, maxItems: 20, items: ID }, changes: CHANGES },
};
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const REFUSALS = { 400: said('No.'), 415: said('No.') };
const id = { name: 'id', in: 'path', required: true, schema: ID };
const NEW = { type: 'object', required: ['name'], properties: { name: NAME } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Tasks', version: '1' },
  paths: {
    '/tasks': {
      get: {
        operationId: 'listTasks',
        responses: { 200: { ...said('All.'), ...json({ type: 'array', items: TASK }) } },
      },
      post: {
        operationId: 'addTask',
        requestBody: { required: true, ...json(NEW) },
        responses: { 201: { ...said('Made.'), ...json(TASK) }, ...REFUSALS },
      },
    },
    '/tasks/bulk_update': {
      post: {
        operationId: 'changeTasks',
        requestBody: { required: true, ...json(BULK) },
        responses: {
          200: {
            ...said('The number of changed tasks.'),
            ...json({ type: 'object', required: ['updated'], properties: { updated: { type: 'integer' } } }),
          },
          404: said('One of the tasks does not exist. None is changed.'),
          ...REFUSALS,
        },
      },
    },
    '/tasks/{id}': {
      parameters: [id],
      get: {
        operationId: 'getTask',
        responses: { 200: { ...said('It.'), ...json(TASK) }, 400: said('No.'), 404: said('None.') },
      },
      delete: { operationId: 'dropTask', responses: { 204: said('Gone.'), 400: said('No.'), 404: said('None.') } },
    },
  },
};

interface Task {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

interface Service {
  readonly respond: (request: Request) => Promise<Response>;
  /** Statuses of the tasks that were there before. */
  readonly before: () => readonly string[];
}

function tasks(fault?: Fault): Service {
  const all = new Map<number, Task>([1, 2, 3].map((key) => [key, { id: key, name: `Task ${key}`, status: 'todo' }]));
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  let next = 100;
  const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
  function add({ name }: Record<string, unknown>): Response {
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return plain(400);
    next += 1;
    const made = { id: next, name, status: 'todo' };
    all.set(made.id, made);
    return Response.json(made, { status: 201, headers: { Location: `/tasks/${made.id}` } });
  }
  function change({ ids, changes }: Record<string, unknown>): Response {
    const status = (changes as { status?: unknown } | null | undefined)?.status;
    if (!Array.isArray(ids) || ids.length === 0 || ids.length > 20 || !ids.every(isId)) return plain(400);
    if (typeof status !== 'string' || !STATUS.enum.includes(status)) return plain(400);
    const there = ids.filter((each) => all.has(each));
    if (there.length < ids.length && fault !== 'ignores') return plain(404);
    const changed = fault === 'idles' ? [] : fault === 'first' ? there.slice(0, 1) : there;
    for (const each of changed) all.set(each, { ...(all.get(each) as Task), status });
    return Response.json({ updated: fault === 'counts' ? there.length + 1 : there.length });
  }
  return {
    before: () => [1, 2, 3].map((key) => all.get(key)?.status ?? 'gone'),
    respond: async (request) => {
      const { method } = request;
      const [, , key] = new URL(request.url).pathname.split('/');
      const allowed =
        key === undefined ? ['GET', 'HEAD', 'POST'] : key === 'bulk_update' ? ['POST'] : ['GET', 'HEAD', 'DELETE'];
      if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
      if (method === 'POST') {
        if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
        const body: unknown = await request.json().catch(() => undefined);
        if (typeof body !== 'object' || body === null || Array.isArray(body)) return plain(400);
        const sent = body as Record<string, unknown>;
        return key === undefined ? add(sent) : change(sent);
      }
      if (key === undefined) return Response.json([...all.values()]);
      if (!/^[1-9]\d*$/.test(key)) return plain(400);
      const task = all.get(Number(key));
      if (task === undefined) return plain(404);
      if (method === 'DELETE') {
        all.delete(task.id);
        return plain(204);
      }
      return Response.json(task);
    },
  };
}

async function run(fault?: Fault): Promise<readonly string[]> {
  const service = tasks(fault);
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: service.respond });
  expect(service.before()).toEqual(['todo', 'todo', 'todo']);
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, message }) => `${check}: ${message.replaceAll(/\b1\d\d\b/g, 'ID')}`);
}

const CHECK = 'state.bulk-result-wrong';

test('a bulk operation changes only items of the run, and is right', async () => {
  expect(await run()).toEqual([]);
});

test('every item of a bulk operation is changed', async () => {
  const kept = (status: string) =>
    `${CHECK}: changeTasks was to set \`status\` of ID to "${status}" and answered with a success, and it is still "todo".`;
  for (const fault of ['first', 'idles'] as const) {
    const found = await run(fault);
    expect([[kept('doing')], [kept('done')]]).toContainEqual(found);
  }
});

test('the number of changed items is that of the request', async () => {
  expect(await run('counts')).toEqual([
    `${CHECK}: changeTasks was asked to change 2 items, and says that it changed 3.`,
  ]);
});

test('an id that does not exist is refused as documented', async () => {
  expect(await run('ignores')).toEqual([
    'state.unknown-reference-accepted: changeTasks accepted (200) a request whose `ids[0]` names a record that does not exist, where the document has 404 (“One of the tasks does not exist.”).',
  ]);
});

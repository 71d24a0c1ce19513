import { expect, test } from 'vitest';
import { parseApi } from '../../../src/spec/index.ts';
import { collaborators, fromYaml, tell } from '../harness.ts';

const id = '{ name: id, in: path, required: true, schema: { type: string } }';
const body =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string }, completed: { type: boolean } } } } } }';

/** Only the requests are described, as comments above handlers often do. */
const TODOS = fromYaml(`
openapi: 3.0.3
info: { title: Todos, version: '1' }
paths:
  /todos:
    get: { operationId: listTodos, responses: { '200': { description: A list of todos } } }
    post: { operationId: addTodo, ${body}, responses: { '201': { description: Created }, '400': { description: Invalid } } }
  /todos/{id}:
    parameters: [${id}]
    get: { operationId: readTodo, responses: { '200': { description: A todo }, '404': { description: Not found } } }
    put: { operationId: changeTodo, ${body}, responses: { '200': { description: Changed }, '400': { description: Invalid }, '404': { description: Not found } } }
    delete: { operationId: removeTodo, responses: { '204': { description: Removed }, '404': { description: Not found } } }
`);

interface Todo {
  readonly id: string;
  title: string;
  completed: boolean;
}

/** How a service writes a list and an item, what it forgets to do, and whether it starts with a record. */
interface Manner {
  readonly list?: (todos: readonly Todo[]) => unknown;
  readonly item?: (todo: Todo) => unknown;
  readonly lacks?: 'PUT' | 'DELETE';
  readonly isEmpty?: boolean;
}

function service({ list = (all) => all, item = (todo) => todo, lacks, isEmpty }: Manner): {
  readonly target: (request: Request) => Promise<Response>;
  readonly left: () => readonly string[];
} {
  const todos = new Map<string, Todo>();
  if (isEmpty !== true) todos.set('first', { id: 'first', title: 'Tea', completed: false });
  let count = 0;
  const refused = (status: number): Response => new Response(null, { status });
  const target = async (request: Request): Promise<Response> => {
    const [, , own] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    if (own === undefined && request.method === 'GET') return Response.json(list([...todos.values()]));
    const todo = todos.get(own ?? '');
    if (own !== undefined && todo === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(item(todo as Todo));
    if (request.method === 'DELETE' && own !== undefined) {
      if (lacks !== 'DELETE') todos.delete(own);
      return refused(204);
    }
    if (!/json/.test(request.headers.get('content-type') ?? '')) return refused(415);
    if (request.method !== (own === undefined ? 'POST' : 'PUT'))
      return new Response(null, {
        status: 405,
        headers: { allow: own === undefined ? 'GET, POST' : 'GET, PUT, DELETE' },
      });
    let sent: Partial<Todo> | null;
    try {
      sent = JSON.parse(text) as Partial<Todo> | null;
    } catch {
      return refused(400);
    }
    const { title, completed = false } = sent ?? {};
    if (typeof title !== 'string' || typeof completed !== 'boolean' || Array.isArray(sent)) return refused(400);
    if (todo !== undefined) {
      if (lacks !== 'PUT') Object.assign(todo, { title, completed });
      return Response.json(item(todo));
    }
    count += 1;
    const made = { id: `t${count}`, title, completed };
    todos.set(made.id, made);
    return Response.json(item(made), { status: 201 });
  };
  return { target, left: () => [...todos.keys()] };
}

const MANNERS: readonly (readonly [string, Manner])[] = [
  ['as arrays and items', {}],
  ['in an envelope', { list: (data) => ({ success: true, data }), item: (data) => ({ success: true, data }) }],
  [
    'in an envelope, at first without items',
    { list: (data) => ({ success: true, data }), item: (data) => ({ success: true, data }), isEmpty: true },
  ],
  ['under their names', { list: (todos) => ({ todos }), item: (todo) => ({ todo }) }],
  ['in pages', { list: (items) => ({ items, total: items.length, warnings: [] }), item: (todo) => todo }],
  ['with other names inside', { item: ({ id, title, completed }) => ({ id, text: { title }, isDone: completed }) }],
  [
    'two objects deep',
    { list: (todos) => ({ ok: true, result: { todos } }), item: (todo) => ({ ok: true, result: { todo } }) },
  ],
];

test.each(MANNERS)(
  'answers without a schema, %s: lives are led to their end, and nothing is found',
  async (_, manner) => {
    const { target, left } = service(manner);
    const { summary } = await tell({ ...TODOS, target, phases: ['coverage', 'stateful'] });
    expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
    expect(summary.coverage.totals.lives).toMatchObject({ covered: 1, total: 1 });
    expect(summary.notes.join('\n')).toContain('the document describes no answer of /todos');
    expect(left()).toEqual(manner.isEmpty === true ? [] : ['first']);
  },
);

test.each([
  ['PUT', 'state.roundtrip-lossy'],
  ['DELETE', 'state.use-after-delete'],
] as const)('a %s that does nothing is found, although the document describes no answer', async (lacks, check) => {
  const { target } = service({ lacks, list: (data) => ({ ok: true, data }), item: (data) => ({ ok: true, data }) });
  const { summary } = await tell({ ...TODOS, target, phases: ['stateful', 'coverage'] });
  expect(summary.findings.flatMap((each) => (each.severity === 'error' ? [each.check] : []))).toContain(check);
});

test('an answer of a GET that shows no list is not taken for one', async () => {
  const { target } = service({ list: () => ({ message: 'Todos', tags: ['a'], hints: ['b'] }) });
  const { summary } = await tell({ ...TODOS, target, phases: ['coverage', 'stateful'] });
  expect(summary.notes.join('\n')).not.toContain('describes no answer');
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a case of such a life is run alone by its name, and a name that no plan has is refused', async () => {
  const { target } = service({
    lacks: 'DELETE',
    list: (data) => ({ ok: true, data }),
    item: (data) => ({ ok: true, data }),
  });
  const { summary } = await tell({ ...TODOS, target, only: ['stateful/todos/life/10-read-what-was-deleted'] });
  expect(summary.findings.map(({ check }) => check)).toContain('state.use-after-delete');
  await expect(tell({ ...TODOS, target, only: ['stateful/todos/life/tea'] })).rejects.toThrow('There is no case');
});

/** Bodies are shown by examples alone, and comments are removed at a path of their own. */
const NOTES = collaborators(
  parseApi(
    {
      name: 'notes.yaml',
      text: `
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { responses: { '200': { description: All } } }
    post:
      requestBody: { content: { application/json: { schema: { type: object, example: { title: Tea, kind: short } } } } }
      responses: { '201': { description: Made }, '400': { description: Wrong } }
  /notes/{id}:
    parameters: [${id}]
    get: { responses: { '200': { description: One }, '404': { description: None } } }
    delete: { responses: { '204': { description: Gone }, '404': { description: None } } }
  /notes/{id}/comments:
    parameters: [${id}]
    get: { responses: { '200': { description: All }, '404': { description: None } } }
    post:
      requestBody: { content: { application/json: { example: { text: Good. } } } }
      responses: { '201': { description: Made }, '400': { description: Wrong }, '404': { description: None } }
  /comments/{id}:
    parameters: [${id}]
    delete: { responses: { '204': { description: Gone }, '404': { description: None } } }
`,
    },
    { shown: 'names' },
  ),
);

interface Row {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** A service that takes a title and a kind of two, and keeps removed comments where it `lacks` their removal. */
function notes(lacks: boolean): (request: Request) => Promise<Response> {
  const rows = new Map<string, Row>([['first', { id: 'first', title: 'Milk', kind: 'short' }]]);
  const comments = new Map<string, Row>();
  let count = 0;
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, word, own, part] = new URL(request.url).pathname.split('/');
    const text = await request.text();
    const { method } = request;
    const all = word === 'comments' || part === 'comments' ? comments : rows;
    if (part !== undefined && !rows.has(own ?? '')) return none(404);
    const isList = part !== undefined || own === undefined;
    if (!isList && !all.has(own)) return none(404);
    if (method === 'GET' && !isList) return Response.json(all.get(own));
    if (method === 'GET')
      return Response.json([...all.values()].filter(({ noteId }) => part === undefined || noteId === own));
    if (method === 'DELETE' && !isList) {
      if (!lacks || all === rows) all.delete(own);
      return none(204);
    }
    if (method !== 'POST' || !isList)
      return new Response(null, { status: 405, headers: { allow: isList ? 'GET, POST' : 'GET, DELETE' } });
    if (!/json/i.test(request.headers.get('content-type') ?? '')) return none(415);
    let sent: Record<string, unknown>;
    try {
      sent = { ...(JSON.parse(text) as object) };
    } catch {
      return none(400);
    }
    const isWhole =
      all === rows ? typeof sent['title'] === 'string' && sent['kind'] === 'short' : typeof sent['text'] === 'string';
    if (!isWhole) return none(400);
    count += 1;
    const made = { ...sent, id: `n${count}`, ...(part === undefined ? {} : { noteId: own }) };
    all.set(made.id, made);
    return Response.json(made, { status: 201 });
  };
}

test('bodies that only examples describe, and comments with a path of their own: all is reached, and nothing is found', async () => {
  const { summary } = await tell({ ...NOTES, target: notes(false), phases: ['coverage', 'stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
  expect(summary.notes.join('\n')).toContain('the document describes no answer of /notes/{id}/comments');
  expect(summary.inconclusive.map(({ reason }) => reason).filter((reason) => !reason.startsWith('not sent'))).toEqual(
    [],
  );
});

test('a comment that stays in its list after its DELETE is found', async () => {
  const { summary } = await tell({ ...NOTES, target: notes(true), phases: ['stateful'] });
  const errors = summary.findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message).join()).toMatch(
    /\/comments still lists the item n\d+, which was just deleted/,
  );
});

test.each([
  ['none of them has one', 0, ['n1', 'n2', 'n3']],
  ['the second has one', 2, ['n1', 'n2']],
] as const)('a list below items is read until one shows an item, three times at most: %s', async (_, full, wanted) => {
  const read = new Set<string>();
  const rows = ['n1', 'n2', 'n3', 'n4', 'n5'].map((row) => ({ id: row }));
  const target = async (request: Request): Promise<Response> => {
    const [, , own, part] = new URL(request.url).pathname.split('/');
    if (own !== undefined && rows.every((row) => row.id !== own)) return new Response(null, { status: 404 });
    if (part !== undefined && request.method === 'GET') read.add(own ?? '');
    if (part !== undefined) return Response.json(own === `n${full}` ? [{ id: 'c1', text: 'Good.' }] : []);
    return Response.json(own === undefined ? rows : { id: own });
  };
  await tell({ ...NOTES, target, phases: ['examples'], safeOnly: true });
  expect([...read].toSorted()).toEqual(wanted);
});

test('the refusal of a body that the document does not describe is accepted, that of its example is found', async () => {
  const refusing = (request: Request): Promise<Response> =>
    request.method === 'POST' ? Promise.resolve(new Response(null, { status: 400 })) : notes(false)(request);
  const text = (example: string): string => `
openapi: 3.0.3
info: { title: Notes, version: '1' }
paths:
  /notes:
    get: { responses: { '200': { description: All } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object }${example} } } }
      responses: { '201': { description: Made }, '400': { description: Wrong } }
`;
  for (const [example, wanted] of [
    ['', []],
    [', example: { title: Tea }', ['accept.valid-rejected']],
  ] as const) {
    const run = collaborators(parseApi({ name: 'notes.yaml', text: text(example) }, { shown: 'names' }));
    const { summary } = await tell({ ...run, target: refusing, phases: ['coverage'] });
    const errors = summary.findings.filter(({ severity }) => severity === 'error');
    expect([...new Set(errors.map(({ check }) => check))]).toEqual(wanted);
  }
});

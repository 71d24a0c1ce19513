import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

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

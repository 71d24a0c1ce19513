import { describe, expect, test } from 'vitest';
import type { Phase } from '../../../src/contract/index.ts';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, type Story, tell } from '../harness.ts';

/** A request as a small service sees it. */
interface Incoming {
  readonly method: string;
  /** Segments of the path. */
  readonly at: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Json | undefined;
  readonly given: string | null;
}

type Answer = readonly [status: number, body?: Json];

interface Setting {
  readonly phases?: readonly Phase[];
  readonly bearer?: string;
}

async function run(
  paths: string,
  answer: (incoming: Incoming) => Answer,
  { phases, bearer }: Setting = {},
): Promise<Story['summary'] & { readonly sent: readonly Incoming[] }> {
  const sent: Incoming[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.text();
    const incoming = {
      method: request.method,
      at: pathname.split('/').slice(1).map(decode),
      query: searchParams,
      body: parsed(text),
      given: request.headers.get('authorization'),
    };
    sent.push(incoming);
    const [status, body] = answer(incoming);
    return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
  };
  const { summary } = await tell({
    ...fromYaml(`openapi: 3.1.0\ninfo: { title: Small, version: '1' }\n${paths}`),
    target,
    concurrency: 1,
    ...(phases === undefined ? {} : { phases }),
    ...(bearer === undefined ? {} : { credentials: { bearer } }),
  });
  return { ...summary, sent };
}

function parsed(text: string): Json | undefined {
  try {
    return text === '' ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const object = (body: Json | undefined): JsonObject => (isObject(body) ? body : {});
const found = ({ findings }: Story['summary'], check: string): readonly string[] =>
  findings.flatMap((each) => (each.check === check ? [each.message] : []));
const reached = ({ coverage }: Story['summary']): readonly string[] =>
  coverage.operations.flatMap((each) => (each.reached ? [each.operation] : []));

describe('A 403 is about the values, not about the credential,', () => {
  const paths = `
security: [{ token: [] }]
paths:
  /plans:
    get: { operationId: listPlans, responses: { '200': { description: ok }, '401': { description: no } } }
  /rooms:
    get:
      operationId: listRooms
      parameters: [{ name: columns, in: query, schema: { type: string } }]
      responses: { '200': { description: ok }, '401': { description: no } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;
  const letsIn = (answer: (incoming: Incoming) => number) => (incoming: Incoming) =>
    [incoming.given === 'Bearer the-token-of-the-run' ? answer(incoming) : 401, {}] as const;
  const setting = { bearer: 'the-token-of-the-run', phases: ['coverage'] } as const;

  test('where the operation has worked without them', async () => {
    const summary = await run(
      paths,
      letsIn(({ query }) => (query.has('columns') ? 403 : 200)),
      setting,
    );
    expect(found(summary, 'auth.valid-refused')).toEqual([]);
  });

  test('but not where the operation refuses every request', async () => {
    const summary = await run(
      paths,
      letsIn(({ at }) => (at[0] === 'rooms' ? 403 : 200)),
      setting,
    );
    expect(found(summary, 'auth.valid-refused')).toHaveLength(1);
  });
});

test('a 401 of an operation that checks a link from a mail is about that link', async () => {
  const of = (path: string): string => `
security: [{ token: [] }]
paths:
  /plans: { get: { operationId: listPlans, responses: { '200': { description: ok }, '401': { description: no } } } }
  ${path}: { get: { operationId: checkLink, responses: { '200': { description: ok }, '401': { description: no } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;
  const answer = ({ at, given }: Incoming): Answer => [
    at[0] === 'plans' && given === 'Bearer the-token-of-the-run' ? 200 : 401,
    {},
  ];
  const setting = { bearer: 'the-token-of-the-run', phases: ['coverage'] } as const;
  expect(found(await run(of('/auth/reset/validate'), answer, setting), 'auth.valid-refused')).toEqual([]);
  expect(found(await run(of('/rooms/validate'), answer, setting), 'auth.valid-refused')).toHaveLength(1);
});

const SESSIONS = `
paths:
  /sessions:
    get:
      operationId: listSessions
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Session' } } } } } }
    post:
      operationId: openSession
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Session' } } } }
      responses:
        '201': { description: created or returned, content: { application/json: { schema: { $ref: '#/components/schemas/Session' } } } }
        '400': { description: refused }
        '501': { description: not available }
  /sessions/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readSession
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Session' } } } }, '404': { description: none } }
    delete: { operationId: closeSession, responses: { '204': { description: gone }, '404': { description: none } } }
components:
  schemas:
    Session:
      type: object
      properties: { id: { type: integer, readOnly: true }, place: { type: string }, colour: { type: string } }
`;

/** Sessions with one for each place; some colours are not available. */
function sessions(isAvailable: (colour: Json | undefined) => boolean): (incoming: Incoming) => Answer {
  const all = new Map<string, { readonly id: number; readonly place: string }>();
  let last = 0;
  return ({ method, at, body }) => {
    const one = [...all.values()].find(({ id }) => String(id) === at[1]);
    if (at[1] !== undefined) {
      if (one === undefined) return [404, {}];
      if (method === 'DELETE') all.delete(one.place);
      return method === 'DELETE' ? [204] : method === 'GET' ? [200, one] : [405, {}];
    }
    if (method === 'GET') return [200, [...all.values()]];
    const { place, colour } = object(body);
    if (typeof place !== 'string') return [400, { message: 'place is required' }];
    if (!isAvailable(colour)) return [501, { message: 'no such colour' }];
    if (!all.has(place)) last += 1;
    const made = all.get(place) ?? { id: last, place };
    all.set(place, made);
    return [201, made];
  };
}

test('a value that a service asks for is another one in each record, although an answer has repeated the first one', async () => {
  const summary = await run(
    SESSIONS,
    sessions(() => true),
  );
  expect(reached(summary)).toContain('openSession');
  expect(found(summary, 'state.duplicate-id')).toEqual([]);
  const places = summary.sent.flatMap(({ body }) => {
    const { place } = object(body);
    return typeof place === 'string' ? [place] : [];
  });
  expect(new Set(places).size).toBeGreaterThan(5);
});

test('a documented 501 of an operation that works is about a value', async () => {
  const picky = await run(
    SESSIONS,
    sessions((colour) => colour === undefined),
  );
  expect(reached(picky)).toContain('openSession');
  expect(found(picky, 'operation.not-implemented')).toEqual([]);
  const absent = await run(
    SESSIONS,
    sessions(() => false),
  );
  expect(found(absent, 'operation.not-implemented')).toHaveLength(1);
});

test('the same body twice may be answered with the record that is there, another body may not', async () => {
  const given = SESSIONS.replace('place: { type: string }', "place: { type: string, enum: ['hall'] }");
  expect(
    found(
      await run(
        given,
        sessions(() => true),
      ),
      'state.duplicate-id',
    ),
  ).toEqual([]);
  const always = sessions(() => true);
  const first = (incoming: Incoming): Answer =>
    always(incoming.method === 'POST' ? { ...incoming, body: { ...object(incoming.body), place: 'hall' } } : incoming);
  expect(found(await run(SESSIONS, first), 'state.duplicate-id')).toHaveLength(1);
});

test('a 404 that names the item is not about what else is wrong with the request', async () => {
  const paths = `
paths:
  /seats:
    post:
      operationId: addSeat
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Row' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Seat' } } } }, '400': { description: wrong } }
  /seats/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readSeat
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Seat' } } } }, '404': { description: none } }
    patch:
      operationId: moveSeat
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Row' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Seat' } } } }, '400': { description: wrong } }
components:
  schemas:
    Row: { type: object, required: [row], properties: { row: { type: integer } } }
    Seat: { type: object, required: [id, row], properties: { id: { type: integer }, row: { type: integer } } }
`;
  const service = (isNamed: boolean) => {
    const seats = new Map<string, JsonObject>();
    return ({ method, at, body }: Incoming): Answer => {
      const { row } = object(body);
      const id = at[1] ?? String(4000 + seats.size);
      if (method === 'GET') return seats.has(id) ? [200, seats.get(id) ?? null] : [404, { message: 'None' }];
      if (!Number.isInteger(row) && method === 'PATCH')
        return [404, { message: isNamed ? `Seat not found: ${id}` : 'Not found' }];
      if (!Number.isInteger(row)) return [400, { message: 'wrong' }];
      if (at[1] !== undefined && !seats.has(id)) return [404, { message: 'None' }];
      const seat = { id: Number(id), row: row ?? null };
      seats.set(id, seat);
      return [method === 'POST' ? 201 : 200, seat];
    };
  };
  const setting = { phases: ['coverage'] } as const;
  expect(found(await run(paths, service(true), setting), 'reject.wrong-code')).toEqual([]);
  expect(found(await run(paths, service(false), setting), 'reject.wrong-code')).toHaveLength(1);
});

test('a 404 that quotes an optional value of the request is about that value', async () => {
  const paths = `
paths:
  /tasks:
    post:
      operationId: addTask
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } } }
  /tasks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readTask
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }, '404': { description: none } }
    put:
      operationId: changeTask
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Change' } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } } }, '404': { description: none } }
components:
  schemas:
    Task: { type: object, required: [id, title], properties: { id: { type: integer, readOnly: true }, title: { type: string }, marks: { type: array, items: { type: integer } } } }
    Change: { type: object, required: [title], properties: { title: { type: string }, marks: { type: array, items: { type: integer, example: 7 }, minItems: 1 } } }
`;
  const service = (refusal: string) => {
    const tasks: JsonObject[] = [];
    return ({ method, at, body }: Incoming): Answer => {
      const { title = null, marks } = object(body);
      if (at[1] === undefined) {
        const task = { id: tasks.length + 1, title };
        tasks.push(task);
        return [201, task];
      }
      const task = tasks.find(({ id }) => String(id) === at[1]);
      if (task === undefined) return [404, { message: 'No such task' }];
      if (method === 'GET') return [200, task];
      return marks === undefined
        ? [200, { ...task, title }]
        : [404, { message: refusal.replace('7', String(marks).split(',')[0] ?? '') }];
    };
  };
  const setting = { phases: ['coverage'] } as const;
  expect(found(await run(paths, service('There is no mark "7"'), setting), 'status.unexpected')).toEqual([]);
  expect(found(await run(paths, service('There is none'), setting), 'status.unexpected')).toHaveLength(1);
});

test('an item that its list shows without an id is reached by the property with the name of the list', async () => {
  const table = '{ application/json: { schema: { $ref: "#/components/schemas/Table" } } }';
  const summary = await run(
    `
paths:
  /tables:
    get:
      operationId: listTables
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Table' } } } } } } } }
  /tables/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readTable, responses: { '200': { description: ok, content: ${table} }, '403': { description: no } } }
    patch:
      operationId: changeTable
      requestBody: { content: ${table} }
      responses: { '200': { description: ok, content: ${table} }, '403': { description: no } }
components: { schemas: { Table: { type: object, properties: { icon: { type: string }, table: { type: string } } } } }
`,
    ({ at }) => {
      const rooms = { icon: 'door', table: 'rooms' };
      if (at[1] === undefined) return [200, { data: [rooms] }];
      return at[1] === 'rooms' ? [200, rooms] : [403, { message: 'There is no such table, or it is not yours.' }];
    },
    { phases: ['coverage'] },
  );
  expect(reached(summary)).toEqual(['listTables', 'readTable']);
});

test('a value that makes a service fail is one for a person to give', async () => {
  const summary = await run(
    `
paths:
  /kernels:
    post:
      operationId: startKernel
      requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { '201': { description: ok } }
`,
    ({ body }) => (object(body)['name'] === 'python3' ? [201, {}] : [500, { message: 'Unhandled error' }]),
    { phases: ['coverage'] },
  );
  expect(summary.coverage.operations[0]?.unreached?.values).toEqual(['startKernel#/body/name']);
});

test('a documented default is the value that a service takes where it refuses another one', async () => {
  const parameters = `
        - { name: chart, in: query, schema: { type: string, default: system.load } }
        - { name: context, in: query, schema: { type: string } }
        - { name: after, in: query, required: true, schema: { type: integer, default: -600 } }`;
  const summary = await run(
    `
paths:
  /data:
    get: { operationId: readData, parameters: [${parameters.replace(/\n\s+- /g, ', ').slice(2)}], responses: { '200': { description: ok }, '400': { description: wrong }, '404': { description: none } } }
`,
    ({ query }) => {
      if (!query.has('chart') && !query.has('context')) return [400, { error: 'No chart or context is given.' }];
      if (query.has('context') || query.get('chart') !== 'system.load') return [404, { error: 'No such chart.' }];
      return query.get('after') === '-600' ? [200, {}] : [404, { error: 'No metrics were found.' }];
    },
    { phases: ['coverage'] },
  );
  expect(reached(summary)).toEqual(['readData']);
});

describe('commands name what other commands have made', () => {
  const text = (names: string): string => `{ type: object, properties: { ${names} } }`;
  const command = (path: string, id: string, properties: string): string =>
    `  ${path}:\n    post: { operationId: ${id}, requestBody: { required: true, content: { application/json: { schema: ${text(properties)} } } }, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } }, default: { description: refused } } }`;
  const PATHS = `paths:\n${[
    command('/role/delete', 'dropRole', 'role: { type: string, minLength: 1 }'),
    command('/role/get', 'getRole', 'role: { type: string, minLength: 1 }'),
    command('/role/add', 'addRole', 'name: { type: string, minLength: 1 }'),
    command('/user/get', 'getUser', 'name: { type: string, minLength: 1 }'),
    command('/user/add', 'addUser', 'name: { type: string, minLength: 1 }'),
    command('/user/grant', 'grantUser', 'role: { type: string, minLength: 1 }, user: { type: string, minLength: 1 }'),
  ].join('\n')}`;

  test('a role that was added is the one to be read, granted and deleted, and no other one is deleted', async () => {
    const [roles, users] = [new Set(['kept']), new Set(['root'])];
    const missing = (kind: string): Answer => [412, { error: `${kind} name not found` }];
    const { coverage, sent } = await run(PATHS, ({ at: [kind = '', verb], body }) => {
      if (!isObject(body)) return [400, { error: 'no body' }];
      const { name, role, user } = body;
      const known = kind === 'role' ? roles : users;
      if (verb === 'add' && (typeof name !== 'string' || known.has(name)))
        return [400, { error: `${kind} name is empty or taken` }];
      if (verb === 'add') return [200, { done: Boolean(known.add(String(name))) }];
      if (verb === 'grant' && !users.has(String(user))) return missing('user');
      if (kind === 'role' || verb === 'grant') {
        if (!roles.has(String(role))) return missing('role');
      } else if (!users.has(String(name))) return missing('user');
      if (verb === 'delete') roles.delete(String(role));
      return [200, {}];
    });
    expect(coverage.operations.filter(({ reached }) => !reached).map(({ operation }) => operation)).toEqual([]);
    expect(roles.has('kept')).toBe(true);
    expect(sent.some(({ at, body }) => at[1] === 'delete' && isObject(body) && body.role === 'kept')).toBe(false);
  });
});

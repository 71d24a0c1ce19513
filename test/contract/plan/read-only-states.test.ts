import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { type Collaborators, collaboratorsOf, tell } from '../harness.ts';

/** Writes that a faulty service lets through in a state that refuses them, and the operation that the check must report. */
const FAULTS = {
  'a task is made in an archived project': 'createTask',
  'a task of an archived project is changed': 'changeTask',
  'an archived project is renamed': 'changeProject',
  'a locked page takes a remark': 'addRemark',
} as const;
type Fault = keyof typeof FAULTS;

const text = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const OWN_ID = { type: 'integer', readOnly: true };
const object = (properties: Record<string, object>, required: readonly string[], description = '') => ({
  type: 'object',
  description,
  required,
  properties,
});
const in_ = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const PROJECT = object({ id: OWN_ID, name: NAME, archived: { type: 'boolean', default: false } }, ['name']);
const TASK = object({ id: OWN_ID, title: NAME }, ['title']);
const PAGE = object(
  { id: OWN_ID, title: NAME, locked: { type: 'boolean', readOnly: true } },
  ['title'],
  'A page of the handbook. While it is locked, it takes no changes and no remarks (409).',
);
const REMARK = object({ id: OWN_ID, text: NAME }, ['text']);
const PART = (schema: { properties: object }) => ({ ...schema, required: [] });
const OTHERS = { 400: text('No.'), 404: text('None.'), 423: text('Refused.'), 409: text('Conflict.') };
const write = (operationId: string, schema: object, status: number, answer = schema) => ({
  operationId,
  requestBody: { required: true, ...json(schema) },
  responses: { [status]: { ...text('It.'), ...json(answer) }, ...OTHERS },
});
const read = (operationId: string, schema: object) => ({
  operationId,
  responses: { 200: { ...text('It.'), ...json(schema) }, 400: text('No.'), 404: text('None.') },
});
const act = (operationId: string, description: string, schema: object) => ({
  operationId,
  description,
  responses: { 200: { ...text('It.'), ...json(schema) }, 400: text('No.'), 404: text('None.') },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Handbook',
    version: '1',
    description: '## Archive\n\nArchived projects are read-only: writes to them and to their tasks answer 423.',
  },
  paths: {
    '/projects': { post: write('createProject', PART(PROJECT), 201, PROJECT) },
    '/projects/{projectId}': {
      parameters: [in_('projectId')],
      get: read('getProject', PROJECT),
      patch: write('changeProject', PART(PROJECT), 200, PROJECT),
    },
    '/projects/{projectId}/tasks': { parameters: [in_('projectId')], post: write('createTask', TASK, 201) },
    '/projects/{projectId}/tasks/{taskId}': {
      parameters: [in_('projectId'), in_('taskId')],
      get: read('getTask', TASK),
      patch: write('changeTask', PART(TASK), 200, TASK),
    },
    '/pages': { post: write('createPage', PAGE, 201) },
    '/pages/{pageId}': { parameters: [in_('pageId')], get: read('getPage', PAGE) },
    '/pages/{pageId}/lock': { parameters: [in_('pageId')], post: act('lockPage', 'Locks the page.', PAGE) },
    '/pages/{pageId}/unlock': { parameters: [in_('pageId')], post: act('unlockPage', 'Unlocks the page.', PAGE) },
    '/pages/{pageId}/remarks': { parameters: [in_('pageId')], post: write('addRemark', REMARK, 201) },
  },
};

type Answer = readonly [status: number, body?: Json];
type Row = Record<string, Json>;

/** The answers of the service to requests that keep the document. */
function service(fault: Fault | undefined): (id: string, ids: readonly number[], body: JsonObject) => Answer {
  const rows = new Map<number, Row>();
  let last = 0;
  const add = (row: Row): Answer => {
    last += 1;
    rows.set(last, { id: last, ...row });
    return [201, rows.get(last) ?? null];
  };
  return (id, [first = 0, second = 0], body) => {
    if (id === 'createProject') return add({ name: 'New', archived: false, ...body });
    if (id === 'createPage') return add({ title: body['title'] ?? '', locked: false });
    const [owner, own] = [rows.get(first), rows.get(second)];
    if (owner === undefined || (second !== 0 && own?.['in'] !== first)) return [404];
    const shown = ({ in: _, ...row }: Row): Row => row;
    const isFault = (each: Fault): boolean => fault === each;
    const isClosed = owner['archived'] === true;
    if (id === 'getProject' || id === 'getPage') return [200, owner];
    if (id === 'lockPage' || id === 'unlockPage') return [200, Object.assign(owner, { locked: id === 'lockPage' })];
    if (id === 'getTask') return [200, shown(own ?? {})];
    if (id === 'changeProject') {
      const refused = isClosed && body['archived'] !== false && !isFault('an archived project is renamed');
      return refused ? [423] : [200, Object.assign(owner, body)];
    }
    if (id === 'createTask') {
      if (isClosed && !isFault('a task is made in an archived project')) return [423];
      const [status, made] = add({ title: body['title'] ?? '', in: first });
      return [status, shown((made ?? {}) as Row)];
    }
    if (id === 'addRemark') {
      const refused = owner['locked'] === true && !isFault('a locked page takes a remark');
      last += 1;
      return refused ? [409] : [201, { id: last, text: body['text'] ?? '' }];
    }
    if (isClosed && !isFault('a task of an archived project is changed')) return [423];
    return [200, shown(Object.assign(own ?? {}, body))];
  };
}

/** The service behind a door that refuses what breaks the document. */
function target({ api, validator }: Collaborators, fault?: Fault): (request: Request) => Promise<Response> {
  const answer = service(fault);
  return async (request) => {
    const { pathname } = new URL(request.url);
    const there = api.operations.filter((each) =>
      new RegExp(`^${each.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    const operation = there.find(({ method }) => method === request.method);
    if (operation === undefined) return new Response(null, { status: there.length > 0 ? 405 : 404 });
    const named = pathname.split('/').filter((_, at) => at > 0 && at % 2 === 0);
    if (named.some((each) => !/^\d+$/.test(each))) return new Response(null, { status: 400 });
    const schema = operation.body?.content[0]?.schema;
    const body = schema === undefined ? {} : ((await request.json().catch(() => null)) as Json);
    if (schema !== undefined && !validator.accepts(schema, body, 'request')) return new Response(null, { status: 400 });
    const [status, shown] = answer(operation.id, named.map(Number), isObject(body) ? body : {});
    return shown === undefined ? new Response(null, { status }) : Response.json(shown, { status });
  };
}

async function run(fault?: Fault) {
  const known = await collaboratorsOf(DOCUMENT);
  const { summary } = await tell({ ...known, target: target(known, fault), phases: ['coverage', 'stateful'] });
  return summary.findings
    .filter(({ check }) => check === 'state.transition-accepted' || check === 'vacuous.never-2xx')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('an item in a state in which the document calls it read-only refuses writes, and the others take them', async () => {
  expect(await run()).toEqual([]);
});

test.each(Object.entries(FAULTS))('%s: reported of %s', async (fault, operation) => {
  expect(await run(fault as Fault)).toEqual([`state.transition-accepted ${operation}`]);
});

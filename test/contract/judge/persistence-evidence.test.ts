import { expect, test } from 'vitest';
import { type Finding, mergeSummaries } from '../../../src/contract/index.ts';
import { createPersistenceEvidence, forgottenOf } from '../../../src/contract/judge/persistence-evidence.ts';
import { judgeMemory } from '../../../src/contract/judge/run-checks.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import type { ModelIndex } from '../../../src/contract/resource-index/model-index.ts';
import { collaboratorsOf, NOW, tell } from '../harness.ts';

interface Item {
  readonly id: number;
  readonly title: string;
  readonly kind: string;
}

/** Two resources that are told apart by their name alone. */
const RESOURCES = ['films', 'actors'];

const item = { type: 'object', required: ['id', 'title', 'kind'], properties: { id: { type: 'integer' } } };
const fields = { title: { type: 'string', minLength: 3, maxLength: 30 }, kind: { enum: ['small', 'large'] } };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answer = (schema: object): object => ({ description: 'Fine.', ...json(schema) });
const none = { description: 'Nothing.' };

function pathsOf(name: string): object {
  const entity = { ...item, properties: { ...item.properties, ...fields } };
  const body = { required: true, ...json({ type: 'object', required: ['title', 'kind'], properties: fields }) };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
  return {
    [`/${name}`]: {
      get: { operationId: `list-${name}`, responses: { 200: answer({ type: 'array', items: entity }) } },
      post: { operationId: `create-${name}`, requestBody: body, responses: { 201: answer(entity), 400: none } },
    },
    [`/${name}/{id}`]: {
      parameters: [id],
      get: { operationId: `read-${name}`, responses: { 200: answer(entity), 404: none } },
      put: {
        operationId: `replace-${name}`,
        requestBody: body,
        responses: { 200: answer(entity), 400: none, 404: none },
      },
      delete: { operationId: `delete-${name}`, responses: { 204: none, 404: none } },
    },
  };
}

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Films', version: '1' },
  paths: Object.assign({}, ...RESOURCES.map(pathsOf)) as object,
};

interface Ways {
  /** Resources whose creations are dropped, so that they are 404 when asked for. */
  readonly drops?: readonly string[];
  /** What answers everything, whatever was sent. */
  readonly example?: Item;
  /** Creations get ids of their own beside the example. */
  readonly counts?: boolean;
  /** Any id is answered with an item made up on the spot, unless it is known. */
  readonly anybody?: boolean;
  /** What was dropped is kept from its first change on. */
  readonly keepsChanges?: boolean;
  /** Resources that cannot be read but in their list. */
  readonly listOnly?: readonly string[];
  /** Reads no body: every write takes anything. */
  readonly blind?: boolean;
  /** Refuses what is not there, but no other fault in a body. */
  readonly wantsAnything?: boolean;
}

function library(ways: Ways = {}): (request: Request) => Promise<Response> {
  const stores = new Map(RESOURCES.map((name) => [name, new Map<number, Item>()] as const));
  let next = 40;
  const empty = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [, name = '', said] = new URL(request.url).pathname.split('/');
    const store = stores.get(name);
    const id = said === undefined ? undefined : Number(said);
    const text = await request.text();
    if (store === undefined || (id !== undefined && !(Number.isInteger(id) && id >= 1))) return empty(404);
    const methods = id === undefined ? ['GET', 'POST'] : ['GET', 'PUT', 'DELETE'];
    const { method } = request;
    if (method === 'HEAD' || !methods.includes(method))
      return new Response(null, { status: method === 'OPTIONS' ? 204 : 405, headers: { Allow: methods.join(', ') } });
    const sent = bodyOf(text, request.headers.get('content-type'));
    const write = method === 'POST' || method === 'PUT';
    if (write && ways.wantsAnything === true && text === '') return empty(400);
    const careless = ways.blind === true || ways.wantsAnything === true;
    if (write && sent === undefined && !careless) return empty(400);
    const fill = sent ?? { title: 'None', kind: 'small' };
    if (ways.example !== undefined) return shown(ways.example, ways.counts === true ? next++ : undefined);
    if (method === 'POST') {
      const made = { id: next++, ...fill };
      if (ways.drops?.includes(name) !== true) store.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (id === undefined) return Response.json([...store.values()]);
    const known = store.get(id) ?? (ways.anybody === true ? { id, title: 'Nobody', kind: 'small' } : undefined);
    if (known === undefined || (method === 'GET' && ways.listOnly?.includes(name) === true)) return empty(404);
    if (method === 'DELETE') return empty(store.delete(id) ? 204 : 404);
    const keeps = ways.keepsChanges === true || ways.drops?.includes(name) !== true;
    if (method === 'PUT' && keeps) store.set(id, { id, ...fill });
    return Response.json(method === 'PUT' ? { id, ...fill } : known);

    function shown(example: Item, own: number | undefined): Response {
      if (method === 'DELETE') return empty(204);
      if (method === 'POST') return Response.json({ ...example, id: own ?? example.id }, { status: 201 });
      return Response.json(id === undefined ? [example] : example);
    }
  };
}

/** What a writer says, where it keeps the document. */
function bodyOf(text: string, type: string | null): { title: string; kind: string } | undefined {
  try {
    const { title, kind } = JSON.parse(text) as Partial<Item>;
    if (!/^application\/json(;|$)/i.test(type ?? '') || typeof title !== 'string' || typeof kind !== 'string')
      return undefined;
    const length = [...title].length;
    return length < 3 || length > 30 || !['small', 'large'].includes(kind) ? undefined : { title, kind };
  } catch {
    return undefined;
  }
}

async function run(ways: Ways, options: object = {}): Promise<{ findings: readonly Finding[]; exitStatus: number }> {
  const parts = await collaboratorsOf(DOCUMENT);
  return (await tell({ ...parts, target: library(ways), ...options })).summary;
}

const EXAMPLE: Item = { id: 7, title: 'Birds', kind: 'small' };
const nothingKept = ({ findings }: { findings: readonly Finding[] }): Finding | undefined =>
  findings.find(({ check }) => check === 'state.nothing-kept');

test('a server that keeps what it is given gets no finding', async () => {
  expect((await run({})).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  ['it is 404', { drops: RESOURCES }],
  ['another item is shown', { example: EXAMPLE, counts: true }],
  ['there is one example for all', { example: EXAMPLE }],
  ['any id shows an item', { drops: RESOURCES, anybody: true }],
] as const)(
  'a target that remembers nothing gets one finding, and what follows from it points there: %s',
  async (_, ways) => {
    const summary = await run(ways);
    const cause = nothingKept(summary);
    expect(cause?.message).toBe(
      'Nothing that was created could be read again, in any of 2 resources (actors, films): the target seems to store nothing.',
    );
    expect(summary.exitStatus).toBe(1);
    const ofState = summary.findings.filter(({ check }) => /^state\.(?!nothing-kept|leftovers)/.test(check));
    expect(ofState.length).toBeGreaterThan(1);
    expect(new Set(ofState.map(({ because }) => because))).toEqual(new Set([cause?.fingerprint]));
    const others = summary.findings.filter(({ check }) => /^(filter|page|header|status|reject)\./.test(check));
    expect(others.filter(({ because, check }) => because === cause?.fingerprint && !/location/.test(check))).toEqual(
      [],
    );
  },
);

test.each([
  ['one resource of two can be read again', { drops: ['films'] }],
  ['items that can be read by no id are listed', { listOnly: RESOURCES }],
  ['a change stays', { drops: RESOURCES, anybody: true, keepsChanges: true }],
  ['any id is somebody, but what was created is told apart from it', { anybody: true }],
] as const)('nothing of the kind is said where a single item is found again: %s', async (_, ways) => {
  const summary = await run(ways);
  expect(summary.findings.filter(({ severity }) => severity === 'error')).not.toEqual([]);
  expect(nothingKept(summary)).toBeUndefined();
  expect(summary.findings.filter(({ because, cause }) => because !== undefined && cause === undefined)).toEqual([]);
});

test('a part of a run does not conclude that nothing is kept', async () => {
  const summary = await run({ drops: RESOURCES }, { shard: { index: 1, of: 2 } });
  expect(nothingKept(summary)).toBeUndefined();
});

test('one resource alone has its own findings, and does not mean that the target remembers nothing', () => {
  expect(judgeMemory(['films'])).toEqual([]);
  expect(judgeMemory(RESOURCES)).toHaveLength(1);
});

test('an operation that takes even a body that cannot be read has one cause for all that it takes', async () => {
  const { findings } = await run({ blind: true });
  const taken = findings.filter(({ check, operation }) => check.startsWith('reject.') && operation === 'create-films');
  const cause = taken.find(({ check }) => check === 'reject.malformed-body');
  expect(taken.length).toBeGreaterThan(5);
  expect(cause?.because).toBeUndefined();
  for (const finding of taken.filter((each) => each !== cause)) expect(finding.because).toBe(cause?.fingerprint);
});

test('faults in a body stay findings of their own where the operation refuses any of them, and in a shard', async () => {
  const wants = await run({ wantsAnything: true });
  expect(wants.findings.some(({ check }) => check === 'reject.malformed-body')).toBe(true);
  const parts = await Promise.all([1, 2].map((index) => run({ blind: true }, { shard: { index, of: 2 } })));
  expect(parts.some(({ findings }) => findings.some(({ check }) => check === 'reject.malformed-body'))).toBe(true);
  for (const { findings } of [wants, ...parts])
    expect(
      findings.filter(
        ({ check, because, cause }) => check.startsWith('reject.') && because !== undefined && cause === undefined,
      ),
    ).toEqual([]);
});

/** One exchange as the memory of a run sees it: what is asked, with which story, and what comes back. */
type Step = readonly [role: 'create' | 'read' | 'list' | 'delete', path: string, answer: unknown, story?: object];

const operations = { create: '/films', read: '/films/{id}', list: '/films', delete: '/films/{id}' } as const;
const SENT = { title: 'Birds of Passage', kind: 'small' };
const film = { name: 'films', id: { parameter: 'id', property: 'id' } };

function forgottenAfter(steps: readonly Step[]): readonly string[] {
  const index = { operation: () => ({ path: '/films/{id}', parameters: [] }), isPlacing: () => false };
  // The memory reads nothing else of the index, nor of an exchange.
  const memory = createPersistenceEvidence(index as unknown as ModelIndex);
  for (const [kind, path, answer, story = { kind: 'plain' }] of steps) {
    const parsed = { kind: 'parsed', value: answer, mediaType: 'application/json', text: '' };
    const sent = { ...parsed, value: SENT };
    const role = { kind, resource: film, responseEntity: '', list: { items: '' } };
    const seen = {
      operation: { path: operations[kind], parameters: [] },
      model: { roleOf: () => role },
      purpose: { expect: 'valid', story },
      request: { path, body: sent },
      response: { status: typeof answer === 'number' ? answer : 200, body: parsed },
    };
    const { id = 1 } = Object(answer) as { id?: number };
    memory.saw(seen as unknown as Exchange, () => ({ path: { id }, scope: {}, id }));
  }
  return forgottenOf(memory.sought());
}

const NOBODY = { kind: 'unknown', parameter: 'id' };
const updated = {
  kind: 'after-update',
  by: 'replace',
  sent: { title: 'Gulls', kind: 'small' },
  before: { id: 1, ...SENT },
};
const listed = (id: number): object => ({ kind: 'listed', resource: film, id, items: [], complete: true, gone: false });
const example = { id: 1, title: 'An example', kind: 'small' };
const made: Step = ['create', '/films', { id: 1, ...SENT }];
const lost: Step = ['read', '/films/1', 404];

test.each<readonly [string, readonly Step[]]>([
  ['an item that is not there', [made, lost]],
  ['an item that is another one', [made, ['read', '/films/1', { ...example, id: 2 }]]],
  ['a list without it', [made, ['list', '/films', [{ ...example, id: 5 }], listed(1)]]],
  ['what is shown for any id', [made, ['read', '/films/1', example], ['read', '/films/9', example, NOBODY]]],
  ['an id that lists had before', [['list', '/films', [example]], made, lost, ['list', '/films', [example]]]],
  ['an id that everything is given', [made, made, lost, ['list', '/films', [example]]]],
  ['an update that changes nothing', [made, lost, ['read', '/films/3', { id: 3, ...SENT }, updated]]],
])('what was created is lost: %s', (_, steps) => {
  expect(forgottenAfter(steps)).toEqual(['films']);
});

test.each<readonly [string, readonly Step[]]>([
  ['nothing was looked for', [made]],
  ['what was only accepted', [['create', '/films', 202], lost]],
  ['what somebody deleted', [made, ['delete', '/films/1', 204], lost]],
  ['an answer that says nothing of it', [made, ['read', '/films/1', 401], ['read', '/films/1', 500]]],
  [
    'it is read again, and nobody else is',
    [made, lost, ['read', '/films/1', { id: 1, ...SENT }], ['read', '/films/9', 404, NOBODY]],
  ],
  ['it is read again, and nobody asked for what is not there', [made, lost, ['read', '/films/1', { id: 1, ...SENT }]]],
  [
    'it is told apart from anybody',
    [made, lost, ['read', '/films/1', { id: 1, ...SENT }], ['read', '/films/9', example, NOBODY]],
  ],
  ['it is listed', [made, lost, ['list', '/films', [{ id: 1, ...SENT }]]]],
  ['a change is seen', [made, lost, ['read', '/films/3', { id: 3, title: 'Gulls', kind: 'small' }, updated]]],
  [
    'what a list shows cannot be read by its id either',
    [['list', '/films', [{ ...example, id: 5 }]], made, lost, ['read', '/films/5', 404]],
  ],
  ['what others recorded', [made, ['read', '/films/1', 404, { kind: 'recorded' }]]],
])('nothing is held against a target: %s', (_, steps) => {
  expect(forgottenAfter(steps)).toEqual([]);
});

test('a fault in a body is seen although another case had the shared item removed in the meantime', async () => {
  const { findings } = await run({ blind: true }, { phases: ['coverage'], shard: { index: 1, of: 2 } });
  const missing = findings.filter(
    ({ check, operation }) => check === 'reject.missing-property' && operation === 'replace-actors',
  );
  expect(missing).toHaveLength(2);
});

const WAYS: readonly (readonly [name: string, ways: Ways, says: string])[] = [
  ['remembers nothing', { drops: RESOURCES }, 'state.nothing-kept'],
  ['remembers one of two', { drops: ['films'] }, 'state.available-after-create'],
  ['reads no body', { blind: true }, 'reject.malformed-body'],
  ['finds nothing', { drops: RESOURCES, listOnly: RESOURCES }, 'vacuous.only-404'],
];

test.each(WAYS)('merged shards say what one run would have said: a target that %s', async (_, ways, says) => {
  const parts = await collaboratorsOf(DOCUMENT);
  const summaryOf = async (shard?: { readonly index: number; readonly of: number }) =>
    (await tell({ ...parts, target: library(ways), ...(shard === undefined ? {} : { shard }) })).summary;
  const told = ({ findings }: { readonly findings: readonly Finding[] }) =>
    findings.map(({ severity, check, operation = '', because = '', pointer, position, fingerprint }) => {
      const place = `${pointer} ${position?.line}`;
      return { check, severity, operation, because, place, fingerprint };
    });
  const whole = await summaryOf();
  const [first, ...rest] = await Promise.all([1, 2, 3].map((index) => summaryOf({ index, of: 3 })));
  if (first === undefined) throw new Error('no shard');
  const merged = mergeSummaries([first, ...rest], { now: NOW });
  expect(told(merged)).toEqual(told(whole));
  expect(told(merged).map(({ check }) => check)).toContain(says);
  expect(merged.exitStatus).toBe(whole.exitStatus);
  // Of some of them nobody knows what the others have seen.
  const some = mergeSummaries([first, ...rest.slice(1)], { now: NOW });
  expect(told(some).filter(({ check }) => /^(vacuous|state.nothing)/.test(check))).toEqual([]);
});

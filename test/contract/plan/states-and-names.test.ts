import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/**
 * `undated`: closing sets no date. `dated`: opening again leaves it. `namesakes`: a delete takes those with the same title.
 * `shown`: a deleted issue is still shown. `letters`: tags that differ in letter case only are taken.
 */
type Fault = 'undated' | 'dated' | 'namesakes' | 'shown' | 'letters';

const ID = { type: 'integer', minimum: 1 };
const TITLE = { type: 'string', minLength: 1, maxLength: 40 };
const EMAIL = { type: 'string', format: 'email', maxLength: 60 };
const STATE = { type: 'string', enum: ['open', 'closed'] };
const INSTANT = { type: ['string', 'null'], format: 'date-time', readOnly: true };
const FLAG = { type: 'boolean', readOnly: true };
const NEW = { type: 'object', required: ['title', 'email'], properties: { title: TITLE, email: EMAIL } };
const ISSUE = {
  type: 'object',
  required: ['id', 'title', 'email', 'state', 'closedAt', 'deletedAt', 'locked'],
  properties: { id: ID, title: TITLE, email: EMAIL, state: STATE, closedAt: INSTANT, deletedAt: INSTANT, locked: FLAG },
};
const TAG = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', pattern: '^[A-Za-z]{3,20}$' } },
};
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const REFUSALS = { 400: said('No.'), 415: said('No.') };
const id = { name: 'id', in: 'path', required: true, schema: ID };
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
const missing = { 400: said('No.'), 404: said('No such issue, or the issue was deleted.') };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/issues': {
      post: {
        operationId: 'addIssue',
        requestBody: { required: true, ...json(NEW) },
        responses: {
          201: { ...said('Made.'), ...json(ISSUE) },
          409: said('There is an issue with this email.'),
          ...REFUSALS,
        },
      },
    },
    '/issues/{id}': {
      parameters: [id],
      get: { operationId: 'getIssue', responses: { 200: { ...said('It.'), ...json(ISSUE) }, ...missing } },
      patch: {
        operationId: 'changeIssue',
        description: 'Closing an issue sets `closedAt`, opening it again clears it (`closedAt` is null).',
        requestBody: {
          required: true,
          ...json({ type: 'object', minProperties: 1, properties: { title: TITLE, state: STATE } }),
        },
        responses: { 200: { ...said('It.'), ...json(ISSUE) }, ...missing, 415: said('No.') },
      },
      delete: { operationId: 'dropIssue', responses: { 204: said('Gone.'), ...missing } },
    },
    '/tags': {
      post: {
        operationId: 'addTag',
        requestBody: { required: true, ...json(TAG) },
        responses: {
          201: { ...said('Made.'), ...json(TAG) },
          422: said('Validation failed, or a tag with this name exists. Letter case is ignored.'),
          ...REFUSALS,
        },
      },
    },
    '/tags/{name}': {
      parameters: [name],
      get: { operationId: 'getTag', responses: { 200: { ...said('It.'), ...json(TAG) }, 404: said('None.') } },
      delete: { operationId: 'dropTag', responses: { 204: said('Gone.'), 404: said('None.') } },
    },
  },
};

/** The same, and an action that sets a flag of the issue. */
const LOCKABLE = {
  ...DOCUMENT,
  paths: {
    ...DOCUMENT.paths,
    '/issues/{id}/lock': {
      parameters: [id],
      post: { operationId: 'lockIssue', responses: { 200: { ...said('It.'), ...json(ISSUE) }, ...missing } },
    },
  },
};

interface Issue {
  readonly id: number;
  readonly title: string;
  readonly email: string;
  readonly state: string;
  readonly closedAt: string | null;
  readonly deletedAt: string | null;
  readonly locked: boolean;
}

const NOW = '2026-05-01T08:00:00Z';

function issues(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, Issue>();
  const tags = new Set<string>();
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  let next = 0;
  const isTitle = (value: unknown): value is string =>
    typeof value === 'string' && value !== '' && [...value].length <= 40;
  const isEmail = (value: unknown): value is string =>
    typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value) && value.length <= 60;
  const live = () => [...all.values()].filter(({ deletedAt }) => deletedAt === null);
  const kept = (issue: Issue): Response => {
    all.set(issue.id, issue);
    return Response.json(issue);
  };
  function add({ title, email }: Record<string, unknown>): Response {
    if (!isTitle(title) || !isEmail(email)) return plain(400);
    if (live().some((each) => each.email === email)) return plain(409);
    next += 1;
    const made: Issue = { id: next, title, email, state: 'open', closedAt: null, deletedAt: null, locked: false };
    all.set(next, made);
    return Response.json(made, { status: 201, headers: { Location: `/issues/${next}` } });
  }
  function change(
    issue: Issue,
    { title = issue.title, state = issue.state, ...rest }: Record<string, unknown>,
  ): Response {
    if (!isTitle(title) || typeof state !== 'string' || !STATE.enum.includes(state)) return plain(400);
    if (Object.keys(rest).length > 0 && title === issue.title && state === issue.state) return Response.json(issue);
    const isSame = state === issue.state;
    const closed = fault === 'undated' ? null : NOW;
    const closedAt =
      isSame || (state === 'open' && fault === 'dated') ? issue.closedAt : state === 'closed' ? closed : null;
    return kept({ ...issue, title, state, closedAt });
  }
  function drop(issue: Issue): Response {
    const those = fault === 'namesakes' ? live().filter(({ title }) => title === issue.title) : [issue];
    for (const each of those) all.set(each.id, { ...each, deletedAt: NOW });
    return plain(204);
  }
  const called = (tag: string): string | undefined =>
    [...tags].find((each) => each === tag || (fault !== 'letters' && each.toLowerCase() === tag.toLowerCase()));
  function addTag({ name: tag }: Record<string, unknown>): Response {
    if (typeof tag !== 'string' || !/^[A-Za-z]{3,20}$/.test(tag)) return plain(400);
    if (called(tag) !== undefined) return plain(422);
    tags.add(tag);
    return Response.json({ name: tag }, { status: 201 });
  }
  async function body(request: Request): Promise<Record<string, unknown> | number> {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return 415;
    const value: unknown = await request.json().catch(() => undefined);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 400;
  }
  return async (request) => {
    const { method } = request;
    const [, kind, key, action] = new URL(request.url).pathname.split('/');
    const ofItem = kind === 'tags' ? ['GET', 'HEAD', 'DELETE'] : ['GET', 'HEAD', 'PATCH', 'DELETE'];
    const allowed = key === undefined || action !== undefined ? ['POST'] : ofItem;
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (kind === 'tags' && key !== undefined) {
      const tag = called(decodeURIComponent(key));
      if (tag === undefined) return plain(404);
      if (method === 'DELETE') tags.delete(tag);
      return method === 'DELETE' ? plain(204) : Response.json({ name: tag });
    }
    if (key !== undefined && !/^[1-9]\d*$/.test(key)) return plain(400);
    const issue = all.get(Number(key));
    const isGone = issue !== undefined && issue.deletedAt !== null && !(fault === 'shown' && method === 'GET');
    if (key !== undefined && (issue === undefined || isGone)) return plain(404);
    if (issue !== undefined && action === 'lock') return kept({ ...issue, locked: true });
    if (issue !== undefined && method !== 'PATCH') return method === 'DELETE' ? drop(issue) : Response.json(issue);
    const sent = await body(request);
    if (typeof sent === 'number') return plain(sent);
    return kind === 'tags' ? addTag(sent) : issue === undefined ? add(sent) : change(issue, sent);
  };
}

async function run(fault?: Fault, document: object = DOCUMENT): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(document)), target: issues(fault), phases: ['stateful'] });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

test('states have their dates, names are unique, deletes take one', async () => {
  expect(await run()).toEqual([]);
});

test('a state that a PATCH sets has its date, and loses it as documented', async () => {
  expect(await run('undated')).toEqual([
    'state.action-without-effect changeIssue: changeIssue set `state` to "closed", and `closedAt` is not set.',
  ]);
  expect(await run('dated')).toEqual([
    `state.action-without-effect changeIssue: changeIssue answered with a success, and \`closedAt\`, which it clears, is still "${NOW}".`,
  ]);
});

test('the same of a state beside a flag that an action sets', async () => {
  expect(await run(undefined, LOCKABLE)).toEqual([]);
  expect(await run('undated', LOCKABLE)).toEqual([
    'state.action-without-effect changeIssue: changeIssue set `state` to "closed", and `closedAt` is not set.',
  ]);
  expect(await run('dated', LOCKABLE)).toHaveLength(1);
});

test('a delete leaves items with the same text, where another text is unique', async () => {
  const told = await run('namesakes');
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('state.delete-takes-namesakes dropIssue');
});

test('an item that says it is deleted is not shown, where the 404 of the read is about deleted items', async () => {
  expect(await run('shown')).toEqual([
    'state.use-after-delete dropIssue: An item was deleted (204), and getIssue still answers 200 for it.',
  ]);
});

test('a name in other letters is a duplicate, where a 422 says so', async () => {
  const told = await run('letters');
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('state.duplicate-accepted addTag');
});

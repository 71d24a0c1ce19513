import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/**
 * `dated`: undelete leaves `deleteTime`. `standing`: an issue that is not deleted is undeleted. `changes`: an archived issue can be
 * changed. `forged`: any page token is taken. `upwards`: ` desc` is ignored. `endless`: an export is never done. `lost`:
 * the result of an export is not there.
 */
type Fault = 'dated' | 'standing' | 'changes' | 'forged' | 'upwards' | 'endless' | 'lost';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: object) => ({ 200: { description: 'It.', ...json(schema) } });
const no = (statuses: Readonly<Record<number, string>>) =>
  Object.fromEntries(Object.entries(statuses).map(([status, description]) => [status, { description }]));
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const inQuery = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const action = (operationId: string, description: string) => ({
  parameters: [inPath('issue')],
  post: {
    operationId,
    description,
    responses: { ...ok(ref('Issue')), ...no({ 404: 'None.', 409: 'Its state forbids it.' }) },
  },
});
const body = { required: true, ...json(ref('Issue')) };
const TITLE = { type: 'string', minLength: 1, maxLength: 40 };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/v1/issues': {
      get: {
        operationId: 'listIssues',
        parameters: [
          { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 50 } },
          inQuery('pageToken', 'The token of the next page.'),
          inQuery('orderBy', 'Field to order by, `createTime` or `title`. Append ` desc` for descending order.'),
        ],
        responses: {
          ...ok({
            type: 'object',
            required: ['issues'],
            properties: { issues: { type: 'array', items: ref('Issue') }, nextPageToken: { type: 'string' } },
          }),
          ...no({ 400: 'The order or the page token is not valid.' }),
        },
      },
      post: {
        operationId: 'createIssue',
        requestBody: body,
        responses: { ...ok(ref('Issue')), ...no({ 400: 'No.' }) },
      },
    },
    '/v1/issues/{issue}': {
      parameters: [inPath('issue')],
      get: {
        operationId: 'getIssue',
        description: 'Also gets a deleted issue.',
        responses: { ...ok(ref('Issue')), ...no({ 404: 'None.' }) },
      },
      patch: {
        operationId: 'updateIssue',
        requestBody: body,
        responses: {
          ...ok(ref('Issue')),
          ...no({ 400: 'No.', 404: 'None.', 409: 'The issue is deleted or archived (FAILED).' }),
        },
      },
      delete: { operationId: 'deleteIssue', responses: { ...ok(ref('Issue')), ...no({ 404: 'None.' }) } },
    },
    '/v1/issues/{issue}:undelete': action(
      'undeleteIssue',
      'Restores a deleted issue. Fails if the issue is not deleted.',
    ),
    '/v1/issues/{issue}:archive': action(
      'archiveIssue',
      'Archives an issue. An archived issue is read-only. Fails if it is archived already.',
    ),
    '/v1/issues:export': {
      post: {
        operationId: 'exportIssues',
        description: 'Starts an export. The operation is done within a second.',
        responses: ok(ref('Operation')),
      },
    },
    '/v1/operations/{operation}': {
      parameters: [inPath('operation')],
      get: { operationId: 'getOperation', responses: { ...ok(ref('Operation')), ...no({ 404: 'None.' }) } },
    },
    '/v1/exports/{export}': {
      parameters: [inPath('export')],
      get: { operationId: 'getExport', responses: { ...ok({ type: 'object' }), ...no({ 404: 'None.' }) } },
    },
  },
  components: {
    schemas: {
      Issue: {
        type: 'object',
        required: ['title'],
        properties: {
          name: readOnly({ type: 'string' }),
          title: TITLE,
          archived: readOnly({ type: 'boolean' }),
          createTime: readOnly({ type: 'string', format: 'date-time' }),
          deleteTime: readOnly({ type: 'string', format: 'date-time', description: 'Only present on deleted issues.' }),
        },
      },
      Operation: {
        type: 'object',
        required: ['name', 'done'],
        properties: {
          name: { type: 'string' },
          done: { type: 'boolean' },
          error: { type: 'object' },
          response: { type: 'object', properties: { uri: { type: 'string' } } },
        },
      },
    },
  },
};

interface Issue {
  readonly name: string;
  title: string;
  archived: boolean;
  readonly createTime: string;
  deleteTime?: string;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(String(status));
    this.status = status;
  }
}

function refuse(status: number, when = true): void {
  if (when) throw new Refusal(status);
}

function issues(fault?: Fault) {
  const all = new Map<string, Issue>();
  const reads = new Map<string, number>();
  let clock = 0;
  let next = 1;
  const list = (query: URLSearchParams): object => {
    const [size, token, by] = [
      Number(query.get('pageSize') ?? 50),
      query.get('pageToken'),
      query.get('orderBy') ?? 'createTime',
    ];
    refuse(400, !(size >= 1 && size <= 50) || !Number.isInteger(size));
    refuse(400, token !== null && !/^at-\d+$/.test(token) && fault !== 'forged');
    const [, field, down] = /^(createTime|title)( desc)?$/.exec(by) ?? [];
    refuse(400, field === undefined);
    const own = field as 'createTime' | 'title';
    const sorted = [...all.values()].filter(({ deleteTime }) => deleteTime === undefined);
    sorted.sort((a, b) => (a[own] < b[own] ? -1 : a[own] > b[own] ? 1 : 0));
    if (down !== undefined && fault !== 'upwards') sorted.reverse();
    const from = Number(/\d+$/.exec(token ?? '')?.[0] ?? 0);
    const rest = sorted.length > from + size ? { nextPageToken: `at-${from + size}` } : {};
    return { issues: sorted.slice(from, from + size), ...rest };
  };
  const answer = ({ method, url }: Request, sent: { title?: unknown } | undefined): object => {
    const { pathname, searchParams } = new URL(url);
    const title = (): string => {
      const given = sent?.title;
      refuse(400, typeof given !== 'string' || given === '' || [...(given as string)].length > 40);
      return given as string;
    };
    if (pathname === '/v1/issues' && method === 'GET') return list(searchParams);
    if (pathname === '/v1/issues' && method === 'POST') {
      const name = `issues/i-${next++}`;
      clock += 1000;
      const made = { name, title: title(), archived: false, createTime: new Date(clock).toISOString() };
      all.set(name, made);
      return made;
    }
    if (pathname === '/v1/issues:export' && method === 'POST') {
      const name = `operations/o-${next++}`;
      reads.set(name, 0);
      return { name, done: false };
    }
    const job = pathname.slice('/v1/'.length);
    const times = reads.get(job);
    if (times !== undefined && method === 'GET') {
      reads.set(job, times + 1);
      const uri = `${new URL(url).origin}/v1/exports/${job.slice('operations/'.length)}`;
      return times < 2 || fault === 'endless'
        ? { name: job, done: false }
        : { name: job, done: true, response: { uri } };
    }
    if (pathname.startsWith('/v1/exports/o-') && method === 'GET') {
      refuse(404, fault === 'lost');
      return {};
    }
    const [, name = '', verb] = /^\/v1\/(issues\/[^/:]+)(?::(\w+))?$/.exec(pathname) ?? [];
    const issue = all.get(name);
    if (issue === undefined) throw new Refusal(404);
    const isDeleted = issue.deleteTime !== undefined;
    if (verb === undefined && method === 'GET') return issue;
    if (verb === undefined && method === 'PATCH') {
      const given = title();
      refuse(409, isDeleted || (issue.archived && fault !== 'changes'));
      issue.title = given;
      return issue;
    }
    if (verb === undefined && method === 'DELETE') {
      refuse(404, isDeleted);
      issue.deleteTime = new Date().toISOString();
      return issue;
    }
    refuse(405, method !== 'POST');
    if (verb === 'undelete') {
      refuse(409, !isDeleted && fault !== 'standing');
      if (fault !== 'dated') delete issue.deleteTime;
      return issue;
    }
    refuse(409, isDeleted || issue.archived);
    issue.archived = true;
    return issue;
  };
  return async (request: Request): Promise<Response> => {
    const text = await request.text();
    try {
      return Response.json(answer(request, text === '' ? undefined : JSON.parse(text)));
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 400;
      return Response.json({ message: 'no' }, { status, headers: status === 405 ? { allow: 'POST' } : {} });
    }
  };
}

/** `text`: a sentence of the document, and what stands in its place. */
async function found(fault?: Fault, [old, text]: readonly [string, string] = ['', '']): Promise<readonly string[]> {
  const parts = fromYaml(JSON.stringify(DOCUMENT).replace(old, text));
  const { summary } = await tell({ ...parts, target: issues(fault), phases: ['stateful'] });
  const errors = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return [...new Set(errors.map(({ check, operation }) => `${check} ${operation}`))];
}

test('a service with custom methods, resource names and long-running operations has no finding', async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ['dated', 'state.action-without-effect undeleteIssue'],
  ['standing', 'state.transition-accepted undeleteIssue'],
  ['changes', 'state.transition-accepted updateIssue'],
  ['forged', 'page.forged-cursor listIssues'],
  ['upwards', 'sort.ignored listIssues'],
  ['endless', 'job.never-ends getOperation'],
  ['lost', 'job.result-missing getExport'],
] as const)('%s: %s', async (fault, finding) => {
  expect(await found(fault)).toEqual([finding]);
});

const ORDERS = 'Field to order by, `createTime` or `title`. Append ` desc` for descending order.';
const TOKENS = 'The order or the page token is not valid.';
const RESTORED = 'Fails if the issue is not deleted.';
test.each([
  ['dated', 'Only present on deleted issues.', 'When it was deleted last. Only present if it ever was.'],
  ['standing', RESTORED, 'Does not fail if the issue is not deleted.'],
  ['standing', RESTORED, 'Fails if an issue that is not deleted has the same title.'],
  ['forged', TOKENS, 'The order is not valid. A page token that is unknown is ignored.'],
  ['forged', TOKENS, 'The page token has expired.'],
  ['forged', TOKENS, 'The page token and the order cannot be combined.'],
  ['upwards', ORDERS, 'Field to order by: `createTime` or `title`. ` desc` is not supported yet.'],
  ['upwards', ORDERS, '`createTime` or `title`, or ` desc` for descending order if there is an index.'],
] as const)('what the document does not promise is no fault: %s, “%s”', async (fault, old, text) => {
  expect(await found(fault, [old, text])).toEqual([]);
});

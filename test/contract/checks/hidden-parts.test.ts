import { expect, test } from 'vitest';
import { fromYaml, type Story, tell } from '../harness.ts';

const ACCOUNT = '{ application/json: { schema: { $ref: "#/components/schemas/Account" } } }';
const ERROR =
  '{ description: No., content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }';
const DOCUMENT = `openapi: 3.1.0
info: { title: Accounts, version: '1' }
paths:
  /accounts:
    get: { operationId: listAccounts, parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50, default: 2 } }], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Account' } } } } } } }
    post:
      operationId: createAccount
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1 }, password: { type: string }, hint: { type: string } } } } } }
      responses: { '201': { description: Made., content: ${ACCOUNT} }, '400': ${ERROR} }
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getAccount, responses: { '200': { description: One., content: ${ACCOUNT} }, '400': ${ERROR}, '404': ${ERROR} } }
    delete: { operationId: deleteAccount, responses: { '204': { description: Gone. }, '400': ${ERROR}, '404': ${ERROR} } }
components:
  schemas:
    Account: { type: object, properties: { id: { type: string, readOnly: true }, label: { type: string }, password: { type: [string, 'null'] }, hint: { type: [string, 'null'] }, createdAt: { type: string, format: date-time } } }
`;

type Account = Record<string, unknown>;

/** Takes every object, and shows the time of a create only in its answer. `seen`: how it shows what was sent. */
function accounts(
  seen: (account: Account) => Account,
  there: readonly string[] = [],
): {
  readonly target: (request: Request) => Promise<Response>;
  readonly kept: Map<string, Account>;
} {
  const kept = new Map<string, Account>(there.map((id) => [id, { id, label: 'there before' }]));
  let last = 0;
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split('/');
    // What reads HTTP answers in its own form.
    if (id?.includes('%zz') === true) return new Response('400 Bad Request', { status: 400 });
    const refused = (status: number, headers = {}): Response => Response.json({ message: 'no' }, { status, headers });
    if (id === undefined && request.method === 'GET') {
      const limit = Number(searchParams.get('limit') ?? 2);
      if (!Number.isInteger(limit) || limit < 1 || limit > 50) return refused(400);
      return Response.json([...kept.values()].slice(0, limit).map(seen));
    }
    if (id === undefined && request.method === 'POST') {
      const sent: unknown = await request.json().catch(() => undefined);
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refused(400);
      last += 1;
      kept.set(`a${last}`, { ...sent, id: `a${last}` });
      return Response.json(
        { ...seen({ ...sent, id: `a${last}` }), createdAt: '2026-11-30T06:37:11Z' },
        { status: 201 },
      );
    }
    if (id === undefined) return refused(405, { Allow: 'GET, POST' });
    if (request.method !== 'GET' && request.method !== 'DELETE') return refused(405, { Allow: 'GET, DELETE' });
    const account = kept.get(id);
    if (account === undefined) return refused(404);
    if (request.method === 'GET') return Response.json(seen(account));
    kept.delete(id);
    return new Response(null, { status: 204 });
  };
  return { target, kept };
}

const checksOf = ({ summary }: Story): readonly string[] => [...new Set(summary.findings.map(({ check }) => check))];

const run = (seen: (account: Account) => Account): Promise<Story> =>
  tell({ ...fromYaml(DOCUMENT), target: accounts(seen).target });

test.each<[string, (account: Account) => Account]>([
  ['nothing', ({ password: _, ...others }) => others],
  ['null', (account) => ({ ...account, password: null })],
  ['stars', (account) => ({ ...account, password: '********' })],
  ['a hash', (account) => ({ ...account, password: '$2b$10$N9qo8uLOickgx2ZMRZoMye' })],
])('a password of which a read shows %s is not lost', async (_what, seen) => {
  expect(checksOf(await run(seen))).not.toContain('state.roundtrip-lossy');
});

test.each<[string, (account: Account) => Account]>([
  ['nothing', ({ hint: _, ...others }) => others],
  ['stars', (account) => ({ ...account, hint: '********' })],
])('another text of which a read shows %s is', async (_what, seen) => {
  expect(checksOf(await run(seen))).toContain('state.roundtrip-lossy');
});

test('a path that cannot be decoded may be refused in a form of its own', async () => {
  expect(checksOf(await run((account) => account))).not.toContain('content-type.undocumented');
});

test('what broken requests created is removed, although a read leaves out what the answer showed', async () => {
  const { target, kept } = accounts((account) => account, ['old1', 'old2']);
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target });
  expect(summary.findings.map(({ check }) => check)).toContain('reject.wrong-type');
  expect([summary.leftovers, [...kept.keys()]]).toEqual([[], ['old1', 'old2']]);
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Accounts, version: '1' }
paths:
  /accounts:
    get: { operationId: list, responses: { '200': { description: Accounts., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Account' } } } } } } }
    post: { operationId: add, requestBody: { required: true, ${one('NewAccount')} }, responses: { '201': { description: The account., ${one('Account')} }, '400': { description: No. } } }
  /accounts/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: The account., ${one('Account')} }, '404': { description: None. } } }
    patch: { operationId: change, requestBody: { required: true, ${one('Change')} }, responses: { '200': { description: The account., ${one('Account')} }, '400': { description: No. }, '404': { description: None. } } }
components:
  schemas:
    NewAccount: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 9 }, plan: { type: string, enum: [free, team], default: free } } }
    Change: { type: object, properties: { plan: { type: string, enum: [free, team] }, name: { type: string, minLength: 1, maxLength: 9 } } }
    Account: { allOf: [{ $ref: '#/components/schemas/NewAccount' }, { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }] }
`);

interface Account {
  readonly id: number;
  readonly name: string;
  readonly plan: string;
}

/** Accounts; with `resets`, each change without a plan sets the default one. */
function accounts(resets: boolean): (request: Request) => Promise<Response> {
  const kept = new Map<number, Account>();
  const keep = (account: Account, status: number): Response => {
    kept.set(account.id, account);
    return Response.json(account, { status });
  };
  const isBad = ({ name, plan }: Partial<Account>): boolean =>
    (name !== undefined && (name === '' || name.length > 9)) ||
    (plan !== undefined && !['free', 'team'].includes(plan));
  return async (request) => {
    const [id] = new URL(request.url).pathname.split('/').slice(2);
    const sent = (request.method === 'GET' ? {} : await request.json().catch(() => ({}))) as Partial<Account>;
    if (isBad(sent)) return new Response(null, { status: 400 });
    const { name, plan } = sent;
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()]);
    if (id === undefined)
      return name === undefined
        ? new Response(null, { status: 400 })
        : keep({ id: kept.size + 1, name, plan: plan ?? 'free' }, 201);
    const account = kept.get(Number(id));
    if (account === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(account);
    return keep({ ...account, name: name ?? account.name, plan: plan ?? (resets ? 'free' : account.plan) }, 200);
  };
}

test.each([1, 2, 3, 4])('a patch that sets a property back to its default is found, with seed %s', async (seed) => {
  const checks = async (resets: boolean): Promise<readonly string[]> => {
    const { summary } = await tell({ ...PARTS, target: accounts(resets), phases: ['stateful'], seed });
    return summary.findings.map(({ check }) => check);
  };
  expect(await checks(false)).not.toContain('state.patch-drops-others');
  expect(await checks(true)).toContain('state.patch-drops-others');
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

/** A request and an answer with schemas of their own. */
const schemas = (shown: string): string => `
    NewAccount:
      type: object
      required: [email, password]
      properties:
        email: { type: string }
        password: { type: string, minLength: 8, writeOnly: true }
        login: { type: object, properties: { pin: { type: string, pattern: '^[0-9]{4}$', writeOnly: true } } }
    Account:
      type: object
      required: [id, email]
      properties: { id: { type: integer }, email: { type: string }, ${shown} }`;

type Sent = Record<string, unknown> & { password?: unknown; login?: { pin?: unknown } };
type Shows = (account: Sent, method: string) => object;

const ACCOUNTS = { '/accounts': { post: 'create Account' }, '/accounts/{id}': { get: 'read Account' } };

/** Accounts as `shows` gives them. */
async function run(shown: string, shows: Shows): Promise<readonly string[]> {
  const { fetch } = service({ accounts: [] }, ({ method, path, body }, { accounts }) => {
    const sent = (body ?? {}) as Sent;
    const [, , id = '1'] = path.split('/');
    if (method === 'POST' && (typeof sent.email !== 'string' || typeof sent.password !== 'string')) return json(422);
    if (method === 'POST') accounts?.set(String(accounts.size + 1), { ...sent, id: accounts.size + 1 });
    const account = accounts?.get(method === 'POST' ? String(accounts.size) : id);
    return account === undefined ? json(404) : json(method === 'POST' ? 201 : 200, shows(account, method));
  });
  const document = documentOf(ACCOUNTS, schemas(shown));
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check, operation, messagePointer }) => `${check} ${operation} ${messagePointer}`);
}

const PLAIN = 'name: { type: string }';
const hidden = ({ password: _, login: __, ...rest }: Sent): object => rest;

test.each<[string, Shows, readonly string[]]>([
  [
    'a create and a read',
    ({ login: _, ...rest }) => rest,
    ['getAccountsOne /body/password', 'postAccounts /body/password'],
  ],
  [
    'a read',
    (account, method) => (method === 'GET' ? { ...hidden(account), password: account.password } : hidden(account)),
    ['getAccountsOne /body/password'],
  ],
  [
    'an inner place',
    (account, method) => (method === 'GET' ? { ...hidden(account), login: account.login } : hidden(account)),
    ['getAccountsOne /body/login/pin'],
  ],
])('what only the request marks as write-only is found in the answer to %s', async (_, shows, wanted) => {
  expect(await run(PLAIN, shows)).toEqual(wanted.map((each) => `schema.write-only-leaked ${each}`));
});

test.each<[string, string, Shows]>([
  ['left out', PLAIN, hidden],
  ['masked', PLAIN, (account) => ({ ...hidden(account), password: '********' })],
  [
    'masked, and listed by the answer',
    'password: { type: string }',
    (account) => ({ ...hidden(account), password: '***' }),
  ],
  ['listed by the answer', 'password: { type: string }', ({ login: _, ...rest }) => rest],
])('what is %s is not leaked', async (_, shown, shows) => {
  expect(await run(shown, shows)).toEqual([]);
});

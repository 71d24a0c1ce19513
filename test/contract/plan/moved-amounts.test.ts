import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const NONE = "'404': { description: None. }";
const REFUSED = "'400': { description: Refused. }, '409': { description: Refused. }";
const id = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
const item = (name: string): string =>
  `get: { operationId: read${name}, responses: { '200': { description: It., ${one(name)} }, ${NONE} } }`;

const TEXT = `
openapi: 3.1.0
info: { title: Ledger, version: '1' }
paths:
  /accounts:
    post: { operationId: openAccount, requestBody: { required: true, ${one('NewAccount')} }, responses: { '201': { description: It., ${one('Account')} }, ${REFUSED} } }
  /accounts/{id}: { ${id}, ${item('Account')} }
  /deposits:
    post: { operationId: deposit, description: Adds \`amount\` to the balance of the account., requestBody: { required: true, ${one('NewDeposit')} }, responses: { '201': { description: It., ${one('Deposit')} }, ${REFUSED} } }
  /deposits/{id}: { ${id}, ${item('Deposit')} }
  /transfers:
    post:
      operationId: transfer
      description: Takes \`amount\` from \`from_account_id\` and adds it to \`to_account_id\`. The first must hold the amount; else the transfer is refused with 409.
      requestBody: { required: true, ${one('NewTransfer')} }
      responses: { '201': { description: It., ${one('Transfer')} }, ${REFUSED} }
  /transfers/{id}: { ${id}, ${item('Transfer')} }
components:
  schemas:
    NewAccount: { type: object, required: [currency], properties: { currency: { type: string, enum: [EUR, NOK] } } }
    Account: { type: object, required: [id, currency, balance], properties: { id: { type: string }, currency: { type: string, enum: [EUR, NOK] }, balance: { type: integer } } }
    NewDeposit: { type: object, required: [account_id, amount], properties: { account_id: { type: string }, amount: { type: integer, minimum: 1, maximum: 900 } } }
    Deposit: { allOf: [{ $ref: '#/components/schemas/NewDeposit' }, { type: object, required: [id], properties: { id: { type: string } } }] }
    NewTransfer: { type: object, required: [from_account_id, to_account_id, amount], properties: { from_account_id: { type: string }, to_account_id: { type: string }, amount: { type: integer, minimum: 1, maximum: 900 } } }
    Transfer: { allOf: [{ $ref: '#/components/schemas/NewTransfer' }, { type: object, required: [id], properties: { id: { type: string } } }] }
`;
const PARTS = fromYaml(TEXT);

type Fault = 'not booked' | 'one-sided' | 'doubled';

interface Sent {
  readonly currency?: string;
  readonly account_id?: string;
  readonly from_account_id?: string;
  readonly to_account_id?: string;
  readonly amount?: number;
}

/** A service that keeps accounts. */
function ledger(fault?: Fault, most = Number.MAX_SAFE_INTEGER): (request: Request) => Promise<Response> {
  const accounts = new Map<string, { readonly id: string; readonly currency: string; balance: number }>();
  const others = new Map<string, object>();
  let last = 0;
  const none = (status = 404): Response => new Response(null, { status });
  return async (request) => {
    const [top, named] = new URL(request.url).pathname.split('/').slice(1);
    if (named !== undefined) {
      const found = top === 'accounts' ? accounts.get(named) : others.get(`${top}/${named}`);
      return found === undefined ? none() : Response.json(found);
    }
    if (request.method !== 'POST') return none(405);
    const sent = (await request.json().catch(() => ({}))) as Sent;
    last += 1;
    const made = { ...sent, id: `n${last}` };
    if (top === 'accounts') {
      const { currency } = sent;
      if (currency !== 'EUR' && currency !== 'NOK') return none(400);
      accounts.set(made.id, { id: made.id, currency, balance: 0 });
      return Response.json(accounts.get(made.id), { status: 201 });
    }
    const { amount = 0 } = sent;
    const [from, to] = [sent.from_account_id, sent.to_account_id ?? sent.account_id].map((each) =>
      accounts.get(each ?? ''),
    );
    if (to === undefined || !Number.isInteger(amount) || amount < 1 || amount > 900) return none(400);
    if (top === 'transfers') {
      if (from === undefined || from === to) return none(400);
      if (from.currency !== to.currency || from.balance < amount) return none(409);
      from.balance -= amount;
      if (fault !== 'one-sided') to.balance += amount;
    } else if (fault !== 'not booked')
      to.balance = Math.min(most, to.balance + (fault === 'doubled' ? 2 * amount : amount));
    others.set(`${top}/${made.id}`, made);
    return Response.json(made, { status: 201 });
  };
}

const DEPOSIT = '(the document: “Adds `amount` to the balance of the account.”)';
const TRANSFER = '(the document: “Takes `amount` from `from_account_id` and adds it to `to_account_id`.”)';

test.each<readonly [Fault | undefined, readonly string[]]>([
  [undefined, []],
  ['not booked', [`\`balance\` of readAccount stayed n after deposit; it should be n ${DEPOSIT}.`]],
  ['doubled', [`\`balance\` of readAccount went from n to n after deposit; it should be n ${DEPOSIT}.`]],
  ['one-sided', [`\`balance\` of readAccount stayed n after transfer; it should be n ${TRANSFER}.`]],
])('amounts are moved: %s', async (fault, expected) => {
  const { summary } = await tell({ ...PARTS, target: ledger(fault), phases: ['stateful'] });
  const found = summary.findings.filter(({ severity }) => severity === 'error');
  expect(found.map(({ check, message }) => `${check}: ${message.replaceAll(/\d+/g, 'n')}`)).toEqual(
    expected.map((message) => `state.action-without-effect: ${message}`),
  );
});

test('a number that the document bounds may stop at its bound', async () => {
  const parts = fromYaml(TEXT.replace('balance: { type: integer }', 'balance: { type: integer, maximum: 0 }'));
  const { summary } = await tell({ ...parts, target: ledger(undefined, 0), phases: ['stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

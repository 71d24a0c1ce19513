import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const whole = { type: 'integer' };
const text = { type: 'string' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const account = {
  type: 'object',
  required: ['id', 'name', 'balance'],
  properties: { id: text, name: text, balance: whole },
};
const moved = { from_account_id: text, to_account_id: text, amount: whole };
const transfer = { type: 'object', required: ['id', 'amount'], properties: { id: text, ...moved } };
const id = [{ name: 'id', in: 'path', required: true, schema: text }];
const post = (operationId: string, sent: object, status: string, shown: object, description = ''): object => ({
  operationId,
  description,
  requestBody: { required: true, ...json({ type: 'object', properties: sent, required: Object.keys(sent) }) },
  responses: { [status]: { description: 'Done.', ...json(shown) } },
});
const get = (operationId: string, shown: object): object => ({
  operationId,
  parameters: id,
  responses: { 200: { description: 'It.', ...json(shown) } },
});

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Ledger', version: '1' },
  paths: {
    '/accounts': { post: post('openAccount', { name: text }, '201', account) },
    '/accounts/{id}': { get: get('readAccount', account) },
    '/accounts/{id}/top-up': {
      parameters: id,
      post: post('topUp', { amount: whole }, '200', account, 'Adds `amount` to the balance of the account.'),
    },
    '/transfers': {
      post: post(
        'transfer',
        moved,
        '201',
        transfer,
        'Takes `amount` from `from_account_id` and adds it to `to_account_id`.',
      ),
    },
    '/transfers/{id}': { get: get('readTransfer', transfer) },
  },
};

test('amounts are added to and taken from the records that the document names', async () => {
  const ask = await asking(DOCUMENT);
  const [one, other] = [await ask('POST', '/accounts', { name: 'a' }), await ask('POST', '/accounts', { name: 'b' })];
  const balance = async (of: typeof one): Promise<number> => (await ask('GET', `/accounts/${of.body.id}`)).body.balance;
  const [first, second] = [await balance(one), await balance(other)];
  expect((await ask('POST', `/accounts/${one.body.id}/top-up`, { amount: 50 })).body.balance).toBe(first + 50);
  await ask('POST', '/transfers', { from_account_id: one.body.id, to_account_id: other.body.id, amount: 20 });
  expect([await balance(one), await balance(other)]).toEqual([first + 30, second + 20]);
});

test('fractions of amounts leave nothing over', async () => {
  const text = JSON.stringify(DOCUMENT).replaceAll('"type":"integer"', '"type":"number"');
  const ask = await asking(JSON.parse(text));
  const { id, balance } = (await ask('POST', '/accounts', { name: 'a' })).body;
  await ask('POST', `/accounts/${id}/top-up`, { amount: 0.1 - balance });
  expect((await ask('POST', `/accounts/${id}/top-up`, { amount: 0.2 })).body.balance).toBe(0.3);
});

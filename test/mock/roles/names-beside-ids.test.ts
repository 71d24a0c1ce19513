import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const document = api(
  {
    '/budgets': { get: answer(array(ref('Budget'))) },
    '/budgets/{budgetId}': { ...path('budgetId'), get: answer(ref('Budget'), '200', missing) },
    '/budgets/{budgetId}/accounts': {
      ...path('budgetId'),
      get: answer(array(ref('Account'))),
      post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Account'), '201') },
    },
    '/budgets/{budgetId}/accounts/{accountId}': { ...path('budgetId'), get: answer(ref('Account'), '200', missing) },
    '/budgets/{budgetId}/entries': {
      ...path('budgetId'),
      get: answer(array(ref('Entry'))),
      post: { ...sending(object({ account_id: text, amount: number })), ...answer(ref('Entry'), '201') },
    },
  },
  {
    Budget: object({ id: text, name: text }, ['id']),
    Account: object({ id: text, name: text }, ['id', 'name']),
    Entry: object({ id: text, account_id: text, account_name: text, amount: number }, [
      'id',
      'account_id',
      'account_name',
    ]),
  },
);

test('a name beside the id of a record below the same parent is the name of that record', async () => {
  const ask = await asking(document);
  const [budget] = (await ask('GET', '/budgets')).body;
  const { body: account } = await ask('POST', `/budgets/${budget.id}/accounts`, { name: 'Cash' });
  const made = await ask('POST', `/budgets/${budget.id}/entries`, { account_id: account.id, amount: 3 });
  expect(made.body).toMatchObject({ account_id: account.id, account_name: 'Cash', amount: 3 });
});

import { expect, it } from 'vitest';
import { movementsOf } from '../../../src/resources/index.ts';
import { many, object, ref, see, small, text, whole } from '../documents.ts';

/** What a deposit, a transfer or an action on an account moves, where the document describes it in these words. */
async function moved(
  line: string,
  description: string,
  account: Readonly<Record<string, object>> = { balance: whole, limit: whole, points: whole },
): Promise<readonly string[]> {
  const extensions = { description };
  const body = { amount: whole, points: whole, memo: text };
  const api = await small(
    {
      'GET /accounts': { answer: many(ref('Account')) },
      'GET /accounts/{id}': { answer: ref('Account') },
      'POST /accounts/{id}/top-up': { body: object(body), answer: ref('Account'), extensions },
      'POST /deposits': {
        body: object({ account_id: text, ...body }),
        answer: ref('Deposit'),
        status: '201',
        extensions,
      },
      'GET /deposits/{deposit_id}': { answer: ref('Deposit') },
      'POST /transfers': {
        body: object({ from_account_id: text, to_account_id: text, ...body }),
        answer: ref('Transfer'),
        status: '201',
        extensions,
      },
      'GET /transfers/{transfer_id}': { answer: ref('Transfer') },
    },
    {
      Account: object({ id: text, name: text, ...account }),
      Deposit: object({ id: text, account_id: text, amount: whole }),
      Transfer: object({ id: text, from_account_id: text, to_account_id: text, amount: whole }),
    },
  );
  const { model } = see(api);
  const operation = api.operations.find(({ method, path }) => `${method} ${path}` === line);
  return operation === undefined
    ? ['none']
    : movementsOf(api, model, operation).map(
        ({ holder, property, reference = 'path', amount, sign }) =>
          `${holder.name} ${reference} ${property} ${sign === 1 ? '+' : '-'}${amount}`,
      );
}

const [DEPOSIT, TRANSFER, TOP_UP] = ['POST /deposits', 'POST /transfers', 'POST /accounts/{id}/top-up'] as const;
const PLUS = ['accounts /account_id /balance +/amount'];

it.each<readonly [string, string, readonly string[]]>([
  [DEPOSIT, 'Adds `amount` to the balance of the account.', PLUS],
  [
    DEPOSIT,
    'Books money. Adds the amount to the balance of the account. Deposits to closed accounts are refused.',
    PLUS,
  ],
  [DEPOSIT, "Adds the amount to the account's balance.", PLUS],
  [DEPOSIT, 'Increases the balance of the account by `amount`.', PLUS],
  [DEPOSIT, 'Adds `points` to the points of the account.', ['accounts /account_id /points +/points']],
  [DEPOSIT, 'Deducts `amount` from the balance of the account.', ['accounts /account_id /balance -/amount']],
  [DEPOSIT, 'Lowers the balance of the account by the amount.', ['accounts /account_id /balance -/amount']],
  [
    TRANSFER,
    'Takes `amount` from the balance of `from_account_id` and adds it to the balance of `to_account_id`.',
    ['accounts /from_account_id /balance -/amount', 'accounts /to_account_id /balance +/amount'],
  ],
  [TOP_UP, 'Adds `amount` to the balance of the account.', ['accounts path /balance +/amount']],
  [TRANSFER, 'Adds `amount` to the balance of the account.', []],
  [DEPOSIT, 'Adds `amount` to the account.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account if it is open.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account once the deposit is settled.', []],
  [DEPOSIT, 'Can add `amount` to the balance of the account.', []],
  [DEPOSIT, 'Adds a deposit to the account.', []],
  [DEPOSIT, 'Adds money to the balance of the account.', []],
  [DEPOSIT, 'Adds a percent of `amount` to the balance of the account.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the customer.', []],
  [DEPOSIT, 'Adds `amount` to the budget of the account.', []],
  [DEPOSIT, 'Takes `amount` from the card and adds it to the balance of the account.', []],
  [DEPOSIT, 'Adds a memo to the account.', []],
  [DEPOSIT, 'Takes the amount from the request.', []],
  [DEPOSIT, 'Returns the balance of the account.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account. A fee is charged.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account. The deposit is executed later by a batch.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account. Deposits stay pending until they are approved.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account. The balance is capped at its `limit`.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account, less a commission.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account or keeps it in the box.', []],
  [
    DEPOSIT,
    'Adds `amount` to the balance of the account (credit) and takes `amount` from the balance of the account (debit).',
    [],
  ],
  [DEPOSIT, 'Eventually adds `amount` to the balance of the account.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account at the end of the day.', []],
  [DEPOSIT, 'Adds `amount` to the balance of the account, converted to its currency.', []],
])('%s: %s', async (line, description, expected) => {
  expect(await moved(line, description)).toEqual(expected);
});

it('an amount is held by the only number that is called so, and not by a bound or an amount of another unit', async () => {
  const adding = 'Adds `amount` to the account.';
  expect(await moved(DEPOSIT, adding, { balance: whole })).toEqual(PLUS);
  expect(await moved(DEPOSIT, adding, { balance: whole, minBalance: whole })).toEqual(PLUS);
  for (const name of ['minBalance', 'overdraftBalance', 'balanceLimit', 'balanceInCents', 'reorderQuantity'])
    expect(await moved(DEPOSIT, adding, { [name]: whole })).toEqual([]);
});

it('what changes one number by two amounts is not followed', async () => {
  expect(
    await moved(DEPOSIT, 'Adds `amount` to the balance of the account. Adds `points` to the balance of the account.'),
  ).toEqual([]);
});

import { expect, test } from 'vitest';
import { type BalanceHint, balanceIn, withBalance } from '../../../src/contract/hints/balance-hints.ts';
import { hintPlaces } from '../../../src/contract/hints/hint-places.ts';
import { missingPlaces, missingRecord } from '../../../src/contract/hints/missing-records.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';
import { isArray, isObject, valueAt } from '../../../src/wire/index.ts';
import { fromYaml } from '../harness.ts';

const { api, model } = fromYaml(`openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /accounts:
    get:
      operationId: listAccounts
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Account' } } } } } }
    post:
      operationId: createAccount
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } } }
  /accounts/{id}:
    get:
      operationId: readAccount
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } } }
  /account-kinds:
    get: { operationId: listKinds, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/AccountKind' } } } } } } }
  /account-kinds/{id}:
    get:
      operationId: readKind
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/AccountKind' } } } } }
  /entries:
    post:
      operationId: book
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Booking' } } } }
      responses: { '201': { description: ok } }
components:
  schemas:
    Account: { type: object, required: [id, name], properties: { id: { type: string, readOnly: true }, name: { type: string } } }
    AccountKind: { type: object, required: [id, label], properties: { id: { type: string, readOnly: true }, label: { type: string } } }
    Booking:
      type: object
      required: [entries]
      properties:
        colour: { type: string, enum: [red, green] }
        kind: { type: string }
        owners: { type: array, items: { type: string } }
        entries:
          type: array
          items:
            type: object
            required: [account_id, direction, amount]
            properties: { account_id: { type: string }, direction: { type: string, enum: [debit, credit] }, amount: { type: integer, minimum: 1 } }
`);
const book = api.operations.find(({ id }) => id === 'book');
const places = book === undefined ? [] : hintPlaces(api, book);
const sent = {
  colour: 'red',
  owners: ['holding'],
  entries: [
    { account_id: 'first-one', direction: 'debit', amount: 5 },
    { account_id: 'second-one', direction: 'debit', amount: 8 },
  ],
};
const request: HttpRequest = {
  method: 'POST',
  path: '/entries',
  query: '',
  headers: [],
  body: { kind: 'parsed', mediaType: 'application/json', value: sent, text: JSON.stringify(sent) },
};
const missing = (text: string, place?: string) => {
  const found = missingRecord({ text, ...(place === undefined ? {} : { place }) }, places, { api, model, request });
  return found === undefined ? undefined : `${found.pointer} ${found.resource.name}`;
};

test.each([
  ['account second-one not found', 'entries', '/entries/*/account_id accounts'],
  [
    'Validation of what was sent has failed while its parts were loaded for the ledger: account not found',
    'entries',
    '/entries/*/account_id accounts',
  ],
  ['account not found', 'entries', '/entries/*/account_id accounts'],
  ['Cannot find an account with ID 970', undefined, '/entries/*/account_id accounts'],
  ['No such account: "first-one"', undefined, '/entries/*/account_id accounts'],
  ['The account with id first-one does not exist', undefined, '/entries/*/account_id accounts'],
  ['unknown account "holding"', 'owners', '/owners/* accounts'],
  ['unknown account kind', undefined, '/kind account-kinds'],
  ['unknown field "owners"', undefined, undefined],
  ['colour red is unknown to this account', 'colour', undefined],
  ['amount must be positive', 'entries', undefined],
])('a refusal names the place of a record that does not exist: %s (%s)', (text, place, wanted) => {
  expect(missing(text, place)).toBe(wanted);
});

test('a sentence about a media type or a property of its own is about no record', () => {
  for (const text of ['unknown media type', 'unknown property "colour"', 'no such endpoint'])
    expect(missingPlaces({ text }, places, request)).toEqual([]);
});

const balance = (text: string): BalanceHint | undefined => balanceIn(text, places, api);

test('a refusal says that the items of a list must balance', () => {
  const wanted = { list: '/entries', amount: 'amount', side: { name: 'direction', values: ['debit', 'credit'] } };
  for (const text of [
    'the entries must balance',
    'debits must equal credits',
    'unbalanced transaction',
    'amounts must sum to zero',
  ])
    expect(balance(text)).toEqual(wanted);
  expect(balance('the amount is too large')).toBeUndefined();
});

/** What one side has more than the other. */
function surplus(body: Json): number {
  const items = valueAt(body, '/entries');
  return (isArray(items) ? items : []).reduce<number>((sum, item) => {
    const amount = isObject(item) ? Number(item['amount']) : 0;
    return sum + (isObject(item) && item['direction'] === 'credit' ? -amount : amount);
  }, 0);
}

test('balanced lists balance at every length, and keep the value that is probed (law)', () => {
  const hint = balance('the entries must balance');
  if (hint === undefined) throw new Error('no hint');
  for (let length = 2; length <= 9; length += 1) {
    const entries = Array.from({ length }, (_, index) => ({ account_id: 'a', direction: 'credit', amount: index + 3 }));
    const body = { entries };
    const whole = withBalance(body, hint, '/entries');
    expect([
      surplus(whole),
      valueAt(whole, '/entries/length') ?? (valueAt(whole, '/entries') as Json[]).length,
    ]).toEqual([0, length]);
    for (const place of [0, 1]) {
      const probed = withBalance(body, hint, `/entries/${place}/amount`);
      expect(surplus(probed)).toBe(0);
      expect(valueAt(probed, `/entries/${place}/amount`)).toBe(place + 3);
    }
    expect(surplus(withBalance(body, hint, undefined))).toBe(0);
  }
});

test('amounts without sides get signs', () => {
  const hint: BalanceHint = { list: '/lines', amount: 'value' };
  const body = { lines: [{ value: 4 }, { value: 9 }, { value: 1 }] };
  expect(withBalance(body, hint, '/lines')).toEqual({ lines: [{ value: 8 }, { value: -4 }, { value: -4 }] });
  expect(withBalance(body, hint, '/lines/1/value')).toEqual({ lines: [{ value: -9 }, { value: 9 }] });
});

import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { differingProperties } from '../../../src/contract/responses/comparison.ts';

const resource = { relations: [{ pointer: '/customer/id', resource: 'customers' }], schema: true };
const exchange = {
  operation: { parameters: [] },
  model: { roleOf: () => ({ kind: 'read', resource }), resources: [] },
  api: { deref: (schema: unknown) => schema, operations: [] },
  couldShow: () => true,
  response: { status: 200, body: { kind: 'none' } },
} as unknown as Exchange;

const differing = (sent: object, read: object): readonly string[] =>
  differingProperties(exchange, sent as never, read as never, '');

test('an object that names a record shows what that record has', () => {
  const sent = { customer: { id: 7, name: 'Ada' }, buyer: { id: 7, name: 'Ada' } };
  expect(differing(sent, { customer: { id: 7, name: 'Grace' }, buyer: { id: 7, name: 'Grace' } })).toEqual(['buyer']);
  expect(differing(sent, { customer: { id: 8, name: 'Ada' }, buyer: { id: 7, name: 'Ada' } })).toEqual(['customer']);
});

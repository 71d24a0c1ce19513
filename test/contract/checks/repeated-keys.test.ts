import { expect, test } from 'vitest';
import { idempotencyKeyIgnored } from '../../../src/contract/checks/idempotency/idempotency-key-ignored.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';

const name = 'Idempotency-Key';
const found = (description: string, status: number, general?: string): number =>
  idempotencyKeyIgnored.judge({
    purpose: { story: { kind: 'keyed', name, made: { id: 1 } } },
    operation: { id: 'addTicket', description, parameters: [{ in: 'header', name }] },
    response: { status },
    model: { roleOf: () => ({}) },
    api: { deref: () => true, description: general },
  } as unknown as Exchange).length;

test('where the document has the first answer again, a refusal of the repeated request is wrong', () => {
  const promised = 'With a key, a repeated request does not create a second ticket but gets the first answer again.';
  expect(found(promised, 409)).toBe(1);
  expect(found('A retry with the same key returns the original response.', 422)).toBe(1);
  expect(found(promised, 429)).toBe(0);
});

test('the text about the whole API promises it as well, where it speaks of keys', () => {
  const promised = 'A repeated request with the same key gets the first answer again.';
  expect(found('Adds a ticket.', 409, `Retries. ${promised}`)).toBe(1);
  expect(found('Adds a ticket.', 409, promised.replace(' with the same key', ''))).toBe(0);
  expect(found('Adds a ticket.', 409, 'Keys are kept for a day.')).toBe(0);
});

test('and elsewhere it is right', () => {
  expect(found('A repeated request with the same key is refused with 409.', 409)).toBe(0);
  expect(found('A key makes a request safe to retry.', 409)).toBe(0);
  expect(found('A repeated request does not get the first answer again.', 409)).toBe(0);
  expect(found('A retry never returns the original response.', 409)).toBe(0);
  expect(found('A repeated request fails with 422 and has the id of the first record.', 422)).toBe(0);
  expect(found('A retry is an error that has the id of the original result.', 409)).toBe(0);
  expect(found('A repeated request gets the first answer again if the first one has ended.', 409)).toBe(0);
});

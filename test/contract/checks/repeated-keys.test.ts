import { expect, test } from 'vitest';
import { idempotencyKeyIgnored } from '../../../src/contract/checks/idempotency/idempotency-key-ignored.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';

const name = 'Idempotency-Key';
const found = (description: string, status: number): number =>
  idempotencyKeyIgnored.judge({
    purpose: { story: { kind: 'keyed', name, made: { id: 1 } } },
    operation: { id: 'addTicket', description, parameters: [{ in: 'header', name }] },
    response: { status },
    model: { roleOf: () => ({}) },
    api: { deref: () => true },
  } as unknown as Exchange).length;

test('where the document has the first answer again, a refusal of the repeated request is wrong', () => {
  const promised = 'With a key, a repeated request does not create a second ticket but gets the first answer again.';
  expect(found(promised, 409)).toBe(1);
  expect(found('A retry with the same key returns the original response.', 422)).toBe(1);
  expect(found(promised, 429)).toBe(0);
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

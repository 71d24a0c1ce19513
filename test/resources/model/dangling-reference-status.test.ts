import { expect, test } from 'vitest';
import { spokenRefusal } from '../../../src/resources/index.ts';
import type { Operation } from '../../../src/spec/index.ts';

test.each([
  ['The entries do not balance, or an account is unknown.', '422'],
  ['The owner does not exist', '422'],
  ['unknown owner', '422'],
  ['The field is unknown.', undefined],
  ['The cause is unknown.', undefined],
  ['Invalid', undefined],
])('a refusal may speak of a record that does not exist: %s', (description, status) => {
  const operation = { responses: [{ status: '422', description, content: [] }] } as unknown as Operation;
  expect(spokenRefusal(operation)).toBe(status);
});

import { expect, test } from 'vitest';
import { takenRefusal } from '../../../src/contract/resource-index/taken-records.ts';
import type { Resource } from '../../../src/resources/index.ts';
import type { Operation } from '../../../src/spec/index.ts';

const copies = { name: 'copies', singular: 'copy' } as Resource;
const create = (method: string, status: string, description: string): Operation =>
  ({ method, responses: [{ status, description }] }) as unknown as Operation;

test.each([
  ['409', 'The copy is on loan already.'],
  ['422', 'This copy is booked at that time.'],
  ['409', 'One of the copies is not available.'],
])('a create whose %s says “%s” takes the record that it names', (status, text) => {
  expect(takenRefusal(create('POST', status, text), copies)).toBe(status);
});

test.each([
  ['POST', '409', 'A copy with this name exists already.'],
  ['POST', '409', 'The reader is blocked already.'],
  ['POST', '409', 'The copy is damaged.'],
  ['POST', '400', 'The copy is on loan already.'],
  ['PUT', '409', 'The copy is on loan already.'],
])('%s with a %s that says “%s” takes none', (method, status, text) => {
  expect(takenRefusal(create(method, status, text), copies)).toBeUndefined();
});

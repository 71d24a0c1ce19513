import { expect, test } from 'vitest';
import { namedPlace } from '../../../src/contract/model/member-path.ts';

test('a place of a request is named with all that it stands in, and without the part of the request', () => {
  expect(namedPlace('/body/lines/0/owner/id')).toBe('lines[0].owner.id');
  expect(namedPlace('/body/0/id')).toBe('[0].id');
  expect(namedPlace('/query/limit')).toBe('limit');
  expect(namedPlace('/body')).toBe('body');
});

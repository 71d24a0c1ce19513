import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { differingProperties, isSameValue } from '../../../src/contract/responses/comparison.ts';

test.each([
  ['2030-07-13T01:32:24Z', '2030-07-13 01:32:24+00'],
  ['2030-07-13T01:32:24Z', '2030-07-13 03:32:24.000+02:00'],
  ['2030-07-13T01:32:24Z', '2030-07-13T01:32:24.512Z'],
  ['2030-07-13', '2030-07-13T00:00:00.000Z'],
])('one instant may be written in several ways: %s is %s', (one, other) => {
  expect(isSameValue(one, other)).toBe(true);
});

test.each([
  ['2030-07-13T01:32:24Z', '2030-07-13 01:32:24+01'],
  ['2030-07-13T01:32:24Z', '2030-07-13 01:32:25+00'],
  ['2030-07-13', '2030-07-12T22:00:00Z'],
  ['2030-07-13', '2030-07-14'],
  ['2030-07-13 lunch', '2030-07-13 dinner'],
])('other instants and texts differ: %s is not %s', (one, other) => {
  expect(isSameValue(one, other)).toBe(false);
});

const exchange = { couldShow: () => true, response: { status: 200, headers: [], body: { kind: 'none' } } };
const differing = (sent: string, read: string) =>
  differingProperties(exchange as unknown as Exchange, { password: sent }, { password: read }, '');

test('a value that an answer hides behind signs is not judged', () => {
  expect(differing('Blue-7!', '********')).toEqual([]);
  expect(differing('Blue-7!', '••••')).toEqual([]);
  expect(differing('Blue-7!', 'Green-7!')).toEqual(['password']);
  expect(differing('Blue-7!', '')).toEqual(['password']);
});

import { expect, test } from 'vitest';
import { encodeInPath } from '../../../src/wire/index.ts';

const styled = (style: 'simple' | 'label' | 'matrix') => ({ name: 'id', in: 'path', style, explode: false }) as const;
const asJson = { ...styled('simple'), content: { mediaType: 'application/json' } };
const asText = { ...styled('simple'), content: { mediaType: 'text/plain' } };

test.each([
  ['of which nothing is known', undefined, 'a b/c', 'a%20b%2Fc'],
  ['of the plain style', styled('simple'), 7, '7'],
  ['of the label style', styled('label'), 'a.b', '.a%2Eb'],
  ['of the matrix style', styled('matrix'), 7, ';id=7'],
  ['with JSON in it', asJson, 'a', '%22a%22'],
  ['with a number in JSON', asJson, 7, '7'],
  ['with plain text in it', asText, 'a', 'a'],
  ['with a text that is no Unicode', styled('simple'), '\ud800', '%EF%BF%BD'],
] as const)('A value in a path %s is written as its parameter says', (_, parameter, value, text) => {
  expect(encodeInPath(parameter, value)).toBe(text);
});

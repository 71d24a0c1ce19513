import { expect, test } from 'vitest';
import { placedSentences } from '../../../src/contract/model/document-sentence.ts';

test('a sentence that goes on behind a semicolon does not end with it when it is quoted', () => {
  const text = 'Property to sort by; `-` turns\nthe order round. Default: name.';
  expect(placedSentences(text, '/p').map((each) => each.text)).toEqual([
    'Property to sort by …',
    '`-` turns the order round.',
    'Default: name.',
  ]);
});

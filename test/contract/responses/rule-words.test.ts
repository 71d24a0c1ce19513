import { expect, it } from 'vitest';
import { asMissing, ruleIn } from '../../../src/contract/responses/rule-words.ts';

it.each([
  ['`pages` must be an integer, is the string "102"', '`pages` must be an integer'],
  ['`tags` must have at most 5 items, has 6', '`tags` must have at most 5 items'],
  ['`a` must be one of "x, is y", "z", is "b, has c"', '`a` must be one of "x, is y", "z"'],
  ['`title` is required', '`title` is required'],
])('what is expected is the rule alone: %s', (message, rule) => {
  expect(ruleIn(message)).toBe(rule);
});

it('what is required is missing in an answer that breaks the rule', () => {
  expect(asMissing('`title` is required')).toBe('`title` is missing, and required');
  expect(asMissing('`ends` is required beside `starts`')).toBe('`ends` is required beside `starts`');
});

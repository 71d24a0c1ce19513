import { expect, it } from 'vitest';
import { asMissing, inAnswer, ruleIn } from '../../../src/contract/responses/rule-words.ts';

it.each([
  ['`pages` must be an integer, but is the string "102"', '`pages` must be an integer'],
  ['`tags` must have at most 5 items, but has 6', '`tags` must have at most 5 items'],
  ['`a` must be one of "x, is y", "z", but is "b, has c"', '`a` must be one of "x, is y", "z"'],
  ['`title` is required', '`title` is required'],
])('what is expected is the rule alone: %s', (message, rule) => {
  expect(ruleIn(message)).toBe(rule);
});

it('what is required is missing in an answer that breaks the rule', () => {
  expect(asMissing('`title` is required')).toBe('`title` is required, but missing');
  expect(asMissing('`ends` is required beside `starts`')).toBe('`ends` is required beside `starts`');
});

it.each([
  ['`[0].url` must be a string, but is null', 'In the answer 200, `[0].url` must be a string, but is null.'],
  ['The body must be an object, but is an array', 'In the answer 200, the body must be an object, but is an array.'],
  ['Header field `X-Id` is required, but missing', 'In the answer 200, header field `X-Id` is required, but missing.'],
])('a violation becomes a sentence about the answer: %s', (violation, sentence) => {
  expect(inAnswer(answer(200), violation)).toBe(sentence);
});

it('it says so if only `default` documents the status of the answer', () => {
  expect(inAnswer(answer(404, 'default'), '`id` is required, but missing')).toBe(
    'In the answer 404, which only `default` documents, `id` is required, but missing.',
  );
  expect(inAnswer(answer(404, '4XX'), '`id` is required, but missing')).toBe(
    'In the answer 404, `id` is required, but missing.',
  );
});

function answer(status: number, documentedAs = String(status)): Parameters<typeof inAnswer>[0] {
  return {
    response: { status, reason: '', headers: [], body: { kind: 'none' } },
    documented: { status: documentedAs, pointer: '', headers: [], content: [], links: [] },
  } as unknown as Parameters<typeof inAnswer>[0];
}

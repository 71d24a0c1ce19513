import { expect, test } from 'vitest';
import { hasMovedOn, longestIn, resultsOf } from '../../../src/contract/responses/job-words.ts';

test.each([
  [{ status: 'pending' }, { status: 'done' }, true],
  [{ status: 'preparing' }, { status: 'ready' }, true],
  [{ status: 'preparing' }, { status: 'preparing' }, false],
  [{ status: 'open' }, { status: 'closed' }, false],
  [{ status: 'missing' }, { status: 'there' }, false],
  [{ name: 'preparing' }, { name: 'ready' }, false],
])('%j and then %j: it has moved on by itself: %s', (before, after, expected) => {
  expect(hasMovedOn(before, after)).toBe(expected);
});

test('the time of a pause, or of how long a job is kept, is not the time of the job', () => {
  for (const text of [
    'Ask again after 2 seconds.',
    'A finished operation is deleted after 1 second.',
    'The request times out after 5 seconds.',
  ])
    expect(longestIn(text)).toBeUndefined();
  expect(longestIn('Ask again after 2 seconds. It takes up to three seconds.')).toBe(3000);
});

test('a place in words, or the input, is not the address of a result', () => {
  expect(resultsOf({ response: { location: 'europe-west1', sourceUrl: '/files/1' } })).toEqual([]);
  expect(resultsOf({ response: { uri: '/exports/1' } })).toEqual([{ property: 'uri', url: '/exports/1' }]);
});

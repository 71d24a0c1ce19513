import { expect, test } from 'vitest';
import { goneResponse } from '../../../src/resources/index.ts';

const told = (path: string, singular: string, gone: string, missing = 'None.', of: 'item' | 'above' = 'item') => {
  const responses = Object.entries({ 404: missing, 410: gone }).map(([status, description]) => ({
    status,
    description,
    headers: [],
    content: [],
    links: [],
    pointer: '',
  }));
  return goneResponse({ path, responses }, { singular }, of)?.status;
};

test.each([
  ['/tickets/{id}', 'ticket', 'The ticket has been deleted.'],
  ['/tickets/{id}/close', 'ticket', 'The ticket has been deleted.'],
  ['/tickets/{id}/comments/{commentId}', 'comment', 'Deleted.'],
])('the 410 of %s is of the item itself', (path, singular, text) => {
  expect(told(path, singular, text)).toBe('410');
  expect(told(path, singular, text, 'None.', 'above')).toBeUndefined();
});

test('a 410 that names the item above is of that one', () => {
  const at = ['/tickets/{id}/comments/{commentId}', 'comment', 'The ticket has been deleted.'] as const;
  expect([told(...at), told(...at, 'None.', 'above')]).toEqual([undefined, '410']);
});

test.each([
  ['of another kind', 'The link has expired and was removed.', 'None.'],
  ['that says nothing', 'Gone', 'None.'],
  ['beside a 404 for the same', 'The ticket was deleted.', 'Unknown or deleted.'],
])('a 410 %s promises nothing', (_, text, missing) => {
  expect(told('/tickets/{id}', 'ticket', text, missing)).toBeUndefined();
});

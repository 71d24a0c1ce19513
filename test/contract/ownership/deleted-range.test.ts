import { expect, test } from 'vitest';
import { deletesRange } from '../../../src/contract/ownership/deleted-range.ts';

const parsed = (value: unknown): never => ({ kind: 'parsed', value, mediaType: 'application/json' }) as never;
const command = (path: string): never => ({ path }) as never;

test('a command that deletes from one key to another deletes a range, alone or as a step', () => {
  const asked = (path: string, value: unknown): boolean =>
    deletesRange(command(path), { method: 'POST', body: parsed(value) });
  expect(asked('/kv/deleterange', { key: 'a', range_end: 'b' })).toBe(true);
  expect(asked('/kv/deleterange', { key: 'a', range_end: '' })).toBe(false);
  expect(asked('/kv/deleterange', { key: 'a' })).toBe(false);
  expect(asked('/kv/range', { key: 'a', range_end: 'b' })).toBe(false);
  expect(asked('/kv/txn', { success: [{ request_delete_range: { key: 'a', range_end: 'b' } }] })).toBe(true);
});

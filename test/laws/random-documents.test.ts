import { describe, expect, test } from 'vitest';
import { randomDocument } from './random-document.ts';
import { checked } from './self-checked.ts';

/** One of each version; any number gives a document for ever. */
const NUMBERS = [20, 33, 18, 19];

describe('a mock of any document keeps it (law)', () => {
  test.each(NUMBERS)('document %i', async (number) => {
    const { errors, passed } = await checked(randomDocument(number), ['header', 'query']);
    expect(errors).toEqual([]);
    expect(passed).toBeGreaterThan(20);
  });
});

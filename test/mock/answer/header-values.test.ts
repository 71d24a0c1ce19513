import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const headers = {
  Edition: { schema: { type: 'string', example: 'spring' } },
  Shelf: { schema: { type: 'integer', default: 4 } },
  Language: { schema: { const: 'fi' } },
  Binding: { schema: { type: 'string' } },
  Location: { schema: { type: 'string', example: '/elsewhere' } },
};
const responses = { 200: { description: '', headers } };
const mock = await createMock({
  document: {
    openapi: '3.1.0',
    info: { title: 'books', version: '1' },
    paths: { '/catalogue': { head: { responses }, get: { responses } } },
  },
});
afterAll(() => mock.close());

test.each(['HEAD', 'GET'])(
  '%s shows an optional header field whose schema gives its value, and no other',
  async (method) => {
    const answer = await mock.fetch(new Request('http://mock/catalogue', { method }));
    expect(answer.status).toBe(200);
    expect(['edition', 'shelf', 'language'].map((name) => answer.headers.get(name))).toEqual(['spring', '4', 'fi']);
    expect(answer.headers.has('binding')).toBe(false);
    // It would be false for this answer.
    expect(answer.headers.has('location')).toBe(false);
  },
);

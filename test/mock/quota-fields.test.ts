import { expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';

const field = (schema: object) => ({ schema });
const told = {
  RateLimit: field({ type: 'string' }),
  'RateLimit-Policy': field({ type: 'string' }),
  'X-RateLimit-Left': field({ type: 'integer', minimum: 3, maximum: 3 }),
};
const document = {
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths: {
    '/a': {
      get: {
        responses: {
          200: { description: 'ok', headers: told },
          429: { description: 'too many', headers: told },
          503: { description: 'busy', headers: { RateLimit: field({ type: 'string', enum: ['none'] }) } },
        },
      },
    },
  },
};

test('Documented rate limit fields say what a client can read, not drawn words', async () => {
  const mock = await createMock({ document });
  const fieldsOf = async (code: number): Promise<Headers> =>
    (await mock.fetch(new Request('http://localhost/a', { headers: { prefer: `code=${code}` } }))).headers;
  const good = await fieldsOf(200);
  expect(good.get('ratelimit')).toBe('"default";r=59;t=1');
  expect(good.get('ratelimit-policy')).toBe('"default";q=60;w=60');
  expect(good.get('x-ratelimit-left')).toBe('3');
  expect((await fieldsOf(429)).get('ratelimit')).toBe('"default";r=0;t=1');
  expect((await fieldsOf(503)).get('ratelimit')).toBe('none');
  await mock.close();
});

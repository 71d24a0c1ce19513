import { expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { PETSTORE } from '../system/harness.ts';

test('a mock that listens leaves the platform classes of its program alone', async () => {
  const names = ['Request', 'Response', 'Headers', 'fetch', 'URL', 'AbortController'] as const;
  const seen = () => names.map((name) => globalThis[name]);
  const before = seen();
  const mock = await createMock(PETSTORE);
  const { url } = await mock.listen({ port: 0 });
  // The second one is answered by the Hono app.
  for (const path of ['/pets/1', '/']) {
    const answer = await fetch(`${url}${path}`, { headers: { accept: 'text/html, application/json' } });
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.text();
  }
  await mock.close();
  for (const [index, each] of seen().entries()) expect(each, names[index]).toBe(before[index]);
});

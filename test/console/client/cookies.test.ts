import { expect, it } from 'vitest';
import { withCookies } from '../../../src/console/client/cookies.ts';

/** Cookies of a document, as a browser keeps those that scripts can read. */
function jarOf(given: Readonly<Record<string, string>>) {
  const kept = new Map(Object.entries(given));
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/max-age=0/.test(text)) kept.delete(name);
      else kept.set(name, value);
    },
  };
}

it('cookies stand in the browser for one request, and those of before come back', async () => {
  const jar = jarOf({ sid: 'mine', other: '1' });
  const seen = await withCookies(jar, 'sid=demo; csrf=a=b', () => Promise.resolve(jar.cookie));
  expect(seen).toBe('sid=demo; other=1; csrf=a=b');
  expect(jar.cookie).toBe('sid=mine; other=1');
});

it('a cookie that the answer sets stays, and a failed request leaves none', async () => {
  const jar = jarOf({});
  await withCookies(jar, 'sid=demo', () => {
    jar.cookie = 'sid=fresh; path=/';
    return Promise.resolve();
  });
  expect(jar.cookie).toBe('sid=fresh');
  await expect(withCookies(jar, 'csrf=1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(jar.cookie).toBe('sid=fresh');
});

import { expect, test } from 'vitest';
import { platformRequest } from '../../src/library/world/platform-request.ts';

class FrameworkRequest extends Request {}

test('a request of a framework, behind a proxy, becomes one of the platform with all that it says', async () => {
  const asked = new FrameworkRequest('http://localhost/api/books?page=2', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-own': 'yes' },
    body: '{"title":"Emma"}',
  });
  const proxied = new Proxy(asked, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const own = platformRequest(proxied);
  expect(Object.getPrototypeOf(own)).toBe(Request.prototype);
  expect([own.method, own.url]).toEqual(['POST', 'http://localhost/api/books?page=2']);
  expect(own.headers.get('x-own')).toBe('yes');
  expect(await own.json()).toEqual({ title: 'Emma' });
});

test('a request of the platform is taken as it is', () => {
  const own = new Request('http://localhost/api');
  expect(platformRequest(own)).toBe(own);
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const HOSTILE = '</style><script>alert(1)</script><style>';
const document = {
  openapi: '3.1.0',
  info: { title: HOSTILE, version: '1' },
  paths: { '/a': { get: { summary: `${HOSTILE} style="x"`, responses: { 200: { description: 'ok' } } } } },
};

let mock: StandinMock;
let url: string;
beforeAll(async () => {
  mock = await createMock({ document });
  url = (await mock.listen({ port: 0 })).url;
});
afterAll(() => mock.close());

/** The directives of a policy by name. */
function directivesOf(policy: string): ReadonlyMap<string, string> {
  return new Map(
    policy.split('; ').map((each) => {
      const [name = '', ...values] = each.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('the page for people has a policy that allows its own style and nothing else', async () => {
  const asked = { headers: { accept: 'text/html' } };
  const page = await fetch(`${url}/`, asked);
  const html = await page.text();
  const policy = directivesOf(page.headers.get('content-security-policy') ?? '');
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  expect(Object.fromEntries(policy)).toEqual({
    'default-src': "'none'",
    'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script|<[^>]* (style|on\w+)=/i);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const head = await fetch(`${url}/`, { ...asked, method: 'HEAD' });
  expect(head.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'));
  const inProcess = await mock.fetch(new Request('http://localhost/', asked));
  expect(inProcess.headers.get('content-security-policy')).toBe(page.headers.get('content-security-policy'));
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { start, urlIn } from '../system/command.ts';

const ok = { responses: { 200: { description: 'ok' } } };

const document = (scheme: object, paths: object = { '/a': { get: ok } }) => ({
  openapi: '3.1.0',
  info: { title: 'Locked', version: '1' },
  security: [{ lock: [] }],
  components: { securitySchemes: { lock: scheme } },
  paths,
});

test.each([
  ['an API key in a header', document({ type: 'apiKey', in: 'header', name: 'X-Key' })],
  ['an API key in the query', document({ type: 'apiKey', in: 'query', name: 'key' })],
  ['an API key in a cookie', document({ type: 'apiKey', in: 'cookie', name: 'key' })],
  ['basic credentials', document({ type: 'http', scheme: 'basic' })],
  ['a bearer token', document({ type: 'http', scheme: 'bearer' })],
  [
    'one open operation',
    document({ type: 'http', scheme: 'bearer' }, { '/a': { get: ok }, '/b': { get: { ...ok, security: [] } } }),
  ],
])('the command that a mock prints works where the document asks for %s', async (_, given) => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-try-'));
  writeFileSync(join(folder, 'api.json'), JSON.stringify(given));
  const running = start(['mock', 'api.json', '--port', '0'], folder);
  const text = await running.until(/Stop: +Ctrl-C/);
  const [, command = ''] = /Try: +curl (.*)/.exec(text) ?? [];
  const { headers, url } = parsed(command);
  expect(url.startsWith(urlIn(text))).toBe(true);
  expect((await fetch(url, { headers })).status).toBe(200);
  await running.stop();
});

/** The request of a curl command with the flags that the banner uses. */
function parsed(command: string): { readonly headers: Record<string, string>; readonly url: string } {
  const headers: Record<string, string> = {};
  const [, header] = /-H '([^']+)'/.exec(command) ?? [];
  const [, cookie] = /-b '([^']+)'/.exec(command) ?? [];
  const [, user] = /-u (\S+)/.exec(command) ?? [];
  if (header !== undefined) headers[header.slice(0, header.indexOf(':'))] = header.slice(header.indexOf(':') + 2);
  if (cookie !== undefined) headers['cookie'] = cookie;
  if (user !== undefined) headers['authorization'] = `Basic ${Buffer.from(user).toString('base64')}`;
  return { headers, url: command.split(' ').at(-1) ?? '' };
}

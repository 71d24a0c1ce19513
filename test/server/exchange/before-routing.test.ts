import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { exchange, statusOf } from '../../system/raw.ts';

test('A field that may come once is refused twice; others may be repeated, also those whose names are as long', async () => {
  const mock = await createMock({ document: 'spec/petstore.openapi.yaml' });
  const { url } = await mock.listen();
  // What the platform has to normalise takes the general path.
  const asked = (...fields: readonly string[]): Promise<string> =>
    exchange(url, ['GET /./pets?limit=1 HTTP/1.1', 'Host: a', 'Connection: close', ...fields, '', ''].join('\r\n'));
  const refused = await asked('Content-Type: application/json', 'content-type: text/plain');
  expect(statusOf(refused)).toBe(400);
  expect(refused).toContain('More than one content-type header field was sent.');
  expect(statusOf(await asked('Host: b'))).toBe(400);
  expect(
    statusOf(
      await asked(
        'X-Request-Id: 1',
        'X-Request-Id: 2',
        'X-Own: 1',
        'X-Own: 2',
        'Link: a',
        'Link: b',
        'Prefer: delay=1',
      ),
    ),
  ).toBe(200);
  await mock.close();
});

test.each([
  [true, '*'],
  [false, null],
])('OPTIONS without an origin says that any origin is welcome where CORS is %j', async (cors, origin) => {
  const mock = await createMock({ document: 'spec/petstore.openapi.yaml', cors });
  const answer = await mock.fetch(new Request('http://mock/pets', { method: 'OPTIONS' }));
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('access-control-allow-methods')).toBe(cors ? answer.headers.get('allow') : null);
  await mock.close();
});

test('OPTIONS with an origin is a preflight where it asks for anything, and else what the document says', async () => {
  const answer = { description: '', content: { 'text/plain': { example: 'own' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: { '/a': { options: { responses: { 200: answer } }, get: { responses: { 200: answer } } } },
  };
  const mock = await createMock({ document });
  const asked = (fields: Record<string, string>) =>
    mock.fetch(new Request('http://mock/a', { method: 'OPTIONS', headers: { origin: 'http://page', ...fields } }));
  for (const name of [
    'Access-Control-Request-Method',
    'Access-Control-Request-Private-Network',
    'Access-Control-Request-Headers',
  ]) {
    const { status, headers } = await asked({ [name]: 'GET' });
    expect([name, status, headers.get('access-control-allow-origin')]).toEqual([name, 204, 'http://page']);
    expect(headers.get('access-control-allow-methods')).toContain('OPTIONS');
  }
  const own = await asked({});
  expect([own.status, await own.text()]).toEqual([200, 'own']);
  await mock.close();
});

import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const user = {
  type: 'object',
  required: ['id', 'avatar_url', 'thumbnail'],
  properties: {
    id: { type: 'integer' },
    avatar_url: { type: 'string', format: 'uri' },
    thumbnail: { type: 'string' },
    logo: { type: 'string', pattern: '^https://' },
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      get: {
        responses: {
          200: { description: 'ok', content: { 'application/json': { schema: { type: 'array', items: user } } } },
        },
      },
    },
  },
};

const users = async (choices: object): Promise<Record<string, string>[]> => {
  const mock = await createMock({ document, strict: true, ...choices });
  const shown = (await (await mock.fetch(new Request('http://localhost/users'))).json()) as Record<string, string>[];
  await mock.close();
  return shown;
};

test('pictures of records are served by the mock itself', async () => {
  const mock = await createMock({ document, publicUrl: 'http://localhost:4010/' });
  const [first, second] = await users({ publicUrl: 'http://localhost:4010/' });
  for (const name of ['avatar_url', 'thumbnail']) {
    const url = first?.[name] ?? '';
    expect(url).toMatch(/^http:\/\/localhost:4010\/_standin\/image\/\w+\/\d+\.png$/);
    const response = await mock.fetch(new Request(url));
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  }
  expect(first?.['avatar_url']).not.toBe(second?.['avatar_url']);
  expect(first?.['logo']).toMatch(/^https:\/\//);
  await mock.close();
});

test('without an address of the mock they are under example.com', async () => {
  const [first] = await users({});
  expect(first?.['avatar_url']).toMatch(/^https:\/\/example\.com\/avatars\/\d+\.png$/);
});

test('they follow another prefix of the control routes', async () => {
  const [first] = await users({ publicUrl: 'https://mock.test/base', controlPrefix: '/ctl' });
  expect(first?.['avatar_url']).toMatch(/^https:\/\/mock\.test\/base\/ctl\/image\/avatars\/\d+\.png$/);
});

test.each([
  ['a.svg', 'image/svg+xml'],
  ['a.jpg', 'image/jpeg'],
  ['a', 'image/png'],
  ['a.exe', 'image/png'],
])('a picture named %s has the type %s, and needs no right to use the control routes', async (name, type) => {
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request(`http://other.test/_standin/image/${name}`));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect((await mock.fetch(new Request('http://other.test/_standin/health'))).status).toBe(403);
  await mock.close();
});

test('an address that is none is refused', async () => {
  await expect(createMock({ document, publicUrl: 'localhost:4010' })).rejects.toThrow(
    /`publicUrl` is `localhost:4010`/,
  );
});

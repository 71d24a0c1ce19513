import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const url = { ...text, format: 'uri' };
const target = { ...text, description: 'Where it leads.' };
const document = (parameter: string, others: object, properties: object): object =>
  api(
    {
      '/api/links': {
        get: answer(array(ref('Link'))),
        post: { ...sending(object({ original_url: target }, ['original_url'])), ...answer(ref('Link'), '201') },
      },
      [`/{${parameter}}`]: {
        ...path(parameter),
        get: { responses: { 302: { description: 'to the address' }, 404: { description: 'unknown' }, ...others } },
      },
    },
    {
      Link: object(
        {
          short_code: { ...text, examples: ['8M0kX'] },
          short_url: { ...url, examples: ['http://s.example/8M0kX'] },
          original_url: target,
          ...properties,
        },
        ['short_code', 'original_url', ...Object.keys(properties)],
      ),
    },
  );

const asked = async (parameter: string, others: object = {}, properties: object = {}) => {
  const mock = await createMock({ document: document(parameter, others, properties) });
  const ask = (at: string, body?: object): Promise<Response> =>
    mock.fetch(
      new Request(`http://localhost${at}`, {
        ...(body === undefined
          ? {}
          : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        redirect: 'manual',
      }),
    );
  return { mock, ask };
};

interface Link {
  readonly short_code: string;
  readonly short_url: string;
  readonly original_url: string;
}

/** What an answer of the document shows. */
const shown = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;

test.each(['code', 'shortCode'])('a code leads to the address of its record: {%s}', async (parameter) => {
  const { mock, ask } = await asked(parameter);
  const [seeded] = await shown<readonly [Link]>(ask('/api/links'));
  const first = await ask(`/${seeded.short_code}`);
  expect([first.status, first.headers.get('location')]).toEqual([302, seeded.original_url]);
  const made = await shown<Link>(ask('/api/links', { original_url: 'https://x.example/a?b=1' }));
  const other = await shown<Link>(ask('/api/links', { original_url: 'https://y.example' }));
  expect(new Set([seeded, made, other].map((each) => each.short_code)).size).toBe(3);
  for (const { short_url, short_code } of [made, other]) expect(short_url).toBe(`http://s.example/${short_code}`);
  expect((await ask(`/${made.short_code}`)).headers.get('location')).toBe('https://x.example/a?b=1');
  expect((await ask('/nothing-of-this')).status).toBe(404);
  await mock.close();
});

test('an operation that also answers content is not a redirection', async () => {
  const { mock, ask } = await asked('code', { 200: { description: 'shown' } });
  expect((await ask('/nothing-of-this')).headers.get('location')).toBeNull();
  await mock.close();
});

test('what several records have in common leads to none of them', async () => {
  const { mock, ask } = await asked('provider', {}, { provider: text });
  const [seeded] = await shown<readonly [Link & { provider: string }]>(ask('/api/links'));
  expect((await ask(`/${encodeURIComponent(seeded.provider)}`)).headers.get('location')).not.toBe(seeded.original_url);
  expect((await ask('/github')).status).toBe(302);
  await mock.close();
});

test('a name that only ends in the letters of the parameter is not what it names', async () => {
  const { mock, ask } = await asked('id', {}, { paid: text });
  expect((await ask('/nothing-of-this')).status).toBe(302);
  await mock.close();
});

test('an address is written in the characters of addresses', async () => {
  const { mock, ask } = await asked('code');
  const { short_code } = await shown<Link>(ask('/api/links', { original_url: 'https://x.example/\u00e4?a b\r\nc' }));
  expect((await ask(`/${short_code}`)).headers.get('location')).toBe('https://x.example/%C3%A4?a%20b%0D%0Ac');
  await mock.close();
});

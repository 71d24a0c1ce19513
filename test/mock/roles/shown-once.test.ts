import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const at = (name: string): object => ({ name, in: 'path', required: true, schema: text });
const key = object({ key_id: text, name: text }, ['key_id', 'name']);
const withSecret = object({ key_id: text, name: text, api_key: text, warning: text });
const direction = { ...text, enum: ['inbound', 'outbound-call', 'outbound-api'] };
const message = object({ id: { ...text, readOnly: true }, body: text, direction: { ...direction, readOnly: true } }, [
  'id',
  'direction',
]);

const call = object(
  {
    id: { ...text, readOnly: true },
    to: text,
    direction: { ...text, description: 'Can be: `inbound`, `outbound-dial` by a verb, or `outbound-api` by this API.' },
  },
  ['id', 'to', 'direction'],
);

const ask = await asking(
  api(
    {
      '/keys': {
        get: answer(array(ref('Key'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(withSecret, '201') },
      },
      '/calls': {
        get: answer(array(ref('Call'))),
        post: { ...sending(object({ to: text }, ['to'])), ...answer(ref('Call'), '201') },
      },
      '/keys/{key_id}': { parameters: [at('key_id')], get: answer(ref('Key')) },
      '/messages': {
        get: answer(array(ref('Message'))),
        post: { ...sending(object({ body: text }, ['body'])), ...answer(ref('Message'), '201') },
      },
      '/messages/{id}': { parameters: [at('id')], get: answer(ref('Message')) },
    },
    { Key: key, Message: message, Call: call },
  ),
);

test('the answer to a create shows the secret that no other answer has', async () => {
  const { body } = await ask('POST', '/keys', { name: 'K' });
  expect(body).toEqual({ key_id: expect.any(String), name: 'K', api_key: expect.any(String) });
  const { api_key: other } = (await ask('POST', '/keys', { name: 'L' })).body;
  expect(other).not.toBe(body.api_key);
  expect((await ask('GET', `/keys/${body.key_id}`)).body).toEqual({ key_id: body.key_id, name: 'K' });
});

test('what a client sends goes out', async () => {
  for (const text of ['a', 'b', 'c'])
    expect((await ask('POST', '/messages', { body: text })).body.direction).toBe('outbound-api');
  for (const to of ['+1', '+2', '+3'])
    expect((await ask('POST', '/calls', { to })).body.direction).toBe('outbound-api');
});

test('the answer to a create shows a pair of keys that no other answer has', async () => {
  const pair = object({ public_key: text, private_key: text });
  const asked = await asking(
    api(
      {
        '/apps': {
          get: answer(array(ref('App'))),
          post: {
            ...sending(object({ name: text, keys: object({ public_key: text }) })),
            ...answer(
              { allOf: [ref('App'), object({ keys: pair, places: object({ key: text, town: text }) })] },
              '201',
            ),
          },
        },
        '/apps/{id}': { parameters: [at('id')], get: answer(ref('App')) },
      },
      { App: object({ id: text, name: text }, ['id']) },
    ),
  );
  const { body } = await asked('POST', '/apps', { name: 'A' });
  expect(body.keys).toEqual({ public_key: expect.any(String), private_key: expect.any(String) });
  expect(body.places).toBeUndefined();
  expect((await asked('GET', `/apps/${body.id}`)).body).toEqual({ id: body.id, name: 'A' });
});

test.each([
  ['Note that this value is **only returned once** when creating the token.', false],
  ['ONLY returned when the token is first created.', false],
  ['Returned only at creation.', false],
  ['Only visible to admins once the token has been checked.', true],
  ['Returned only if it was set on creation.', true],
])('what is said to be shown once is in the answer to the create alone: %s', async (description, isAlways) => {
  const Token = object({ id: text, name: text, value: { ...text, description } }, ['id', 'name']);
  const tokens = await asking(
    api(
      {
        '/tokens': {
          get: answer(array(ref('Token'))),
          post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Token'), '201') },
        },
        '/tokens/{id}': { parameters: [at('id')], get: answer(ref('Token')) },
      },
      { Token },
    ),
  );
  const made = (await tokens('POST', '/tokens', { name: 'a' })).body;
  expect(made.value).toEqual(expect.any(String));
  const read = (await tokens('GET', `/tokens/${made.id}`)).body;
  const listed = (await tokens('GET', '/tokens')).body.find(({ id }: { readonly id: string }) => id === made.id);
  for (const shown of [read, listed]) expect(Object.hasOwn(shown, 'value')).toBe(isAlways);
});

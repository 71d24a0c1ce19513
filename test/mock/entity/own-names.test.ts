import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const size = { type: 'string', enum: ['big', 'small'] };
const hook = object(
  {
    id: text,
    friendly_name: text,
    configuration: {},
    permissions: array(text),
    width: number,
    height: number,
    room_ids: array(object({ id: text, size })),
  },
  ['id'],
);
const sent = object({
  FriendlyName: text,
  width: number,
  'Configuration.ReplayAfter': number,
  'Configuration.Url': text,
  Permission: array(text),
  options: object({ width: number, height: number }),
  remarks: object({ width: number, colour: text }),
  room_size: array(size),
});
const ask = await asking(
  api(
    {
      '/hooks': {
        get: answer(array(ref('Hook'))),
        post: { ...sending(sent), ...answer(ref('Hook'), '201') },
      },
      '/hooks/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(ref('Hook')),
      },
    },
    { Hook: hook },
  ),
);

test('names with a dot are members of the object that the record shows, in its own spelling', async () => {
  const made = (
    await ask('POST', '/hooks', { 'Configuration.ReplayAfter': 5, 'Configuration.Url': 'https://a.example' })
  ).body;
  expect(made.configuration).toEqual({ replay_after: 5, url: 'https://a.example' });
  expect((await ask('GET', `/hooks/${made.id}`)).body).toEqual(made);
});

test('a list under the name of one item is the list of the record', async () => {
  expect((await ask('POST', '/hooks', { Permission: ['read', 'write'] })).body.permissions).toEqual(['read', 'write']);
});

test('a list of kinds makes an item of each kind, with an id', async () => {
  const made = (await ask('POST', '/hooks', { room_size: ['small', 'small', 'big'] })).body;
  expect(made.room_ids).toEqual([
    { id: expect.any(String), size: 'small' },
    { id: expect.any(String), size: 'small' },
    { id: expect.any(String), size: 'big' },
  ]);
  expect((await ask('GET', `/hooks/${made.id}`)).body).toEqual(made);
});

test('an object that holds only properties of the record is not a part of it', async () => {
  expect((await ask('POST', '/hooks', { options: { width: 3, height: 4 } })).body).toMatchObject({
    width: 3,
    height: 4,
  });
});

test('an object that holds others as well stays what it is', async () => {
  expect((await ask('POST', '/hooks', { width: 1, remarks: { width: 3, colour: 'red' } })).body.width).toBe(1);
});

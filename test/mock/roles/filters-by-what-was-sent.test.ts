import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const moment = { type: 'integer', format: 'int64', description: 'The timestamp of the message in microseconds.' };
const when = { type: 'string', description: 'The date-time at which the message was sent.' };
const Message = object({ id: text, message: text, date_time: when, timestamp: moment }, ['id', 'message']);
const document = api(
  {
    '/users/{userId}/messages': {
      ...path('userId'),
      get: {
        parameters: [...query('to_channel').parameters, ...query('to_contact').parameters],
        ...answer(object({ messages: array(ref('Message')) })),
      },
      post: {
        ...sending({ ...object({ message: text, to_channel: text, to_contact: text }), required: ['message'] }),
        ...answer(object({ id: text }), '201'),
      },
    },
    '/users/{userId}/messages/{messageId}': {
      parameters: [...path('userId').parameters, ...path('messageId').parameters],
      put: {
        ...sending({ ...object({ message: text, to_channel: text, to_contact: text }), required: ['message'] }),
        responses: { 204: { description: '' }, 404: { description: '' } },
      },
      delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
    },
  },
  { Message },
);

test('A list finds records by what was sent with them, also if they do not show it.', async () => {
  const ask = await asking(document);
  const send = async (body: object): Promise<string> => (await ask('POST', '/users/me/messages', body)).body.id;
  const ids = async (search: string): Promise<string[]> =>
    (await ask('GET', `/users/me/messages?limit=100&${search}`)).body.messages.map(({ id }: { id: string }) => id);
  const [first, second, third] = [
    await send({ message: 'One', to_channel: 'a' }),
    await send({ message: 'Two', to_channel: 'b' }),
    await send({ message: 'Three', to_contact: 'x@example.com' }),
  ];
  const inFirst = await ids('to_channel=a');
  expect(inFirst).toContain(first);
  expect(inFirst).not.toContain(second);
  expect(inFirst).not.toContain(third);
  expect(await ids('to_contact=x@example.com')).toContain(third);
  expect(await ids('')).toEqual(expect.arrayContaining([first, second, third]));
  const { messages } = (await ask('GET', '/users/me/messages?to_channel=a')).body;
  expect(messages.find(({ id }: { id: string }) => id === first)).not.toHaveProperty('to_channel');
  // An edit keeps the record where it is.
  await ask('PUT', `/users/me/messages/${first}`, { message: 'Edited', to_channel: 'a' });
  expect(await ids('to_channel=a')).toContain(first);
});

test('A new record has the present time in a plain text and in microseconds.', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/users/me/messages', { message: 'One' })).body;
  const { messages } = (await ask('GET', '/users/me/messages')).body;
  const made = messages.find((each: { id: string }) => each.id === id);
  expect(Math.abs(Date.parse(made.date_time) - Date.now())).toBeLessThan(60_000);
  expect(Math.abs(made.timestamp / 1000 - Date.now())).toBeLessThan(60_000);
});

const Channel = object({ id: text, name: text }, ['id', 'name']);
const missing = { 404: { description: '' } };
const short = api(
  {
    '/chat/users/{userId}/channels': {
      ...path('userId'),
      get: answer(object({ channels: array(ref('Channel')) })),
      post: { ...sending(object({ name: text })), ...answer(ref('Channel'), '201') },
    },
    '/chat/channels/{channelId}': {
      ...path('channelId'),
      get: answer(ref('Channel'), '200', missing),
      patch: { ...sending(object({ name: text })), responses: { 204: { description: '' }, ...missing } },
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/chat/users/{userId}/channels/{channelId}': {
      parameters: [...path('userId').parameters, ...path('channelId').parameters],
      get: answer(ref('Channel'), '200', missing),
    },
  },
  { Channel },
);

test('An item made below a user whom the document does not describe is found on the shorter path.', async () => {
  const ask = await asking(short);
  const { id } = (await ask('POST', '/chat/users/me/channels', { name: 'Team' })).body;
  expect((await ask('GET', `/chat/channels/${id}`)).body).toMatchObject({ id, name: 'Team' });
  await ask('PATCH', `/chat/channels/${id}`, { name: 'Other' });
  expect((await ask('GET', `/chat/users/me/channels/${id}`)).body.name).toBe('Other');
  expect((await ask('GET', '/chat/channels/none')).status).toBe(404);
  await ask('DELETE', `/chat/channels/${id}`);
  expect((await ask('GET', `/chat/users/me/channels/${id}`)).status).toBe(404);
});

const notes = (sent: object, names: readonly string[]): object =>
  api(
    {
      '/notes': {
        get: { parameters: names.flatMap((name) => query(name).parameters), ...answer(array(ref('Note'))) },
        post: { ...sending(object({ title: text, ...sent }, ['title'])), ...answer(ref('Note'), '201') },
      },
      '/notes/{id}': {
        ...path('id'),
        get: answer(ref('Note')),
        patch: { ...sending(object({ title: text, ...sent })), ...answer(ref('Note')) },
      },
    },
    { Note: object({ id: text, title: text }, ['id', 'title']) },
  );

test.each([
  ['fields', object({ colour: text }), { colour: 'red' }],
  ['labels', array(text), ['a']],
  ['sort', text, 'a'],
  ['lang', text, 'de'],
])('a parameter that says how a list is shown leaves no record out: %s', async (name, schema, value) => {
  const ask = await asking(notes({ [name]: schema }, [name]));
  const made = (await ask('POST', '/notes', { title: 'One', [name]: value })).body;
  expect((await ask('GET', `/notes?${name}=title`)).body.map(({ id }: { id: string }) => id)).toContain(made.id);
});

test('a list finds a record by what was sent last', async () => {
  const ask = await asking(notes({ channel: text }, ['channel']));
  const made = (await ask('POST', '/notes', { title: 'One', channel: 'a' })).body;
  const isIn = async (channel: string): Promise<boolean> =>
    (await ask('GET', `/notes?channel=${channel}`)).body.some(({ id }: { id: string }) => id === made.id);
  expect([await isIn('a'), await isIn('b')]).toEqual([true, false]);
  await ask('PATCH', `/notes/${made.id}`, { channel: 'b' });
  expect([await isIn('a'), await isIn('b')]).toEqual([false, true]);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const shown = { MessageID: text, Subject: text, From: text, Tag: text };
const message = object(shown, ['MessageID']);
const details = object({ ...shown, Body: text, Events: array(object({ Type: text, ReceivedAt: text })) });
const settings = { Name: text, Color: text, Size: number, Hook: text };
const inPath = (name: string): object => ({ parameters: [{ name, in: 'path', required: true, schema: text }] });
const paged = object({ Messages: array(ref('Message')), TotalCount: number });
const ask = await asking(
  api(
    {
      '/messages': { get: answer(paged) },
      '/messages/{messageid}/details': { ...inPath('messageid'), get: answer(ref('Details')) },
      '/cards': { get: answer(array(ref('Card'))) },
      '/cards/{card_id}': { ...inPath('card_id'), get: answer(ref('Card')) },
      '/cards/{card_id}/secrets': { ...inPath('card_id'), get: answer(ref('Secrets')) },
      '/server': {
        get: answer(ref('Server')),
        put: { operationId: 'editServer', ...sending(object(settings)), ...answer(ref('Server')) },
      },
      '/users': {
        get: answer(array(ref('User'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('User'), '201') },
      },
      '/users/{id}': { ...inPath('id'), get: answer(ref('User')) },
      '/users/{id}/overview': { ...inPath('id'), get: answer(object({ visits: number, user: ref('User') }, ['user'])) },
      '/users/{id}/prefs': {
        ...inPath('id'),
        get: answer(ref('Prefs')),
        patch: { ...sending(object({ prefs: { type: 'object' } }, ['prefs'])), ...answer(ref('Prefs')) },
      },
    },
    {
      Card: object({ id: text, last_digits: text, label: text }, ['id', 'last_digits']),
      Secrets: object({ card_id: text, last_digits: text, number: text }, ['card_id', 'last_digits', 'number']),
      Message: message,
      Details: details,
      Server: object({ ID: number, ...settings }, ['ID', 'Name', 'Color']),
      User: object({ id: text, name: text }, ['id', 'name']),
      Prefs: { type: 'object', additionalProperties: true },
    },
  ),
);

test('a path below an item that shows most of it shows that item', async () => {
  const messages = (await ask('GET', '/messages')).body.Messages;
  expect(messages.length).toBeGreaterThan(1);
  for (const each of messages)
    expect((await ask('GET', `/messages/${each.MessageID}/details`)).body).toMatchObject(each);
  expect((await ask('GET', '/messages/none/details')).status).toBe(404);
});

test('more about an item shows what the item shows, and its id', async () => {
  const [card] = (await ask('GET', '/cards')).body;
  const { card_id, last_digits, number } = (await ask('GET', `/cards/${card.id}/secrets`)).body;
  expect({ card_id, last_digits }).toEqual({ card_id: card.id, last_digits: card.last_digits });
  expect(typeof number).toBe('string');
});

test('a PUT that is told to edit one object and requires nothing keeps what is not sent', async () => {
  const before = (await ask('GET', '/server')).body;
  expect((await ask('PUT', '/server', { Name: 'Mine' })).body).toEqual({ ...before, Name: 'Mine' });
  expect((await ask('GET', '/server')).body).toEqual({ ...before, Name: 'Mine' });
});

test('free values that are sent under the last word of the path are read there', async () => {
  const { id } = (await ask('POST', '/users', { name: 'A' })).body;
  await ask('PATCH', `/users/${id}/prefs`, { prefs: { theme: 'dark' } });
  await ask('PATCH', `/users/${id}/prefs`, { prefs: { size: 3 } });
  expect((await ask('GET', `/users/${id}/prefs`)).body).toMatchObject({ theme: 'dark', size: 3 });
});

test('the property of an answer with the name and the schema of the item above it is that item', async () => {
  const { body: user } = await ask('POST', '/users', { name: 'Ada' });
  expect((await ask('GET', `/users/${user.id}/overview`)).body.user).toEqual(user);
  expect((await ask('GET', '/users/none/overview')).status).toBe(404);
});

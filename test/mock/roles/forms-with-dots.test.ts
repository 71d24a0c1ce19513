import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, object, path, ref, text } from '../little.ts';

const form = (schema: object): object => ({
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
});
const hook = object({ Target: text, 'Settings.Url': text, 'Settings.HttpMethod': text, Right: array(text) });
const change = object({ 'Settings.Url': text, 'Settings.HttpMethod': text });
const mock = await createMock({
  document: api(
    {
      '/hooks': { get: answer(array(ref('Hook'))), post: { ...form(hook), ...answer(ref('Hook'), '201') } },
      '/hooks/{sid}': { ...path('sid'), get: answer(ref('Hook')), post: { ...form(change), ...answer(ref('Hook')) } },
      '/roles': { get: answer(array(ref('Role'))), post: { ...form(object({ Name: text })), ...answer(ref('Role')) } },
      '/roles/{sid}': {
        ...path('sid'),
        get: answer(ref('Role')),
        post: { ...form(object({ Right: array(text) })), ...answer(ref('Role')) },
      },
    },
    {
      Hook: object({ sid: text, account_sid: text, target: text, settings: {}, rights: array(text) }, ['sid']),
      Role: object({ sid: text, name: text, rights: array(text) }, ['sid']),
    },
  ),
});

async function send(at: string, body: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await mock.fetch(new Request(`http://mock${at}`, { method: 'POST', headers, body }));
  return (await response.json()) as Record<string, unknown>;
}

test('a form with dotted names changes a part of an item and keeps the rest of the part', async () => {
  const made = await send('/hooks', 'Target=a&Settings.Url=http://a.example&Settings.HttpMethod=GET');
  const changed = await send(`/hooks/${String(made['sid'])}`, 'Settings.Url=http://b.example');
  expect(changed).toMatchObject({ target: 'a', settings: { url: 'http://b.example', http_method: 'GET' } });
});

test('a form with the name of one item changes the list of an item', async () => {
  const made = await send('/roles', 'Name=a');
  expect(await send(`/roles/${String(made['sid'])}`, 'Right=read&Right=write')).toMatchObject({
    name: 'a',
    rights: ['read', 'write'],
  });
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const MESSAGE = { id: text, channel_id: text, content: text };
const chat = (paths: object): object =>
  api(
    {
      '/channels': { get: answer(array(ref('Channel'))) },
      '/channels/{id}': { ...path('id'), get: answer(ref('Channel')) },
      '/channels/{id}/messages': {
        ...path('id'),
        get: answer(object({ messages: array(ref('Message')), total: number })),
        post: { ...sending(object({ content: text }, ['content'])), ...answer(ref('Message'), '201') },
      },
      ...paths,
    },
    {
      Channel: object({ id: text, name: text }, ['id', 'name']),
      Message: object(MESSAGE, ['id', 'channel_id', 'content']),
      MessageSearchResult: object(MESSAGE, ['id', 'channel_id', 'content']),
    },
  );
const found = answer(object({ messages: array(ref('MessageSearchResult')), total: number }));
const search = { parameters: [...query('q').parameters, ...query('channel_id').parameters], ...found };

test('a search looks through what another path lists', async () => {
  const ask = await asking(chat({ '/search/messages': { get: search } }));
  const [one, other] = (await ask('GET', '/channels')).body;
  const made = (await ask('POST', `/channels/${one.id}/messages`, { content: 'hello zebra' })).body;
  const elsewhere = (await ask('POST', `/channels/${other.id}/messages`, { content: 'zebra too' })).body;
  expect((await ask('GET', '/search/messages?q=hello%20zeb')).body).toEqual({ messages: [made], total: 1 });
  const both = (await ask('GET', '/search/messages?q=zebra')).body;
  expect(both.messages).toHaveLength(2);
  expect(both.messages).toContainEqual(elsewhere);
  expect((await ask('GET', `/search/messages?q=zebra&channel_id=${other.id}`)).body.messages).toEqual([elsewhere]);
});

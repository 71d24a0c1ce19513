import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const at = (name: string): object => ({ name, in: 'path', required: true, schema: text });
const queue = object(
  {
    sid: { ...text, readOnly: true },
    name: text,
    uri: { ...text, description: 'The URI of this resource, relative to `https://api.example.com`.' },
    url: { ...text, description: 'The URL of the image of the queue.' },
    subresource_uris: {
      type: ['object', 'null'],
      format: 'uri-map',
      description: 'Related resources by their URIs relative to `https://api.example.com`.',
    },
  },
  ['sid', 'name', 'uri', 'url'],
);

const rooms = {
  '/rooms': {
    get: answer(array(ref('Room'))),
    post: { ...sending(object({ title: text })), ...answer(ref('Room'), '201') },
  },
  '/rooms/{Sid}': { parameters: [at('Sid')], get: answer(ref('Room')) },
  '/rooms/{RoomSid}/ChatMessages': { parameters: [at('RoomSid')], get: answer(array(object({ body: text }))) },
};
const room = object(
  {
    sid: text,
    title: text,
    url: { ...text, format: 'uri', description: 'An absolute API resource URL for this room.' },
    links: { type: 'object', format: 'uri-map', description: 'Absolute URLs to access the messages of this room.' },
  },
  ['sid', 'url', 'links'],
);

const link = { ...text, format: 'uri' };
const board = object(
  {
    id: { ...text, readOnly: true },
    title: text,
    links: object({ self: link, cells: link, help: link }),
    _links: object({ self: object({ href: text }) }),
  },
  ['id', 'title', 'links', '_links'],
);

const topic = object({ id: text, href: { ...text, description: 'Link to the topic' } }, ['id', 'href']);

const ask = await asking({
  ...api(
    {
      '/accounts/{account}/queues.json': {
        parameters: [at('account')],
        get: answer(array(ref('Queue'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Queue'), '201') },
      },
      ...rooms,
      '/accounts/{account}/queues/{queueSid}/members.json': {
        parameters: [at('account'), at('queueSid')],
        get: answer(array(object({ sid: text }))),
      },
      '/boards': {
        get: answer(array(ref('Board'))),
        post: { ...sending(object({ title: text })), ...answer(ref('Board'), '201') },
      },
      '/boards/{boardId}': { parameters: [at('boardId')], get: answer(ref('Board')) },
      '/boards/{boardId}/cells': { parameters: [at('boardId')], get: answer(array(object({ id: text }))) },
      '/topics': { get: answer(array(ref('Topic'))) },
      '/topics/{id}': { parameters: [at('id')], get: answer(ref('Topic')) },
      '/accounts/{account}/queues/{sid}.json': { parameters: [at('account'), at('sid')], get: answer(ref('Queue')) },
    },
    { Queue: queue, Topic: topic, Room: room, Board: board },
  ),
  servers: [{ url: 'https://api.example.com/v1' }],
});

test('a record says its own path where the document calls a property its address', async () => {
  const made = (await ask('POST', '/v1/accounts/a1/queues.json', { name: 'Q' })).body;
  expect(made.uri).toBe(`/v1/accounts/a1/queues/${made.sid}.json`);
  expect((await ask('GET', made.uri)).body).toEqual(made);
  expect(made.url).not.toContain('/v1/accounts');
  expect(made.subresource_uris).toEqual({ members: `/v1/accounts/a1/queues/${made.sid}/members.json` });
});

test('so do the records that are there from the start', async () => {
  const topics = (await ask('GET', '/v1/topics')).body;
  expect(topics.length).toBeGreaterThan(0);
  for (const { id, href } of topics) expect(href).toBe(`/v1/topics/${id}`);
});

test('an address that must be whole is on the server of the document, and so are those of what is below', async () => {
  const made = (await ask('POST', '/v1/rooms', { title: 'A' })).body;
  const own = `https://api.example.com/v1/rooms/${made.sid}`;
  expect(made).toMatchObject({ url: own, links: { chat_messages: `${own}/ChatMessages` } });
  for (const { sid, url } of (await ask('GET', '/v1/rooms')).body) expect(url.endsWith(`/rooms/${sid}`)).toBe(true);
});

test('links of declared names say the own address and those of what is below', async () => {
  const made = (await ask('POST', '/v1/boards', { title: 'A' })).body;
  for (const { id, links, _links } of [made, ...(await ask('GET', '/v1/boards')).body]) {
    const own = `https://api.example.com/v1/boards/${id}`;
    expect(links).toEqual({ self: own, cells: `${own}/cells`, help: expect.not.stringContaining('/v1/boards') });
    expect(_links.self.href).toBe(`/v1/boards/${id}`);
  }
});

test('a list of ids and addresses has the address of each record, which the records themselves do not show', async () => {
  const ask = await asking(
    api(
      {
        '/domains': {
          get: answer(object({ entities: array(object({ id: { type: 'integer' }, uri: text })) })),
          post: { ...sending(ref('Domain')), ...answer(object({ id: { type: 'integer' }, uri: text })) },
        },
        '/domains/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: answer(ref('Domain')),
        },
      },
      { Domain: object({ id: { type: 'integer' }, name: text }) },
    ),
  );
  const { entities } = (await ask('GET', '/domains')).body;
  for (const { id, uri } of entities) expect(uri).toBe(`/domains/${id}`);
  const { id, uri } = (await ask('POST', '/domains', { name: 'go.example.com' })).body;
  expect(uri).toBe(`/domains/${id}`);
  expect((await ask('GET', uri)).body.name).toBe('go.example.com');
});

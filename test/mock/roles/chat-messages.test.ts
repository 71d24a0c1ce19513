import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const failed = { '4XX': { description: 'a fault of the client' } };
const done = { responses: { 204: { description: 'done' }, ...failed } };
const id = { ...text, pattern: '^(0|[1-9][0-9]*)$' };
const Person = object({ id, name: text }, ['id', 'name']);
const Message = object(
  {
    id,
    content: text,
    loud: { type: 'boolean' },
    edited_timestamp: { type: ['string', 'null'], format: 'date-time' },
    channel_id: id,
  },
  ['id', 'content', 'loud', 'edited_timestamp', 'channel_id'],
);
const Member = object({ nick: { type: ['string', 'null'] }, person: ref('Person') }, ['nick', 'person']);
const Invite = object({ code: text, uses: { type: 'integer' } }, ['code', 'uses']);
const Team = object({ id, title: text }, ['id', 'title']);
const page = [
  { name: 'before', in: 'query', schema: id },
  { name: 'after', in: 'query', schema: id },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
];
const parameters = (...names: string[]): object => ({ parameters: names.flatMap((name) => path(name, id).parameters) });
const ask = await asking(
  api(
    {
      '/channels': {
        get: answer(array(object({ id, name: text }, ['id', 'name']))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(object({ id, name: text }, ['id', 'name'])) },
      },
      '/channels/{channel_id}': {
        ...parameters('channel_id'),
        get: answer(object({ id, name: text }, ['id', 'name'])),
      },
      '/channels/{channel_id}/messages': {
        ...parameters('channel_id'),
        get: { parameters: page, ...answer(array(ref('Message')), '200', failed) },
        post: { ...sending(object({ content: text, loud: { type: 'boolean' } })), ...answer(ref('Message')) },
      },
      '/channels/{channel_id}/messages/bulk-delete': {
        ...parameters('channel_id'),
        post: { ...sending(object({ messages: array(id) }, ['messages'])), ...done },
      },
      '/channels/{channel_id}/messages/{message_id}': {
        ...parameters('channel_id', 'message_id'),
        get: answer(ref('Message'), '200', failed),
        patch: { ...sending(object({ content: text })), ...answer(ref('Message'), '200', failed) },
        delete: done,
      },
      '/channels/{channel_id}/pins': { ...parameters('channel_id'), get: answer(array(ref('Message'))) },
      '/channels/{channel_id}/pins/{message_id}': {
        ...parameters('channel_id', 'message_id'),
        put: done,
        delete: done,
      },
      '/channels/{channel_id}/invites': {
        ...parameters('channel_id'),
        get: answer(array(ref('Invite'))),
        post: { ...sending(object({ days: { type: 'integer' } })), ...answer(ref('Invite'), '201') },
      },
      '/channels/{channel_id}/members': { ...parameters('channel_id'), get: answer(array(ref('Member'))) },
      '/channels/{channel_id}/members/{person_id}': {
        ...parameters('channel_id', 'person_id'),
        get: answer(ref('Member'), '200', failed),
        patch: { ...sending(object({ nick: text })), ...answer(ref('Member'), '200', failed) },
      },
      '/channels/{channel_id}/bans': {
        ...parameters('channel_id'),
        get: answer(array(object({ person: ref('Person') }))),
      },
      '/channels/{channel_id}/bans/{person_id}': {
        ...parameters('channel_id', 'person_id'),
        get: answer(object({ person: ref('Person') }, ['person']), '200', failed),
        put: { ...sending(object({ days: { type: 'integer' } })), ...done },
        delete: done,
      },
      '/my/teams': { get: { parameters: page, ...answer(array(ref('Team')), '200', failed) } },
    },
    { Person, Message, Member, Invite, Team },
  ),
);
const channel = (await ask('POST', '/channels', { name: 'general' })).body.id;
const at = `/channels/${channel}`;
const post = async (content: string): Promise<string> => (await ask('POST', `${at}/messages`, { content })).body.id;
const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map((each) => each.id);

test('a flag that a client does not send is false, and a new message has no time of an edit', async () => {
  const { body } = await ask('POST', `${at}/messages`, { content: 'hi' });
  expect(body).toMatchObject({ content: 'hi', loud: false, edited_timestamp: null, channel_id: channel });
  const edited = (await ask('PATCH', `${at}/messages/${body.id}`, { content: 'ho' })).body;
  expect(Date.parse(edited.edited_timestamp)).toBeGreaterThan(Date.now() - 60_000);
});

test('a page before a message ends at that message, also where the limit reaches further', async () => {
  const [first, second, third] = [await post('1'), await post('2'), await post('3')];
  const before = idsOf((await ask('GET', `${at}/messages?before=${third}&limit=100`)).body);
  expect(before).toEqual(expect.arrayContaining([first, second]));
  expect(before).not.toContain(third);
  expect(idsOf((await ask('GET', `${at}/messages?before=${third}&limit=1`)).body)).toEqual([second]);
});

test('a bulk deletion deletes the messages that its body names', async () => {
  const [first, second, third] = [await post('1'), await post('2'), await post('3')];
  expect((await ask('POST', `${at}/messages/bulk-delete`, { messages: [first, third] })).status).toBe(204);
  const left = idsOf((await ask('GET', `${at}/messages`)).body);
  expect(left).toContain(second);
  expect(left).not.toContain(first);
  expect(left).not.toContain(third);
});

test('what is put into a list beside the messages of a channel is the message with this id', async () => {
  const pinned = await post('keep this');
  const other = await post('not this');
  expect((await ask('PUT', `${at}/pins/${pinned}`)).status).toBe(204);
  const pins = (await ask('GET', `${at}/pins`)).body;
  expect(pins).toContainEqual((await ask('GET', `${at}/messages/${pinned}`)).body);
  expect(idsOf(pins)).not.toContain(other);
  await ask('DELETE', `${at}/pins/${pinned}`);
  expect(idsOf((await ask('GET', `${at}/pins`)).body)).not.toContain(pinned);
});

test('a member is read and changed by the id of its person', async () => {
  const [member] = (await ask('GET', `${at}/members`)).body;
  const own = `${at}/members/${member.person.id}`;
  expect((await ask('GET', own)).body).toEqual(member);
  await ask('PATCH', own, { nick: 'Nicky' });
  expect((await ask('GET', `${at}/members`)).body).toContainEqual({ ...member, nick: 'Nicky' });
});

test('a PUT makes what can be deleted and is made by nothing else, where any 4XX is documented', async () => {
  expect((await ask('GET', `${at}/bans/77`)).status).toBe(404);
  expect((await ask('PUT', `${at}/bans/77`, { days: 1 })).status).toBe(204);
  expect((await ask('GET', `${at}/bans/77`)).body.person.id).toBe('77');
  await ask('DELETE', `${at}/bans/77`);
  expect((await ask('GET', `${at}/bans/77`)).status).toBe(404);
});

test('a new invite has no uses', async () => {
  expect((await ask('POST', `${at}/invites`, { days: 2 })).body.uses).toBe(0);
});

test('items that no path names have different ids, and a client pages by them', async () => {
  const all = idsOf((await ask('GET', '/my/teams')).body);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(2);
  const found: string[] = [];
  for (let after = ''; found.length <= all.length; after = `&after=${found.at(-1)}`) {
    const next = idsOf((await ask('GET', `/my/teams?limit=2${after}`)).body);
    if (next.length === 0) break;
    found.push(...next);
  }
  expect(found).toEqual(all);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const Room = object(
  { id: text, name: text, topic: object({ value: text, last_set: { type: 'integer' } }, ['value']) },
  ['id', 'name', 'topic'],
);
const Team = object({ id: text, name: text, handle: text }, ['id', 'name']);
const call = (sent: object, shown: object): object => ({ post: { ...sending(sent), ...answer(shown) } });
const ok = object({ ok: { type: 'boolean' } });
const room = object({ room: ref('Room') });
const ask = await asking(
  api(
    {
      '/rooms.list': { get: answer(object({ rooms: array(ref('Room')) })) },
      '/rooms.create': call(object({ name: text }, ['name']), room),
      '/rooms.info': call(object({ room: text }, ['room']), room),
      '/rooms.setTopic': call(object({ room: text, topic: text }, ['room']), ok),
      '/teams.list': { get: answer(object({ teams: array(ref('Team')) })) },
      '/teams.create': call(object({ name: text, handle: text }, ['name']), object({ team: ref('Team') })),
      '/teams.update': call(object({ team: text, name: text }, ['team']), object({ team: ref('Team') })),
      '/papers.list': { get: answer(object({ papers: array(ref('Paper')) })) },
      '/papers.upload': call(object({ title: text }), object({ paper: ref('Paper') })),
      '/papers.delete': call(object({ paper: text }, ['paper']), ok),
    },
    { Room, Team, Paper: object({ id: text, title: text }, ['id']) },
  ),
);

test('a call by name sets what stands behind `set`', async () => {
  const { id } = (await ask('POST', '/rooms.create', { name: 'a' })).body.room;
  await ask('POST', '/rooms.setTopic', { room: id, topic: 'Milk' });
  expect((await ask('POST', '/rooms.info', { room: id })).body.room).toMatchObject({ id, topic: { value: 'Milk' } });
});

test('where only the update names an item, it is the item that it names', async () => {
  const { id } = (await ask('POST', '/teams.create', { name: 'a', handle: 'h' })).body.team;
  const changed = (await ask('POST', '/teams.update', { team: id, name: 'b' })).body.team;
  expect(changed).toEqual({ id, name: 'b', handle: 'h' });
  expect((await ask('GET', '/teams.list')).body.teams).toContainEqual(changed);
});

test('an upload by name creates a record', async () => {
  const { paper } = (await ask('POST', '/papers.upload', { title: 'a' })).body;
  expect(paper).toMatchObject({ title: 'a' });
  const listed = async (): Promise<unknown> => (await ask('GET', '/papers.list')).body.papers;
  expect(await listed()).toContainEqual(paper);
  await ask('POST', '/papers.delete', { paper: paper.id });
  expect(await listed()).not.toContainEqual(paper);
});

import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, object, path, sending, text } from '../little.ts';

const song = object({ id: text, title: text }, ['title']);
const mock = await createMock({
  document: api({
    '/songs': {
      get: { operationId: 'listSongs', ...answer({ type: 'array', items: song }) },
      post: { operationId: 'addSong', ...sending(song), ...answer(song, '201') },
    },
    '/songs/{id}': {
      ...path('id'),
      get: {
        operationId: 'getSong',
        ...answer(song, '200', { 404: { description: 'none' }, 409: { description: 'taken' } }),
      },
    },
  }),
});
afterAll(() => mock.close());

let worlds = 0;
const newWorld = () => mock.world(`w${++worlds}`);
type World = ReturnType<typeof newWorld>;
const added = async (world: World, title: string) => {
  const body = JSON.stringify({ title });
  const response = await world.fetch('/songs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, id: ((await response.json()) as { id: string }).id };
};

test('an override with a delay or header fields alone leaves the answer as it is: records are stored and read', async () => {
  const world = newWorld();
  await world.override({ delay: 1 });
  await world.override({ headers: { 'X-Edge': 'north' } });
  const { status, id } = await added(world, 'Autumn');
  expect(status).toBe(201);
  const read = await world.fetch(`/songs/${id}`);
  expect([read.status, read.headers.get('x-edge')]).toEqual([200, 'north']);
  expect(await read.json()).toMatchObject({ id, title: 'Autumn' });
  expect((await world.fetch('/songs/none')).status).toBe(404);
});

test('what it adds ends with it, also for a read that is repeated', async () => {
  const world = newWorld();
  const edge = async () => (await world.fetch('/songs')).headers.get('x-edge');
  expect([await edge(), await edge()]).toEqual([null, null]);
  await world.override({ headers: { 'X-Edge': 'north' }, times: 2 });
  expect([await edge(), await edge(), await edge()]).toEqual(['north', 'north', null]);
  await world.override({ headers: { 'X-Edge': 'south' } });
  expect(await edge()).toBe('south');
  await world.clearOverrides();
  expect(await edge()).toBe(null);
});

test('of several overrides each adds what the ones before it left open, and a preference of the request is honoured', async () => {
  const world = newWorld();
  await world.override({ operation: 'getSong', headers: { 'X-Edge': 'north' } });
  await world.override({ headers: { 'X-Edge': 'south', 'Content-Language': 'en' } });
  const fields = async (at: string, init: RequestInit = {}) => {
    const { status, headers } = await world.fetch(at, init);
    return [status, headers.get('x-edge'), headers.get('content-language')];
  };
  const { id } = await added(world, 'Winter');
  expect(await fields(`/songs/${id}`)).toEqual([200, 'north', 'en']);
  expect(await fields('/songs')).toEqual([200, 'south', 'en']);
  expect(await fields(`/songs/${id}`, { headers: { Prefer: 'code=409' } })).toEqual([409, 'north', 'en']);
  await world.override({ status: 503 });
  expect(await fields(`/songs/${id}`)).toEqual([503, 'north', 'en']);
  await world.override({ fault: 'reset', match: { path: { id } } });
  expect(await fields(`/songs/${id}`)).toEqual([503, 'north', 'en']);
});

import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const done = { responses: { 204: { description: 'done' } } };
const document = api(
  {
    '/jobs': { post: { ...sending(object({ name: text })), ...answer(ref('Job'), '201') } },
    '/jobs/{id}': { ...path('id'), get: answer(ref('Job')) },
    '/jobs/{id}/pause': { ...path('id'), post: done },
    '/jobs/{id}/resume': { ...path('id'), post: done },
    '/jobs/{id}/cancel': { ...path('id'), post: answer(ref('Job')) },
    '/jobs/{id}/run': { ...path('id'), post: done },
    '/jobs/{id}/owner': { ...path('id'), put: { ...sending(object({ owner: text })), ...done } },
  },
  {
    Job: object({ id: text, name: text, owner: text, status: { ...text, readOnly: true } }, ['id', 'status']),
  },
);

test('an action sets the state that its name suggests where the document lists no states', async () => {
  const ask = await asking(document);
  const { id, status } = (await ask('POST', '/jobs', { name: 'nightly' })).body;
  const stateAfter = async (action: string): Promise<string> => {
    await ask('POST', `/jobs/${id}/${action}`);
    return (await ask('GET', `/jobs/${id}`)).body.status;
  };
  expect(await stateAfter('run')).toBe(status);
  expect(await stateAfter('pause')).toBe('paused');
  expect(await stateAfter('resume')).toBe('active');
  expect(await stateAfter('cancel')).toBe('cancelled');
});

test('a path that ends with the name of a property sets that property', async () => {
  const ask = await asking(document);
  const { id } = (await ask('POST', '/jobs', { name: 'nightly' })).body;
  await ask('PUT', `/jobs/${id}/owner`, { owner: 'Ida' });
  expect((await ask('GET', `/jobs/${id}`)).body).toMatchObject({ name: 'nightly', owner: 'Ida' });
});

test('beside `get_by_id`, a call `get` lists', async () => {
  const Bank = object({ bank_id: text, name: text }, ['bank_id', 'name']);
  const ask = await asking(
    api(
      {
        '/banks/get': {
          post: {
            ...sending(object({ count: number, offset: number })),
            ...answer(object({ banks: array(ref('Bank')), total: number }, ['banks', 'total'])),
          },
        },
        '/banks/get_by_id': {
          post: {
            ...sending(object({ bank_id: text }, ['bank_id'])),
            ...answer(object({ bank: ref('Bank') }, ['bank'])),
          },
        },
      },
      { Bank },
    ),
  );
  const page = (await ask('POST', '/banks/get', { count: 2, offset: 1 })).body;
  expect(page.banks).toHaveLength(2);
  const [, second] = page.banks;
  expect((await ask('POST', '/banks/get_by_id', { bank_id: second.bank_id })).body.bank).toEqual(second);
});

test('a text that is said to be true or false filters by a flag', async () => {
  const flag = query('hasfake', text).parameters[0];
  const described = { ...flag, description: 'When set to `true`, only art with fakes. When set to `false`, without.' };
  const Art = object({ name: text, has_fake: { type: 'boolean' } }, ['name', 'has_fake']);
  const ask = await asking(
    api(
      {
        '/art': { get: { parameters: [described], ...answer(array(ref('Art'))) } },
        '/art/{name}': { ...path('name'), get: answer(ref('Art')) },
      },
      { Art },
    ),
  );
  for (const wanted of [true, false]) {
    const shown: { has_fake: boolean }[] = (await ask('GET', `/art?hasfake=${wanted}`)).body;
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown.map(({ has_fake }) => has_fake))).toEqual(new Set([wanted]));
  }
});

test('a property whose description says what another one contains does not refer to it', async () => {
  const source = {
    ...text,
    description: 'One of: groups, people. With groups, the group_id contains the ID of the group.',
  };
  const Post = object({ post_id: text, group_id: text, source }, ['post_id', 'group_id', 'source']);
  const Group = object({ group_id: text, name: text }, ['group_id', 'name']);
  const ask = await asking(
    api(
      {
        '/groups': { get: answer(array(ref('Group'))) },
        '/groups/{group_id}': { ...path('group_id'), get: answer(ref('Group')) },
        '/posts': { get: answer(array(ref('Post'))) },
        '/posts/{post_id}': { ...path('post_id'), get: answer(ref('Post')) },
      },
      { Post, Group },
    ),
  );
  const posts: { source: string }[] = (await ask('GET', '/posts')).body;
  expect(posts.filter((post) => !['groups', 'people'].includes(post.source))).toEqual([]);
});

test('a cookie that the document shows is set', async () => {
  const headers = { 'Set-Cookie': { schema: text, example: 'SID=abc; Path=/' } };
  const mock = await createMock({
    document: api({ '/login': { post: { responses: { 204: { description: '', headers } } } } }),
  });
  const response = await mock.fetch(new Request('http://localhost/login', { method: 'POST' }));
  expect(response.headers.get('set-cookie')).toBe('SID=abc; Path=/');
  await mock.close();
});

test('a batch below a list below an item creates each of what it is sent', async () => {
  const sent = object({ value: text, lat: text, lon: text });
  const Point = object({ id: text, feed_id: text, value: text, unit: text, at: text, by: text }, ['id', 'value']);
  const ask = await asking(
    api(
      {
        '/feeds': {
          get: answer(array(ref('Feed'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Feed')) },
        },
        '/feeds/{feed_id}': { ...path('feed_id'), get: answer(ref('Feed')) },
        '/feeds/{feed_id}/points': {
          ...path('feed_id'),
          get: answer(array(ref('Point'))),
          post: { ...sending(sent), ...answer(ref('Point')) },
        },
        '/feeds/{feed_id}/points/batch': {
          ...path('feed_id'),
          post: { ...sending(array(sent)), ...answer(array(ref('Point'))) },
        },
      },
      { Point, Feed: object({ id: text, name: text }, ['id', 'name']) },
    ),
  );
  const { id } = (await ask('POST', '/feeds', { name: 'mine' })).body;
  await ask('POST', `/feeds/${id}/points/batch`, [{ value: '43' }, { value: '44' }]);
  const shown: { value: string }[] = (await ask('GET', `/feeds/${id}/points`)).body;
  expect(shown.map(({ value }) => value).sort()).toEqual(['43', '44']);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, sending, text } from '../little.ts';

const Tag = object({ id: text, name: text, colour: text }, ['id']);
const User = object({ id: text, name: text, mail: text }, ['id']);
const UserCompact = object({ id: text, name: text });
const TaskCompact = object({ id: text, name: text }, ['id']);
const Task = object(
  {
    id: text,
    name: text,
    notes: text,
    tags: array(object({ id: text, name: text })),
    blockers: array(object({ id: text })),
    owner: ref('UserCompact'),
    parent: { allOf: [ref('TaskCompact'), { type: ['object', 'null'], description: 'The task above.' }] },
  },
  ['id'],
);
const wrapped = (schema: object): object => object({ data: schema });
const missing = { 404: { description: '' } };
const sent = object({ name: text, owner: text, notes: text });
const document = api(
  {
    '/users': { get: answer(wrapped(array(ref('UserCompact')))) },
    '/users/{user}': { ...path('user'), get: answer(wrapped(ref('User')), '200', missing) },
    '/tags': {
      get: answer(wrapped(array(ref('Tag')))),
      post: { ...sending(wrapped(object({ name: text }))), ...answer(wrapped(ref('Tag')), '201') },
    },
    '/tags/{tag}': { ...path('tag'), get: answer(wrapped(ref('Tag')), '200', missing) },
    '/tasks': {
      get: { ...query('owner'), ...answer(wrapped(array(ref('TaskCompact')))) },
      post: { ...sending(wrapped(sent)), ...answer(wrapped(ref('Task')), '201') },
    },
    '/tasks/{task}': { ...path('task'), get: answer(wrapped(ref('Task')), '200', missing) },
    '/tasks/{task}/tags': { ...path('task'), get: answer(wrapped(array(ref('Tag')))) },
    '/tasks/{task}/blockers': { ...path('task'), get: answer(wrapped(array(ref('TaskCompact')))) },
    '/tasks/{task}/addTag': {
      ...path('task'),
      post: { ...sending(wrapped(object({ tag: text }))), ...answer(object({ data: { type: 'object' } })) },
    },
    '/tasks/{task}/addBlockers': {
      ...path('task'),
      post: { ...sending(wrapped(object({ blockers: array(text) }))), ...answer(object({ data: { type: 'object' } })) },
    },
    '/tasks/{task}/setParent': {
      ...path('task'),
      post: { ...sending(wrapped(object({ parent: text }))), ...answer(wrapped(ref('Task'))) },
    },
    '/tasks/{task}/subtasks': {
      ...path('task'),
      get: answer(wrapped(array(ref('TaskCompact')))),
      post: { ...sending(wrapped(sent)), ...answer(wrapped(ref('Task')), '201') },
    },
  },
  { Tag, User, UserCompact, Task, TaskCompact },
);
const ask = await asking(document);
const idsOf = (list: { readonly data: readonly { readonly id: string }[] }): readonly string[] =>
  list.data.map(({ id }) => id);
const task = async (): Promise<string> => (await ask('POST', '/tasks', { data: { name: 'Walls' } })).body.data.id;

test('a list below a new item shows what a property of the item names, and changes with it', async () => {
  const id = await task();
  expect((await ask('GET', `/tasks/${id}/tags`)).body.data).toEqual([]);
  const tag = (await ask('POST', '/tags', { data: { name: 'red' } })).body.data.id;
  await ask('POST', `/tasks/${id}/addTag`, { data: { tag } });
  expect((await ask('GET', `/tasks/${id}/tags`)).body.data).toEqual([
    expect.objectContaining({ id: tag, name: 'red' }),
  ]);
  const other = await task();
  expect((await ask('GET', `/tasks/${other}/tags`)).body.data).toEqual([]);
});

test('a seeded item lists the records that it names', async () => {
  const [{ id }] = (await ask('GET', '/tasks')).body.data;
  const { tags } = (await ask('GET', `/tasks/${id}`)).body.data;
  const shown = idsOf((await ask('GET', `/tasks/${id}/tags`)).body);
  expect(new Set(shown)).toEqual(new Set(tags.map((each: { readonly id: string }) => each.id)));
});

test('a list below an item may show items of the same collection', async () => {
  const [first, second] = [await task(), await task()];
  expect((await ask('GET', `/tasks/${first}/blockers`)).body.data).toEqual([]);
  await ask('POST', `/tasks/${first}/addBlockers`, { data: { blockers: [second] } });
  expect(idsOf((await ask('GET', `/tasks/${first}/blockers`)).body)).toEqual([second]);
});

test('an item that is created below another one of its collection names that as its parent', async () => {
  const above = await task();
  expect((await ask('GET', `/tasks/${above}/subtasks`)).body.data).toEqual([]);
  const made = (await ask('POST', `/tasks/${above}/subtasks`, { data: { name: 'Paint' } })).body.data;
  expect(made.parent.id).toBe(above);
  expect(idsOf((await ask('GET', `/tasks/${above}/subtasks`)).body)).toEqual([made.id]);
  expect((await ask('GET', `/tasks/${made.id}`)).body.data.name).toBe('Paint');
  expect((await ask('GET', '/tasks')).body.data.map((each: { id: string }) => each.id)).toContain(made.id);
});

test('an action sets what its body holds in an envelope', async () => {
  const [above, below] = [await task(), await task()];
  await ask('POST', `/tasks/${below}/setParent`, { data: { parent: above } });
  expect((await ask('GET', `/tasks/${below}`)).body.data.parent.id).toBe(above);
  expect(idsOf((await ask('GET', `/tasks/${above}/subtasks`)).body)).toEqual([below]);
});

test('a property whose schema is called after a resource refers to it: UserCompact is one of /users', async () => {
  const users = idsOf((await ask('GET', '/users')).body);
  for (const { id } of (await ask('GET', '/tasks')).body.data) {
    const { owner } = (await ask('GET', `/tasks/${id}`)).body.data;
    if (owner !== undefined) expect(users).toContain(owner.id);
  }
  const [, user] = users;
  const made = (await ask('POST', '/tasks', { data: { name: 'Roof', owner: user } })).body.data;
  expect(made.owner.id).toBe(user);
  expect(idsOf((await ask('GET', `/tasks?owner=${user}`)).body)).toContain(made.id);
});

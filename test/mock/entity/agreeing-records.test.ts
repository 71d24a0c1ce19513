import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const id = path('id').parameters;

describe('an id of the other type names the same record', () => {
  const document = api(
    {
      '/users': {
        get: answer(array(ref('User'))),
        post: { ...sending(object({ name: text })), ...answer(ref('User'), '201') },
      },
      '/users/{id}': { ...path('id', number), get: answer(ref('User')) },
      '/users/{id}/posts': { ...path('id', number), get: answer(array(ref('Post'))) },
      '/posts': {
        get: { ...query('user_id'), ...answer(array(ref('Post'))) },
        post: { ...sending(object({ title: text, user_id: text }, ['user_id'])), ...answer(ref('Post'), '201') },
      },
      '/posts/{id}': { ...path('id', number), get: answer(ref('Post')) },
    },
    {
      User: object({ id: number, name: text }, ['id']),
      Post: object({ id: number, title: text, user_id: text }, ['id', 'user_id']),
    },
  );

  test('in seeded records, in a list below it and in a filter', async () => {
    const ask = await asking(document);
    for (const { user_id } of (await ask('GET', '/posts')).body)
      expect((await ask('GET', `/users/${user_id}`)).status).toBe(200);
    const user = (await ask('POST', '/users', { name: 'a' })).body;
    const post = (await ask('POST', '/posts', { title: 't', user_id: String(user.id) })).body;
    expect((await ask('GET', `/users/${user.id}/posts`)).body).toEqual([post]);
    expect((await ask('GET', `/posts?user_id=${user.id}`)).body).toEqual([post]);
  });
});

test('an object around the id of the record above names the record that the id beside it names', async () => {
  const ask = await asking(
    api(
      {
        '/posts': { get: answer(array(ref('Post'))) },
        '/posts/{postId}': { ...path('postId'), get: answer(ref('Post')) },
        '/posts/{postId}/comments': {
          ...path('postId'),
          get: answer(array(ref('Comment'))),
          post: { ...sending(object({ body: text })), ...answer(ref('Comment'), '201') },
        },
        '/posts/{postId}/comments/{id}': {
          parameters: [...path('postId').parameters, ...id],
          get: answer(ref('Comment')),
        },
      },
      {
        Post: object({ id: text, title: text }, ['id']),
        Comment: object({ id: text, body: text, post_id: text, post: ref('Post') }),
      },
    ),
  );
  const [post] = (await ask('GET', '/posts')).body;
  const made = (await ask('POST', `/posts/${post.id}/comments`, { body: 'b' })).body;
  expect(made).toMatchObject({ post_id: post.id, post });
  for (const comment of (await ask('GET', `/posts/${post.id}/comments`)).body)
    expect(comment).toMatchObject({ post_id: post.id, post });
});

test('the id of the author of a new record is that of the user who is signed in', async () => {
  const credentials = object({ email: text, password: text }, ['email', 'password']);
  const ask = await asking({
    ...api(
      {
        '/login': { post: { ...sending(credentials), ...answer(object({ token: text, user: ref('User') })) } },
        '/users': { get: answer(array(ref('User'))) },
        '/users/{id}': { ...path('id'), get: answer(ref('User')) },
        '/notes': {
          get: answer(array(ref('Note'))),
          post: { ...sending(object({ title: text })), ...answer(ref('Note'), '201') },
        },
        '/notes/{id}': { ...path('id'), get: answer(ref('Note')) },
        '/me': { get: answer(ref('User')) },
      },
      {
        User: object({ id: text, email: { type: 'string', format: 'email' } }, ['id', 'email']),
        Note: object({ id: text, title: text, author_id: text }, ['id']),
      },
    ),
  });
  const user = (await ask('GET', '/users')).body[2];
  const { token } = (await ask('POST', '/login', { email: user.email, password: 'x' })).body;
  const made = (await ask('POST', '/notes', { title: 't' }, { authorization: `Bearer ${token}` })).body;
  expect(made.author_id).toBe(user.id);
});

test('a new record has its flags, lists and balance from the beginning', async () => {
  const state = { type: 'string', enum: ['pending', 'paid'] };
  const shown = {
    id: text,
    note: text,
    status: state,
    paid: flag,
    balance: number,
    refunds: array(object({ id: text })),
  };
  const ask = await asking(
    api(
      {
        '/orders': {
          get: answer(array(ref('Order'))),
          post: { ...sending(object({ note: text })), ...answer(ref('Order'), '201') },
        },
        '/orders/{id}': { ...path('id'), get: answer(ref('Order')) },
      },
      { Order: object(shown) },
    ),
  );
  expect((await ask('POST', '/orders', { note: 'x' })).body).toMatchObject({
    status: 'pending',
    paid: false,
    balance: 0,
    refunds: [],
  });
});

test('an envelope says of each success what it may say', async () => {
  const enveloped = (data: object): object => object({ code: number, msg: text, errMsg: text, data, requestId: text });
  const ask = await asking(
    api(
      {
        '/things': {
          get: answer(enveloped(array(ref('Thing')))),
          post: { ...sending(object({ name: text })), ...answer(enveloped(ref('Thing'))) },
        },
        '/things/{id}': { ...path('id'), get: answer(enveloped(ref('Thing'))) },
      },
      { Thing: object({ id: text, name: text }, ['id']) },
    ),
  );
  const made = (await ask('POST', '/things', { name: 'x' })).body;
  expect(made).toMatchObject({ code: 0, msg: 'OK', data: { name: 'x' } });
  expect((await ask('GET', `/things/${made.data.id}`)).body).toMatchObject({ code: 0, msg: 'OK' });
  expect((await ask('GET', '/things')).body).toMatchObject({ code: 0, msg: 'OK' });
});

test('a list of plain values on a path of its own is the one of the item', async () => {
  const ask = await asking(
    api(
      {
        '/things': {
          get: answer(array(ref('Thing'))),
          post: { ...sending(object({ name: text, labels: array(text) })), ...answer(ref('Thing'), '201') },
        },
        '/things/{id}': { ...path('id'), get: answer(ref('Thing')) },
        '/things/{id}/labels': {
          ...path('id'),
          get: answer(object({ labels: array(text) })),
          post: { ...sending(object({ labels: array(text) })), ...answer(array(text)) },
        },
      },
      { Thing: object({ id: text, name: text, labels: array(text) }, ['id']) },
    ),
  );
  const { id: made } = (await ask('POST', '/things', { name: 'x', labels: ['a'] })).body;
  expect((await ask('POST', `/things/${made}/labels`, { labels: ['b', 'c'] })).body).toEqual(['a', 'b', 'c']);
  expect((await ask('GET', `/things/${made}/labels`)).body).toEqual({ labels: ['a', 'b', 'c'] });
});

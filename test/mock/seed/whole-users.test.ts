import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const document = api(
  {
    '/login': {
      post: {
        ...sending(object({ email: text, password: text }, ['email', 'password'])),
        ...answer(object({ token: text, user: ref('User') }, ['token', 'user'])),
      },
    },
    '/me': { get: answer(ref('User')) },
    '/users': { get: answer(array(ref('User'))) },
    '/users/{id}': { ...path('id'), get: answer(ref('User')) },
    '/messages': {
      get: answer(array(ref('Message'))),
      post: {
        ...sending(object({ body: text, sketch: ref('Picture') }, ['body'])),
        ...answer(ref('Message'), '201', { 404: { description: 'There is no such thing.' } }),
      },
    },
    '/messages/{id}': { ...path('id'), get: answer(ref('Message')) },
    '/pictures': { get: answer(array(ref('Picture'))) },
    '/pictures/{id}': { ...path('id'), get: answer(ref('Picture')) },
  },
  {
    User: object({ id: text, name: text, email: { ...text, format: 'email' } }, ['id', 'name', 'email']),
    Picture: object({ id: text, caption: text }, ['id', 'caption']),
    Message: object(
      {
        id: text,
        body: text,
        author: ref('User'),
        approver: ref('User'),
        cover: ref('Picture'),
        sketch: ref('Picture'),
      },
      ['id', 'body', 'author', 'approver', 'cover'],
    ),
  },
);

test('whole users in seeded records are users that are there', async () => {
  const ask = await asking(document);
  const users = (await ask('GET', '/users')).body;
  const pictures = (await ask('GET', '/pictures')).body;
  for (const { author, approver, cover } of (await ask('GET', '/messages')).body) {
    expect(users).toContainEqual(author);
    expect(users).toContainEqual(approver);
    expect(pictures).toContainEqual(cover);
  }
});

test('an object that clients send whole is a part of the record, and stays as it was sent', async () => {
  const ask = await asking(document);
  const sketch = { id: 'mine', caption: 'A house' };
  const { id } = (await ask('POST', '/messages', { body: 'Hi', sketch })).body;
  expect((await ask('GET', `/messages/${id}`)).body.sketch).toEqual(sketch);
});

test('who has signed in is the author of what it makes', async () => {
  const ask = await asking(document);
  const { token, user } = (await ask('POST', '/login', { email: 'ada@example.com', password: 'x' })).body;
  const made = await ask('POST', '/messages', { body: 'Hi' }, { authorization: `Bearer ${token}` });
  expect(made.status).toBe(201);
  expect(made.body.author).toEqual(user);
  expect((await ask('GET', '/messages', undefined, { authorization: `Bearer ${token}` })).body).toContainEqual(
    made.body,
  );
  const other = await ask('POST', '/messages', { body: 'Ho' });
  expect(other.body.author).toEqual((await ask('GET', '/me')).body);
  expect(other.body.author).not.toEqual(user);
});

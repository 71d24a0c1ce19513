import { describe, expect, test } from 'vitest';
import { asking } from './ask.ts';

const whole = { type: 'integer' };
const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) });
const answers = (status: number, schema: object): object => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
  404: { description: 'not there', content: { 'application/problem+json': {} } },
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = (name: string): object => ({ responses: answers(200, { type: 'array', items: ref(name) }) });
const ID = [{ name: 'id', in: 'path', required: true, schema: whole }];
const sent = (properties: object): object => ({
  requestBody: { required: true, content: { 'application/json': { schema: object(properties) } } },
});

/** Every path calls what it names `{id}`, whatever that is: users have posts, and posts have notes, which also stand under tags. */
const document = {
  openapi: '3.1.0',
  info: { title: 'desk', version: '1' },
  components: {
    schemas: {
      user: object({ id: whole, name: text }),
      tag: object({ id: whole, label: text }),
      post: object({ id: whole, userId: whole, title: text }),
      note: object({ id: whole, postId: whole, text }),
    },
  },
  paths: {
    '/users': { get: list('user') },
    '/users/{id}': { parameters: ID, get: { responses: answers(200, ref('user')) } },
    '/users/{id}/posts': {
      parameters: ID,
      get: list('post'),
      post: { ...sent({ title: text }), responses: answers(201, ref('post')) },
    },
    '/posts/{id}': {
      parameters: ID,
      get: { responses: answers(200, ref('post')) },
      delete: { responses: { 204: { description: '' }, 404: { description: 'not there' } } },
    },
    '/posts/{id}.txt': { parameters: ID, get: { responses: answers(200, text) } },
    '/posts/{id}/notes': {
      parameters: ID,
      get: list('note'),
      post: { ...sent({ text }), responses: answers(201, ref('note')) },
    },
    '/notes/{id}': { parameters: ID, get: { responses: answers(200, ref('note')) } },
    '/tags': { get: list('tag') },
    '/tags/{id}': { parameters: ID, get: { responses: answers(200, ref('tag')) } },
    '/tags/{id}/posts': { parameters: ID, get: list('post') },
  },
};

describe('what each path calls {id}', () => {
  test('is the own id where the path is that of an item, and the owner where it is that of a list', async () => {
    const ask = await asking(document);
    for (const { id: user } of (await ask('GET', '/users')).body) {
      for (const post of (await ask('GET', `/users/${user}/posts`)).body) {
        expect(post.userId).toBe(user);
        expect(await ask('GET', `/posts/${post.id}`)).toMatchObject({ status: 200, body: post });
        for (const note of (await ask('GET', `/posts/${post.id}/notes`)).body) {
          expect(note.postId).toBe(post.id);
          expect(await ask('GET', `/notes/${note.id}`)).toMatchObject({ status: 200, body: note });
        }
      }
    }
    expect((await ask('GET', '/users/4711/posts')).status).toBe(404);
    expect((await ask('GET', '/posts/4711/notes')).status).toBe(404);
  });

  test('finds what is made under another path, and what is below that', async () => {
    const ask = await asking(document);
    const { body: post } = await ask('POST', '/users/2/posts', { title: 'new' });
    expect(post).toMatchObject({ userId: 2, title: 'new' });
    const { body: note } = await ask('POST', `/posts/${post.id}/notes`, { text: 'first' });
    expect((await ask('GET', `/posts/${post.id}`)).body).toEqual(post);
    expect((await ask('GET', `/posts/${post.id}/notes`)).body).toEqual([note]);
    expect((await ask('GET', `/notes/${note.id}`)).body).toEqual(note);
    expect((await ask('DELETE', `/posts/${post.id}`)).status).toBe(204);
    expect((await ask('GET', `/posts/${post.id}`)).status).toBe(404);
    expect((await ask('GET', `/notes/${note.id}`)).status).toBe(404);
    expect((await ask('GET', '/users/2/posts')).body).not.toContainEqual(post);
  });

  test('is that of the item in another form', async () => {
    const ask = await asking(document);
    expect((await ask('GET', '/posts/2.txt')).status).toBe(200);
    expect((await ask('GET', '/posts/4711.txt')).status).toBe(404);
  });

  test('is not an owner behind a word for something else', async () => {
    const ask = await asking(document);
    const { body: posts } = await ask('GET', '/tags/2/posts');
    expect(new Set(posts.map(({ userId }: { userId: number }) => userId)).size).toBeGreaterThan(1);
    expect((await ask('GET', '/tags/4711/posts')).body).toMatchObject({ detail: expect.stringContaining('tag') });
  });
});

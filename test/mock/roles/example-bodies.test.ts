import { beforeAll, describe, expect, it } from 'vitest';
import { asking } from '../ask.ts';
import { path, query, text } from '../little.ts';

const done = { 200: { description: 'Successful response', content: { 'application/json': {} } } };
const sends = (example: object): object => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', example } } } },
});
const book = { title: 'A book', genre: 'novel', price: 12.5 };

/** As a document is written that was exported from a collection of requests: examples of bodies, no answers. */
const document = {
  openapi: '3.0.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: { responses: done, ...query('genre') },
      post: { responses: done, ...sends(book) },
    },
    '/books/{id}': {
      ...path('id', text),
      get: { responses: done },
      put: { responses: done, ...sends(book) },
      delete: { responses: done },
    },
    '/books/{id}/reviews': {
      ...path('id', text),
      get: { responses: done },
      post: { responses: done, ...sends({ stars: 4, text: 'Nice.' }) },
    },
    '/reviews/{id}': { ...path('id', text), delete: { responses: done } },
  },
};

describe('a document with examples of bodies alone', () => {
  let ask: Awaited<ReturnType<typeof asking>>;
  beforeAll(async () => {
    ask = await asking(document);
  });

  it('is served with records of the form that the examples have', async () => {
    const { body: books } = await ask('GET', '/books');
    expect(books.length).toBeGreaterThan(1);
    for (const each of books)
      expect(each).toEqual({
        id: expect.any(String),
        title: expect.any(String),
        genre: expect.any(String),
        price: expect.any(Number),
      });
  });

  it('keeps what is sent, with any value: the document forbids none', async () => {
    const { body: made } = await ask('POST', '/books', { title: 'Emma', genre: 'classic', price: '12.50' });
    expect(made).toMatchObject({ title: 'Emma', genre: 'classic', price: 12.5 });
    await ask('PUT', `/books/${made.id}`, { title: 'Persuasion', genre: 'classic', price: 9 });
    expect((await ask('GET', `/books/${made.id}`)).body).toMatchObject({ title: 'Persuasion', price: 9 });
    expect((await ask('GET', '/books?genre=classic')).body).toEqual([expect.objectContaining({ id: made.id })]);
    await ask('DELETE', `/books/${made.id}`);
    expect((await ask('GET', `/books/${made.id}`)).status).toBe(404);
  });

  it('refuses a list, because the document says an object', async () => {
    expect((await ask('POST', '/books', ['Emma'])).status).toBe(422);
  });

  it('finds an item of a list below another at the path of its own', async () => {
    const { body: made } = await ask('POST', '/books', book);
    const { body: review } = await ask('POST', `/books/${made.id}/reviews`, { stars: 5, text: 'Good.' });
    expect((await ask('GET', `/books/${made.id}/reviews`)).body).toContainEqual(review);
    expect((await ask('DELETE', `/reviews/${review.id}`)).status).toBe(200);
    expect((await ask('GET', `/books/${made.id}/reviews`)).body).not.toContainEqual(review);
  });
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const instant = { type: 'string', format: 'date-time' };
const missing = { 404: { description: '' } };
const link = object({ rel: text, uri: text });
const Voice = object({ id: text, name: text, labels: { type: 'object', additionalProperties: text } }, [
  'id',
  'labels',
]);
const Token = object({ token: text, ttl: number, createdAt: instant, expiresAt: instant }, ['token']);
const Place = object(
  { id: number, name: { type: 'string', description: 'Unique identifier of the place', examples: ['fsn1'] } },
  ['id', 'name'],
);
const page = (items: object): object =>
  object({
    data: array(items),
    pagination: object({ currentPage: number, currentPageItems: number, itemsTotal: number, links: array(link) }),
  });
const ask = await asking(
  api(
    {
      '/voices': {
        get: answer(array(ref('Voice'))),
        post: { ...sending(object({ name: text, labels: text })), ...answer(ref('Voice'), '201') },
      },
      '/voices/{voice}': { ...path('voice'), get: answer(ref('Voice'), '200', missing) },
      '/tokens': {
        get: answer(array(ref('Token'))),
        post: { ...sending(object({ ttl: number })), ...answer(ref('Token'), '201') },
      },
      '/tokens/{token}': { ...path('token'), get: answer(ref('Token'), '200', missing) },
      '/places': {
        get: {
          parameters: [...query('currentPage', number).parameters, ...query('pageSize', number).parameters],
          ...answer(page(ref('Place'))),
        },
      },
      '/places/{place}': { ...path('place', number), get: answer(ref('Place'), '200', missing) },
    },
    { Voice, Token, Place },
  ),
);

test('an object that is sent as the text of JSON is that object', async () => {
  const { body } = await ask('POST', '/voices', { name: 'Ada', labels: '{"accent":"irish"}' });
  expect(body.labels).toEqual({ accent: 'irish' });
});

test('what is sent with a lifetime in seconds ends after it', async () => {
  const { body } = await ask('POST', '/tokens', { ttl: 600 });
  expect(Math.round((Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 60_000)).toBe(10);
});

test('a unique name is another one in each record, in the form of its example', async () => {
  const names = (await ask('GET', '/places')).body.data.map(({ name }: { readonly name: string }) => name);
  for (const name of names) expect(name).toMatch(/^fsn\d{1,2}$/);
  expect(new Set(names).size).toBeGreaterThan(names.length / 2);
});

test('a page counts its items and lists its links by relation', async () => {
  const { data, pagination } = (await ask('GET', '/places?pageSize=3&currentPage=2')).body;
  expect(data).toHaveLength(3);
  expect(pagination.currentPageItems).toBe(3);
  const targets = new Map(pagination.links.map((each: { rel: string; uri: string }) => [each.rel, each.uri]));
  expect(targets.get('self')).toBe('/places?pageSize=3&currentPage=2');
  expect(targets.get('next')).toBe('/places?pageSize=3&currentPage=3');
  expect(targets.get('previous')).toBe('/places?pageSize=3&currentPage=1');
  expect([...targets.keys()]).toEqual(['self', 'first', 'previous', 'next', 'last']);
});

test('a text of JSON is an object where the document says an object of any form, and a text elsewhere', async () => {
  const Note = object({
    id: text,
    data: { description: 'An arbitrary, schema-less object.' },
    any: { description: 'A value.' },
  });
  const notes = await asking(
    api(
      {
        '/notes': {
          get: answer(array(ref('Note'))),
          post: { ...sending(object({ data: {}, any: {} })), ...answer(ref('Note'), '201') },
        },
        '/notes/{id}': {
          ...path('id'),
          patch: { ...sending(object({ data: {} })), ...answer(ref('Note'), '200', missing) },
        },
      },
      { Note },
    ),
  );
  const { body } = await notes('POST', '/notes', { data: '{"x":1}', any: '{"x":1}' });
  expect(body).toMatchObject({ data: { x: 1 }, any: '{"x":1}' });
  expect((await notes('PATCH', `/notes/${body.id}`, { data: '{"x":2}' })).body.data).toEqual({ x: 2 });
  expect((await notes('POST', '/notes', { data: 'plain' })).body.data).toBe('plain');
});

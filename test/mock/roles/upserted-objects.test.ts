import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const errors = array(object({ code: text }));
const Thing = object({ id: text, kind: text, name: text }, ['id', 'kind']);
const Snippet = object({ id: text, content: text, site_id: text });
const Site = object({ id: text, title: text });
const Card = object({ id: text, number: text }, ['id']);
const document = api(
  {
    '/catalog/list': { get: answer(object({ errors, objects: array(ref('Thing')) })) },
    '/catalog/object': {
      post: {
        operationId: 'UpsertThing',
        ...sending(object({ object: ref('Thing') }, ['object'])),
        ...answer(object({ errors, catalog_object: ref('Thing') })),
      },
    },
    '/catalog/object/{object_id}': {
      ...path('object_id'),
      get: answer(object({ errors, object: ref('Thing'), related_objects: array(ref('Thing')) })),
      delete: answer(object({ errors, deleted_object_ids: array(text) })),
    },
    '/catalog/batch-retrieve': {
      post: {
        ...sending(object({ object_ids: array(text) }, ['object_ids'])),
        ...answer(object({ errors, objects: array(ref('Thing')) })),
      },
    },
    '/cards': {
      get: answer(object({ cards: array(ref('Card')) })),
      post: { ...sending(object({ number: text })), ...answer(object({ card: ref('Card') }), '201') },
    },
    '/cards/{id}': { ...path('id'), get: answer(object({ card: ref('Card') })) },
    '/cards/from-number': {
      post: {
        operationId: 'retrieveCardFromNumber',
        ...sending(object({ number: text }, ['number'])),
        ...answer(object({ errors, card: ref('Card') })),
      },
    },
    '/sites': { get: answer(object({ sites: array(ref('Site')) })) },
    '/sites/{site_id}/snippet': {
      ...path('site_id'),
      get: answer(object({ errors, snippet: ref('Snippet') })),
      post: {
        ...sending(object({ snippet: ref('Snippet') }, ['snippet'])),
        ...answer(object({ errors, snippet: ref('Snippet') })),
      },
      delete: answer(object({ errors })),
    },
  },
  { Thing, Snippet, Site, Card },
);

test('a create that is called an upsert changes the entity whose id the body has', async () => {
  const ask = await asking(document);
  const upsert = async (sent: object): Promise<object> =>
    (await ask('POST', '/catalog/object', { object: sent })).body.catalog_object;
  expect(await upsert({ id: 'tea', kind: 'ITEM', name: 'Tea' })).toEqual({ id: 'tea', kind: 'ITEM', name: 'Tea' });
  expect(await upsert({ id: 'tea', kind: 'DRINK' })).toEqual({ id: 'tea', kind: 'DRINK', name: 'Tea' });
});

test('a read shows the object that is called as its path, beside a list of others', async () => {
  const ask = await asking(document);
  await ask('POST', '/catalog/object', { object: { id: 'tea', kind: 'ITEM', name: 'Tea' } });
  expect((await ask('GET', '/catalog/object/tea')).body.object).toEqual({ id: 'tea', kind: 'ITEM', name: 'Tea' });
  expect((await ask('DELETE', '/catalog/object/tea')).body.deleted_object_ids).toEqual(['tea']);
  expect((await ask('GET', '/catalog/object/tea')).status).toBe(404);
});

test('a path that ends in "list" lists the only such entities beside it', async () => {
  const ask = await asking(document);
  await ask('POST', '/catalog/object', { object: { id: 'tea', kind: 'ITEM', name: 'Tea' } });
  expect((await ask('GET', '/catalog/list')).body.objects).toContainEqual({ id: 'tea', kind: 'ITEM', name: 'Tea' });
});

test('a POST on a single object sets what stands in its envelope', async () => {
  const ask = await asking(document);
  const [{ id }] = (await ask('GET', '/sites')).body.sites;
  const at = `/sites/${id}/snippet`;
  const { snippet } = (await ask('POST', at, { snippet: { content: 'a' } })).body;
  expect(snippet.content).toBe('a');
  expect((await ask('GET', at)).body.snippet).toEqual(snippet);
  expect((await ask('POST', at, { snippet: { content: 'b' } })).body.snippet).toEqual({ ...snippet, content: 'b' });
  await ask('DELETE', at);
  expect((await ask('GET', at)).status).toBe(404);
});

test('several entities are retrieved by ids that the body has, beside their own path', async () => {
  const ask = await asking(document);
  for (const id of ['tea', 'milk', 'cocoa']) await ask('POST', '/catalog/object', { object: { id, kind: 'ITEM' } });
  const { body } = await ask('POST', '/catalog/batch-retrieve', { object_ids: ['tea', 'milk'] });
  expect(body.objects.map(({ id }: { readonly id: string }) => id)).toEqual(['tea', 'milk']);
});

test('one entity is found by a value that the body has', async () => {
  const ask = await asking(document);
  await ask('POST', '/cards', { number: '4' });
  const { card } = (await ask('POST', '/cards', { number: '7783' })).body;
  expect((await ask('POST', '/cards/from-number', { number: '7783' })).body.card).toEqual(card);
  expect((await ask('POST', '/cards/from-number', { number: '0' })).status).toBe(404);
});

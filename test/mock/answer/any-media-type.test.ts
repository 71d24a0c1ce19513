import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { api, array, object, path, ref, text } from '../little.ts';

/** Content of any media type, as some generators write it for JSON. */
const any = (schema: object, example?: unknown): object => ({ content: { '*/*': { schema, example } } });

test('content of any media type is read and answered like JSON', async () => {
  const Link = object({ id: text, name: text }, ['id', 'name']);
  const ask = await asking(
    api(
      {
        '/links': {
          get: { responses: { 200: { description: '', ...any(array(ref('Link')), [{ id: 'a7', name: 'ours' }]) } } },
          post: {
            requestBody: any(object({ name: text }, ['name'])),
            responses: { 201: { description: '', ...any(ref('Link')) } },
          },
        },
        '/links/{id}': { ...path('id'), get: { responses: { 200: { description: '', ...any(ref('Link')) } } } },
        '/views/{view_id}': {
          ...path('view_id'),
          get: { responses: { 200: { description: '', ...any(object({ view_id: text })) } } },
        },
      },
      { Link },
    ),
  );
  expect((await ask('GET', '/links')).body[0]).toEqual({ id: 'a7', name: 'ours' });
  const { body: made } = await ask('POST', '/links', { name: 'new' });
  expect(made).toMatchObject({ name: 'new' });
  expect((await ask('GET', `/links/${made.id}`)).body).toEqual(made);
  expect((await ask('GET', '/views/v3')).body).toEqual({ view_id: 'v3' });
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const page = { type: 'integer', minimum: 0, default: 1 };
const list = object({ results: array(ref('Firm')), total: number }, ['results', 'total']);

test('a create that stands below the list of what it answers puts it there; the first page is the default', async () => {
  const ask = await asking(
    api(
      {
        '/firms': { ...query('page', page), get: answer(list) },
        '/firms/sync': {
          post: { operationId: 'create-firm', ...sending(object({ name: text }, ['name'])), ...answer(ref('Firm')) },
        },
        '/firms/{firmId}/notes': { ...path('firmId'), get: answer(array(object({ id: text, note: text }))) },
      },
      { Firm: object({ id: text, name: text }, ['id', 'name']) },
    ),
  );
  const { id } = (await ask('POST', '/firms/sync', { name: 'Acme' })).body;
  const { results } = (await ask('GET', '/firms?page=1')).body;
  expect(results).toContainEqual({ id, name: 'Acme' });
  expect((await ask('GET', `/firms/${id}/notes`)).status).toBe(200);
});

test('a POST without a body that is called a create puts the id of its path into the list', async () => {
  const ask = await asking(
    api(
      {
        '/tags': { get: answer(object({ tags: array(ref('Tag')) }, ['tags'])) },
        '/tags/{tag_name}': {
          ...path('tag_name'),
          post: { operationId: 'create_tag', ...answer(ref('Tag'), '200', { 404: { description: 'none' } }) },
          delete: { responses: { 204: { description: 'gone' } } },
        },
      },
      { Tag: object({ name: text }, ['name']) },
    ),
  );
  expect((await ask('POST', '/tags/vip')).body).toEqual({ name: 'vip' });
  expect((await ask('GET', '/tags')).body.tags).toContainEqual({ name: 'vip' });
});

test('the place of the next page is an object with the cursor, and is left out after the last page', async () => {
  const paging = object({ next: object({ after: text, link: text }, ['after']) });
  const ask = await asking(
    api(
      {
        '/jobs': {
          parameters: [
            { name: 'limit', in: 'query', schema: number },
            { name: 'after', in: 'query', schema: text },
          ],
          get: answer(object({ results: array(ref('Job')), paging }, ['results'])),
        },
        '/jobs/{jobId}': { ...path('jobId'), get: answer(ref('Job')) },
      },
      { Job: object({ id: text, title: text }, ['id']) },
    ),
  );
  const first = (await ask('GET', '/jobs?limit=1')).body;
  const second = (await ask('GET', `/jobs?limit=1&after=${encodeURIComponent(first.paging.next.after)}`)).body;
  expect(second.results).toHaveLength(1);
  expect(second.results[0].id).not.toBe(first.results[0].id);
  expect((await ask('GET', '/jobs?limit=100')).body.paging?.next).toBeUndefined();
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const address = { ...text, format: 'uri' };
const missing = { 404: { description: 'missing' } };
const bills = (id: object): object =>
  api(
    {
      '/bills': {
        get: answer(array(ref('Bill'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Bill'), '201') },
      },
      '/bills/{id}': {
        ...path('id'),
        get: answer(ref('Bill'), '200', missing),
        delete: { responses: { 204: { description: 'gone' }, ...missing } },
      },
      '/bills/{id}/pay': { ...path('id'), post: answer(ref('Bill'), '200', missing) },
    },
    {
      Bill: object({ id, title: text, paid: { type: 'boolean' } }, ['id', 'title', 'paid']),
    },
  );
const shown = { ...address, examples: ['https://pay.example/bills/8c6812d5-4a1c-4b2f-a3dc-b5ad6bd7a1f6'] };

test('a path names the item whose address ends in its id', async () => {
  const ask = await asking(bills(shown));
  const made = (await ask('POST', '/bills', { title: 'rent' })).body;
  const id = made.id.split('/').at(-1);
  expect(made.id).toMatch(/^https:/);
  expect((await ask('GET', `/bills/${id}`)).body).toEqual(made);
  expect((await ask('POST', `/bills/${id}/pay`)).body).toEqual({ ...made, paid: true });
  expect((await ask('GET', `/bills/${encodeURIComponent(made.id)}`)).body).toEqual({ ...made, paid: true });
  expect((await ask('DELETE', `/bills/${id}`)).status).toBe(204);
  expect((await ask('GET', `/bills/${id}`)).status).toBe(404);
  expect((await ask('GET', '/bills')).body).not.toContainEqual(expect.objectContaining({ id: made.id }));
});

test('the end of an id names nothing where ids are not addresses', async () => {
  const ask = await asking(bills({ ...text, examples: ['de/8c6812d5'] }));
  const made = (await ask('POST', '/bills', { title: 'rent' })).body;
  expect((await ask('GET', `/bills/${made.id.slice(1)}`)).status).toBe(404);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const nullable = (schema: object): object => ({ oneOf: [schema, { type: 'null' }] });
const reason = { type: 'string', enum: ['solved', 'refused'] };
const input = object({ word: text }, ['word']);
const at = path('ticketId', number);
const ask = await asking(
  api(
    {
      '/tickets': {
        get: answer(array(ref('Ticket'))),
        post: { ...sending(input), ...answer(ref('Ticket'), '201') },
      },
      '/tickets/{ticketId}': {
        ...at,
        get: answer(ref('Ticket')),
        patch: {
          ...sending(object({ word: text, version: number }, ['version'])),
          ...answer(ref('Ticket'), '200', { 409: { description: 'The version is not the current one.' } }),
        },
      },
      '/tickets/{ticketId}/close': {
        ...at,
        post: { ...sending(object({ resolution: reason }, ['resolution'])), ...answer(ref('Ticket')) },
      },
      '/tickets/{ticketId}/assignee': {
        ...at,
        put: { ...sending(object({ agent_id: number }, ['agent_id'])), ...answer(ref('Ticket')) },
        delete: { responses: { 204: { description: 'done' } } },
      },
    },
    {
      Ticket: object(
        {
          id: number,
          word: text,
          version: number,
          resolution: { type: ['string', 'null'], enum: ['solved', 'refused', null] },
          assignee_id: nullable(number),
        },
        ['id', 'word', 'version', 'resolution', 'assignee_id'],
      ),
    },
  ),
);
const created = async () => (await ask('POST', '/tickets', { word: 'a' })).body;

test('a new item has none of the values that its actions need', async () => {
  for (let index = 0; index < 5; index++)
    expect(await created()).toMatchObject({ resolution: null, assignee_id: null });
  const { id } = await created();
  expect((await ask('POST', `/tickets/${id}/close`, { resolution: 'refused' })).body.resolution).toBe('refused');
});

test('a PUT of what an item names by its id sets that id, and a DELETE makes it null', async () => {
  const { id } = await created();
  expect((await ask('PUT', `/tickets/${id}/assignee`, { agent_id: 7 })).body.assignee_id).toBe(7);
  expect((await ask('DELETE', `/tickets/${id}/assignee`)).status).toBe(204);
  expect((await ask('GET', `/tickets/${id}`)).body.assignee_id).toBeNull();
});

test('the version that a change has to repeat grows with each change, and an older one is refused', async () => {
  const { id, version } = await created();
  const changed = await ask('PATCH', `/tickets/${id}`, { word: 'b', version });
  expect(changed.body).toMatchObject({ word: 'b', version: version + 1 });
  expect((await ask('PATCH', `/tickets/${id}`, { word: 'c', version })).status).toBe(409);
  expect((await ask('GET', `/tickets/${id}`)).body).toMatchObject({ word: 'b', version: version + 1 });
});

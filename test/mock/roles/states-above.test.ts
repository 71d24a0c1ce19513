import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const job = object({ id: text, status: { ...text, enum: ['in_progress', 'done', 'failed'] }, url: text }, [
  'id',
  'status',
]);
const conflict = (allowed: readonly string[]): object => ({
  409: {
    description: 'Invalid state',
    content: {
      'application/json': {
        schema: object({ title: text, allowed_values: array(text), current_value: text }),
        example: { title: 'Invalid state', allowed_values: allowed, current_value: 'in_progress' },
      },
    },
  },
});
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };
const ask = await asking(
  api(
    {
      '/jobs': {
        get: answer(array(ref('Job'))),
        post: { ...sending(object({ url: text }, ['url'])), ...answer(ref('Job'), '201') },
      },
      '/jobs/{id}': {
        ...id,
        get: answer(ref('Job')),
        delete: { responses: { 204: { description: 'gone' }, ...conflict(['done', 'failed']) } },
      },
      '/jobs/{id}/transcript': { ...id, get: answer(object({ words: array(text) }), '200', conflict(['done'])) },
    },
    { Job: job },
  ),
);
const made = async (): Promise<string> => (await ask('POST', '/jobs', { url: 'https://a.example' })).body.id;

test('the states that the example of a conflict allows are the only ones in which a write is done', async () => {
  expect(await ask('DELETE', `/jobs/${await made()}`)).toMatchObject({
    status: 409,
    body: { current_value: 'in_progress' },
  });
  const done = (await ask('GET', '/jobs')).body.find(
    ({ status }: { readonly status: string }) => status !== 'in_progress',
  );
  expect((await ask('DELETE', `/jobs/${done.id}`)).status).toBe(204);
});

test('a read below an item is refused in the states of the item that are not allowed', async () => {
  expect((await ask('GET', `/jobs/${await made()}/transcript`)).status).toBe(409);
  const jobs: readonly { readonly id: string; readonly status: string }[] = (await ask('GET', '/jobs')).body;
  for (const each of jobs)
    expect((await ask('GET', `/jobs/${each.id}/transcript`)).status).toBe(each.status === 'done' ? 200 : 409);
});

const note = object({ id: text, body: text }, ['id', 'body']);
const refused = { 403: { description: 'The ticket is locked.' }, 404: { description: 'none' } };
const tickets = await asking(
  api(
    {
      '/tickets': {
        get: answer(array(ref('Ticket'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Ticket'), '201') },
      },
      '/tickets/{id}': { ...id, get: answer(ref('Ticket')) },
      '/tickets/{id}/lock': {
        ...id,
        put: { operationId: 'lockTicket', responses: { 204: { description: 'locked' } } },
        delete: { operationId: 'unlockTicket', responses: { 204: { description: 'unlocked' } } },
      },
      '/tickets/{id}/notes': {
        ...id,
        get: answer(array(ref('Note'))),
        post: { ...sending(object({ body: text }, ['body'])), ...answer(ref('Note'), '201', refused) },
      },
    },
    {
      Ticket: object({ id: text, title: text, locked: { type: 'boolean', readOnly: true } }, ['id', 'title', 'locked']),
      Note: note,
    },
  ),
);

test('nothing is made below an item that is in a state in which the document refuses it', async () => {
  const { id: ticket } = (await tickets('POST', '/tickets', { title: 'a' })).body;
  const add = async (): Promise<number> => (await tickets('POST', `/tickets/${ticket}/notes`, { body: 'b' })).status;
  expect((await tickets('PUT', `/tickets/${ticket}/lock`)).status).toBe(204);
  expect(await add()).toBe(403);
  expect((await tickets('DELETE', `/tickets/${ticket}/lock`)).status).toBe(204);
  expect(await add()).toBe(201);
});

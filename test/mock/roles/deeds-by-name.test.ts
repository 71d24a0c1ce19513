import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, sending, text } from '../little.ts';

const missing = { 404: { description: '' } };
const done = { responses: { 204: { description: 'done' }, ...missing } };
// A document without names for its schemas, and without words for states.
const job = (): object => object({ id: text, title: text, status: text }, ['id', 'title', 'status']);
const act = (name: string, does: object): object => ({
  [`/jobs/{job_id}/actions/${name}`]: { ...path('job_id'), post: does },
});
const ask = await asking(
  api({
    '/jobs': {
      get: answer(array(job())),
      post: { ...sending(object({ title: text }, ['title'])), ...answer(job(), '201') },
    },
    '/jobs/{job_id}': { ...path('job_id'), get: answer(job(), '200', missing) },
    ...act('cancel', answer(job(), '200', missing)),
    ...act('cancel_draft', answer(job(), '200', missing)),
    ...act('replicate', answer(job(), '200', missing)),
    ...act('delete-permanent', done),
    ...act('delete_notes', done),
  }),
);
const made = async (): Promise<string> => (await ask('POST', '/jobs', { title: 'print' })).body.id;

test('a cancelled item is cancelled, where the document lists no states', async () => {
  const id = await made();
  expect((await ask('POST', `/jobs/${id}/actions/cancel`)).body).toMatchObject({ id, status: 'cancelled' });
  expect((await ask('GET', `/jobs/${id}`)).body.status).toBe('cancelled');
});

test('a cancel of something of the item leaves its state', async () => {
  const id = await made();
  const before = (await ask('GET', `/jobs/${id}`)).body;
  await ask('POST', `/jobs/${id}/actions/cancel_draft`);
  expect((await ask('GET', `/jobs/${id}`)).body).toEqual(before);
});

test('a replica is another item, also where its schema has no name', async () => {
  const id = await made();
  const copy = (await ask('POST', `/jobs/${id}/actions/replicate`)).body;
  expect(copy).toMatchObject({ title: 'print' });
  expect(copy.id).not.toBe(id);
  expect((await ask('GET', `/jobs/${copy.id}`)).body).toEqual(copy);
});

test('an item that was deleted for good is not found', async () => {
  const id = await made();
  expect((await ask('POST', `/jobs/${id}/actions/delete_notes`)).status).toBe(204);
  expect((await ask('GET', `/jobs/${id}`)).status).toBe(200);
  expect((await ask('POST', `/jobs/${id}/actions/delete-permanent`)).status).toBe(204);
  expect((await ask('GET', `/jobs/${id}`)).status).toBe(404);
});

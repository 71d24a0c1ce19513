import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const id = { ...text, readOnly: true };
const free = { type: 'object', additionalProperties: true };
const item = (name: string, others: object = {}): object => ({ get: answer(ref(name)), ...others });
const both = (first: object, second: object): object => ({
  parameters: [first, second].flatMap((each) => (each as { readonly parameters: readonly object[] }).parameters),
});
const ask = await asking(
  api(
    {
      '/files': {
        get: answer(array(ref('File'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('File'), '201') },
      },
      '/files/{fileId}': { ...path('fileId'), ...item('File') },
      '/jobs': {
        get: answer(array(ref('Job'))),
        post: { ...sending(object({ training_file: text }, ['training_file'])), ...answer(ref('Job'), '201') },
      },
      '/jobs/{jobId}': { ...path('jobId'), ...item('Job') },
      '/jobs/{jobId}/cancel': { ...path('jobId'), post: answer(ref('Job')) },
      '/users': {
        get: answer(array(ref('User'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('User'), '201') },
      },
      '/users/{userId}': { ...path('userId'), ...item('User') },
      '/users/{userId}/prefs': {
        ...path('userId'),
        get: answer(free),
        patch: { ...sending(object({ prefs: { type: 'object' } }, ['prefs'])), ...answer(free) },
      },
      '/teams': {
        get: answer(array(ref('Team'))),
        post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Team'), '201') },
      },
      '/teams/{teamId}': { ...path('teamId'), ...item('Team') },
      '/teams/{teamId}/owners': {
        ...path('teamId'),
        get: answer(array(ref('Owner'))),
        post: { ...sending(object({ id: text, name: text }, ['id'])), ...answer(ref('Owner'), '201') },
      },
      '/teams/{teamId}/owners/{userId}': {
        ...both(path('teamId'), path('userId')),
        delete: { responses: { 204: { description: '' } } },
      },
    },
    {
      File: object({ id, name: text }, ['id', 'name']),
      Job: object(
        {
          id,
          status: text,
          training_files: array(ref('File')),
          result_files: array(ref('File')),
          model: { type: ['string', 'null'] },
        },
        ['id', 'status', 'training_files', 'result_files', 'model'],
      ),
      User: object({ id, name: text, prefs: free }, ['id', 'name', 'prefs']),
      Team: object({ id, title: text }, ['id', 'title']),
      Owner: object({ id: text, name: text, role: { enum: ['owner'] } }, ['name', 'role']),
    },
  ),
);

test('the id of one file becomes the list of files, with what the file is', async () => {
  const file = (await ask('POST', '/files', { name: 'train.jsonl' })).body;
  const job = (await ask('POST', '/jobs', { training_file: file.id })).body;
  expect(job.training_files).toEqual([file]);
  expect(job.result_files).toEqual([]);
});

test('a new job that can be cancelled is pending, and its results are not known', async () => {
  expect((await ask('POST', '/jobs', { training_file: '1' })).body).toMatchObject({ status: 'pending', model: null });
});

test('seeded jobs show files that there are', async () => {
  const files: readonly unknown[] = (await ask('GET', '/files')).body;
  const jobs: readonly { readonly training_files: readonly unknown[] }[] = (await ask('GET', '/jobs')).body;
  for (const file of jobs.slice(0, 3).flatMap((job) => job.training_files)) expect(files).toContainEqual(file);
});

test('a member that is named by the id of a user is that user', async () => {
  const user = (await ask('POST', '/users', { name: 'Jane' })).body;
  const team = (await ask('POST', '/teams', { title: 'Ops' })).body;
  const added = (await ask('POST', `/teams/${team.id}/owners`, { id: user.id })).body;
  expect(added).toEqual({ id: user.id, name: 'Jane', role: 'owner' });
  const [seeded, other] = (await ask('GET', '/users')).body;
  expect((await ask('POST', `/teams/${team.id}/owners`, { id: seeded.id })).body.name).toBe(seeded.name);
  expect((await ask('POST', `/teams/${team.id}/owners`, { id: other.id, name: 'Own' })).body.name).toBe('Own');
});

test('free preferences below a user are those that the user shows', async () => {
  const user = (await ask('POST', '/users', { name: 'Joe' })).body;
  await ask('PATCH', `/users/${user.id}/prefs`, { prefs: { theme: 'dark' } });
  expect((await ask('GET', `/users/${user.id}/prefs`)).body).toEqual({ theme: 'dark' });
  expect((await ask('GET', `/users/${user.id}`)).body.prefs).toEqual({ theme: 'dark' });
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const done = { responses: { 204: { description: 'done' } } };
const below = { parameters: ['projectId', 'label'].flatMap((name) => path(name).parameters) };

const document = api(
  {
    '/projects': {
      get: answer(array(ref('Project'))),
      post: { ...sending(object({ title: text, labels: array(text) })), ...answer(ref('Project'), '201') },
    },
    '/projects/{projectId}': { ...path('projectId'), get: answer(ref('Project')) },
    '/projects/{projectId}/labels': {
      ...path('projectId'),
      get: answer(array(text)),
      post: { ...sending(object({ label: text }, ['label'])), ...answer(ref('Project')) },
    },
    '/projects/{projectId}/labels/{label}': { ...below, put: done, delete: done },
  },
  {
    Project: object({ id: text, title: text, labels: array(text), labelsCount: number }, [
      'id',
      'title',
      'labels',
      'labelsCount',
    ]),
  },
);

test('a list of plain values is that of the item above, and a write below the item changes it and its count', async () => {
  const ask = await asking(document);
  const [seeded] = (await ask('GET', '/projects')).body;
  expect(seeded.labelsCount).toBe(seeded.labels.length);
  expect((await ask('GET', `/projects/${seeded.id}/labels`)).body).toEqual(seeded.labels);
  const { id } = (await ask('POST', '/projects', { title: 'p', labels: ['a'] })).body;
  expect((await ask('POST', `/projects/${id}/labels`, { label: 'b' })).body).toMatchObject({
    id,
    labels: ['a', 'b'],
    labelsCount: 2,
  });
  for (const each of ['c', 'c']) await ask('PUT', `/projects/${id}/labels/${each}`);
  await ask('DELETE', `/projects/${id}/labels/a`);
  expect((await ask('GET', `/projects/${id}`)).body).toMatchObject({ labels: ['b', 'c'], labelsCount: 2 });
  expect((await ask('GET', `/projects/${id}/labels`)).body).toEqual(['b', 'c']);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const shown = {
  201: {
    description: 'made',
    content: {
      'application/json': {
        schema: ref('Dataset'),
        example: { id: 7, name: 'beaches', totalExamples: 20, totalCost: 3.5 },
      },
    },
  },
};

/** The example of a new dataset shows how many examples another one has. */
const document = api(
  {
    '/datasets': { post: { ...sending(object({ name: text }, ['name'])), responses: shown } },
    '/datasets/{datasetId}': { ...path('datasetId', number), get: answer(ref('Dataset')) },
    '/datasets/{datasetId}/examples': {
      ...path('datasetId', number),
      get: answer(array(ref('Example'))),
      post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Example'), '201') },
    },
  },
  {
    Dataset: object({ id: number, name: text, totalExamples: number, totalCost: { type: 'number' } }, ['id', 'name']),
    Example: object({ id: number, name: text }, ['id', 'name']),
  },
);

test('a new record counts none below it, and each that is made there', async () => {
  const ask = await asking(document);
  const { body } = await ask('POST', '/datasets', { name: 'cats' });
  expect(body).toMatchObject({ name: 'cats', totalExamples: 0, totalCost: 3.5 });
  await ask('POST', `/datasets/${body.id}/examples`, { name: 'a cat' });
  await ask('POST', `/datasets/${body.id}/examples`, { name: 'another cat' });
  expect((await ask('GET', `/datasets/${body.id}/examples`)).body).toHaveLength(2);
  expect((await ask('GET', `/datasets/${body.id}`)).body.totalExamples).toBe(2);
});

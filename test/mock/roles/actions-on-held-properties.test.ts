import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const status = { type: 'string', enum: ['draft', 'printed'], default: 'draft' };
const time = { type: ['string', 'null'], format: 'date-time' };

test.each(['attributes', 'fields'])('an action sets the state and the date in the %s of its item', async (holder) => {
  const sent = object({ [holder]: object({ title: text }, ['title']) }, [holder]);
  const Poster = object({ id: text, [holder]: object({ title: text, status, printedAt: time }, ['title', 'status']) }, [
    'id',
    holder,
  ]);
  const ask = await asking(
    api(
      {
        '/posters': { get: answer(array(ref('Poster'))), post: { ...sending(sent), ...answer(ref('Poster'), '201') } },
        '/posters/{id}': { ...path('id'), get: answer(ref('Poster')) },
        '/posters/{id}/print': {
          ...path('id'),
          post: answer(ref('Poster'), '200', { 409: { description: 'Printed already' } }),
        },
      },
      { Poster },
    ),
  );
  const { id } = (await ask('POST', '/posters', { [holder]: { title: 'Fair' } })).body;
  expect((await ask('POST', `/posters/${id}/print`)).status).toBe(200);
  const poster = (await ask('GET', `/posters/${id}`)).body;
  expect(poster[holder]).toMatchObject({ title: 'Fair', status: 'printed', printedAt: expect.any(String) });
  expect(poster).not.toHaveProperty('status');
  expect((await ask('POST', `/posters/${id}/print`)).status).toBe(409);
});

test('a deletion that cancels sets the state in the attributes of its item', async () => {
  const states = { type: 'string', enum: ['open', 'cancelled'], default: 'open' };
  const sent = object({ attributes: object({ title: text }, ['title']) }, ['attributes']);
  const attributes = object({ title: text, status: states }, ['title', 'status']);
  const Poster = object({ id: text, attributes }, ['id', 'attributes']);
  const ask = await asking(
    api(
      {
        '/posters': { get: answer(array(ref('Poster'))), post: { ...sending(sent), ...answer(ref('Poster'), '201') } },
        '/posters/{id}': {
          ...path('id'),
          get: answer(ref('Poster')),
          delete: { operationId: 'cancelPoster', summary: 'Cancel a poster', ...answer(ref('Poster')) },
        },
      },
      { Poster },
    ),
  );
  const { id } = (await ask('POST', '/posters', { attributes: { title: 'Fair' } })).body;
  const cancelled = (await ask('DELETE', `/posters/${id}`)).body;
  expect(cancelled).toMatchObject({ id, attributes: { title: 'Fair', status: 'cancelled' } });
  expect(cancelled).not.toHaveProperty('status');
});

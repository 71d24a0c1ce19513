import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const UNIT = object({ id: number, outsideId: text, name: text, kind: text }, ['id']);
const documented = (answered: object, body: object = object({ title: text, outsideId: text, land: text })): object =>
  api(
    {
      '/units': { get: answer(array(ref('Unit'))), post: { ...sending(body), ...answer(answered) } },
      '/units/{unit}': {
        ...path('unit', number),
        get: answer(ref('Unit'), '200', missing),
        patch: { ...sending(body), responses: { 204: { description: 'done' }, ...missing } },
      },
    },
    { Unit: UNIT },
  );

test('a POST that answers only an id under another name creates what the id reads', async () => {
  const ask = await asking(documented(object({ ouId: number })));
  const { body } = await ask('POST', '/units', { title: 'North', outsideId: 'n-1' });
  expect((await ask('GET', `/units/${body.ouId}`)).body).toMatchObject({ id: body.ouId, outsideId: 'n-1' });
  expect((await ask('GET', '/units')).body.map(({ id }: { id: number }) => id)).toContain(body.ouId);
});

test('a POST that answers where the new item is calls its id `entity_id`', async () => {
  const located = object({ entity_id: number, location: text, warnings: array(text) }, ['entity_id', 'location']);
  const ask = await asking(documented(located, object({ name: text, outsideId: text })));
  const { body } = await ask('POST', '/units', { name: 'North', outsideId: 'n-1' });
  expect((await ask('GET', `/units/${body.entity_id}`)).body).toMatchObject({ id: body.entity_id, name: 'North' });
});

test('an `entity_id` that is sent stays what was sent', async () => {
  const located = object({ id: number, entity_id: text }, ['id', 'entity_id']);
  const ask = await asking(documented(located, object({ name: text, entity_id: text })));
  const { body } = await ask('POST', '/units', { name: 'North', entity_id: 'deal-7' });
  expect(body.entity_id).toBe('deal-7');
  expect((await ask('GET', `/units/${body.id}`)).body).toMatchObject({ id: body.id, name: 'North' });
});

test.each([
  ['a number', number],
  ['text', text],
])('a POST that answers the id alone as %s creates what the id reads', async (_, answered) => {
  const ask = await asking(documented(answered, object({ name: text, outsideId: text, kind: text })));
  const { body } = await ask('POST', '/units', { name: 'North', outsideId: 'n-1' });
  expect((await ask('GET', `/units/${body}`)).body).toMatchObject({ id: Number(body), outsideId: 'n-1' });
});

test('a PATCH that takes what the POST takes changes the item', async () => {
  const ask = await asking(documented(object({ ouId: number })));
  const { ouId } = (await ask('POST', '/units', { title: 'North', outsideId: 'n-1' })).body;
  expect((await ask('PATCH', `/units/${ouId}`, { outsideId: 'n-2' })).status).toBe(204);
  expect((await ask('GET', `/units/${ouId}`)).body.outsideId).toBe('n-2');
});

test('a POST with a body of its own does not create, even if it answers the id of a job', async () => {
  const ask = await asking(documented(object({ jobId: number }), object({ depth: number, dry: { type: 'boolean' } })));
  const before = (await ask('GET', '/units')).body.length;
  await ask('POST', '/units', { depth: 3 });
  expect((await ask('GET', '/units')).body.length).toBe(before);
});

test('an item that a POST makes and answers with its id alone is missing before, also where nothing lists it', async () => {
  const Letter = object({ id: text, subject: text, receiver: text, sent: text });
  const ask = await asking(
    api({
      '/letters': {
        post: { ...sending(object({ subject: text, receiver: text }, ['subject'])), ...answer(object({ id: text })) },
      },
      '/letters/{letterId}': { ...path('letterId'), get: answer(Letter) },
    }),
  );
  expect((await ask('GET', '/letters/none')).status).toBe(404);
  const { id } = (await ask('POST', '/letters', { subject: 'Hello', receiver: 'Ada' })).body;
  expect((await ask('GET', `/letters/${id}`)).body).toMatchObject({ id, subject: 'Hello', receiver: 'Ada' });
});

test('a text that a request documents as one of several is the only one of the list that the item shows', async () => {
  const Letter = object({ id: text, subject: text, copies: array(text) });
  const ask = await asking(
    api({
      '/letters': {
        post: { ...sending(object({ subject: text, copies: text }, ['subject'])), ...answer(object({ id: text })) },
      },
      '/letters/{letterId}': { ...path('letterId'), get: answer(Letter) },
    }),
  );
  const { id } = (await ask('POST', '/letters', { subject: 'Hello', copies: 'ada@a.example' })).body;
  expect((await ask('GET', `/letters/${id}`)).body.copies).toEqual(['ada@a.example']);
});

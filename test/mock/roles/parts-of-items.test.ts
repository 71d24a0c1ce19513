import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const missing = { 404: { description: 'missing' } };
const document = api(
  {
    '/instruments': { get: answer(array(ref('Instrument'))) },
    '/instrument': { post: { ...sending(ref('NewInstrument')), ...answer(ref('Instrument'), '201') } },
    '/instrument/{sku}': {
      ...path('sku'),
      get: answer(ref('Instrument'), '200', missing),
      patch: { ...sending(ref('NewInstrument')), ...answer(ref('Instrument'), '200', missing) },
    },
    '/instrument/{sku}/tuning': {
      ...path('sku'),
      get: answer(ref('Tuning'), '200', missing),
      put: { ...sending(ref('Tuning')), ...answer(ref('Tuning'), '200', missing) },
      patch: { ...sending(ref('Tuning')), ...answer(ref('Tuning'), '200', missing) },
      delete: { responses: { 204: { description: 'gone' }, ...missing } },
    },
  },
  {
    Instrument: object({ sku: text, name: text, tuning: ref('Tuning') }, ['sku']),
    NewInstrument: object({ name: text, tuning: ref('Tuning') }),
    Tuning: object({ pitch: number, scale: text }),
  },
);

test('POST on the singular creates an item of the list under the plural', async () => {
  const ask = await asking(document);
  const made = await ask('POST', '/instrument', { name: 'Lute' });
  expect([made.status, made.body.name]).toEqual([201, 'Lute']);
  expect((await ask('GET', '/instruments')).body).toContainEqual(made.body);
  expect((await ask('GET', `/instrument/${made.body.sku}`)).body).toEqual(made.body);
});

test('a part under a path of its own is the property of its item, from both sides', async () => {
  const ask = await asking(document);
  const [seeded] = (await ask('GET', '/instruments')).body;
  const made = (await ask('POST', '/instrument', { name: 'Lute', tuning: { pitch: 1, scale: 'equal' } })).body;
  for (const { sku, tuning } of [seeded, made]) {
    const part = `/instrument/${sku}/tuning`;
    expect((await ask('GET', part)).body).toEqual(tuning);
    expect((await ask('PUT', part, { pitch: 415, scale: 'just' })).body).toEqual({ pitch: 415, scale: 'just' });
    expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 415, scale: 'just' });
    await ask('PATCH', part, { pitch: 440 });
    expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 440, scale: 'just' });
    await ask('PATCH', `/instrument/${sku}`, { tuning: { pitch: 392, scale: 'equal' } });
    expect((await ask('GET', part)).body).toEqual({ pitch: 392, scale: 'equal' });
  }
  expect((await ask('GET', '/instrument/none/tuning')).status).toBe(404);
});

test('a PUT of a part ends what it does not name', async () => {
  const ask = await asking(document);
  const { sku } = (await ask('POST', '/instrument', { name: 'Lute', tuning: { pitch: 1, scale: 'equal' } })).body;
  await ask('PUT', `/instrument/${sku}/tuning`, { pitch: 415 });
  expect((await ask('GET', `/instrument/${sku}/tuning`)).body).toEqual({ pitch: 415 });
  expect((await ask('GET', `/instrument/${sku}`)).body.tuning).toEqual({ pitch: 415 });
});

test('the deletion of a part takes it out of its item', async () => {
  const ask = await asking(document);
  const [{ sku }] = (await ask('GET', '/instruments')).body;
  expect((await ask('DELETE', `/instrument/${sku}/tuning`)).status).toBe(204);
  expect((await ask('GET', `/instrument/${sku}`)).body).not.toHaveProperty('tuning');
  expect((await ask('GET', `/instrument/${sku}/tuning`)).status).toBe(404);
});

test('a part that only a POST on its list makes is shown in its item, which the POST answers', async () => {
  const Step = object({ id: text, title: text, done: { type: 'boolean' } });
  const ask = await asking(
    api(
      {
        '/tasks': {
          get: answer(array(ref('Task'))),
          post: { ...sending(object({ title: text })), ...answer(ref('Task'), '201') },
        },
        '/tasks/{taskId}': { ...path('taskId'), get: answer(ref('Task'), '200', missing) },
        '/tasks/{taskId}/steps': {
          ...path('taskId'),
          post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Task'), '201') },
        },
      },
      { Step, Task: object({ id: text, title: text, steps: array(ref('Step')) }, ['id']) },
    ),
  );
  const { body: task } = await ask('POST', '/tasks', { title: 'Move' });
  const { body: after } = await ask('POST', `/tasks/${task.id}/steps`, { title: 'Pack' });
  expect(after.id).toBe(task.id);
  expect(after.steps).toMatchObject([{ id: expect.any(String), title: 'Pack' }]);
  expect((await ask('GET', `/tasks/${task.id}`)).body).toEqual(after);
});

test('a create that documents 200 and 201 answers 201, and shows what the server adds to the part that is sent', async () => {
  const sent = object({ name: text, email: text, url: text });
  const Member = object({ id: text, attributes: object({ name: text, email: text, url: text, rank: number }) }, ['id']);
  const made = { 201: { description: 'made', content: { 'application/json': { schema: ref('Member') } } } };
  const ask = await asking(
    api(
      {
        '/members': {
          get: answer(array(ref('Member'))),
          post: { ...sending(object({ member: sent })), ...answer(ref('Member'), '200', made) },
        },
        '/members/{id}': { ...path('id'), get: answer(ref('Member'), '200', missing) },
      },
      { Member },
    ),
  );
  const { status, body } = await ask('POST', '/members', { member: { name: 'Ann', email: 'a@b.co', url: 'x' } });
  expect(status).toBe(201);
  expect(body.attributes).toEqual({ name: 'Ann', email: 'a@b.co', url: 'x', rank: expect.any(Number) });
  expect((await ask('GET', `/members/${body.id}`)).body).toEqual(body);
});

test('a create whose 201 shows less than its 200 answers 200', async () => {
  const ask = await asking(
    api(
      {
        '/members': {
          get: answer(array(ref('Member'))),
          post: {
            ...sending(object({ name: text })),
            ...answer(ref('Member'), '200', { 201: { description: 'made' } }),
          },
        },
        '/members/{id}': { ...path('id'), get: answer(ref('Member'), '200', missing) },
      },
      { Member: object({ id: text, name: text }, ['id']) },
    ),
  );
  const { status, body } = await ask('POST', '/members', { name: 'Ann' });
  expect([status, body.name]).toEqual([200, 'Ann']);
});

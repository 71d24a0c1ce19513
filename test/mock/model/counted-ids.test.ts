import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

test.each(['integer', 'number'])('an id that is shown as text and accepted as %s consists of digits', async (type) => {
  const Check = object({ check_id: text, name: text }, ['check_id', 'name']);
  const ask = await asking(
    api(
      {
        '/checks': {
          get: answer(array(ref('Check'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Check'), '201') },
        },
        '/checks/{check_id}': { ...path('check_id', { type }), get: answer(ref('Check')) },
      },
      { Check },
    ),
  );
  const { body: made, location = '' } = await ask('POST', '/checks', { name: 'one' });
  expect(made.check_id).toMatch(/^\d+$/);
  expect((await ask('GET', location)).body).toEqual(made);
  const { body: all } = await ask('GET', '/checks');
  for (const { check_id: id } of all) expect((await ask('GET', `/checks/${id}`)).status).toBe(200);
});

test('an id that the items below repeat as a number consists of digits', async () => {
  const Room = object({ id: { type: ['string', 'null'] }, name: text }, ['id', 'name']);
  const Block = object({ id: text, roomId: { type: 'integer', format: 'int32' } }, ['id', 'roomId']);
  const ask = await asking(
    api(
      {
        '/rooms': {
          get: answer(array(ref('Room'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Room'), '201') },
        },
        '/rooms/{id}': { ...path('id'), get: answer(ref('Room')) },
        '/rooms/{id}/blocks': { ...path('id'), get: answer(array(ref('Block'))), post: answer(ref('Block'), '201') },
        '/rooms/blocks/{id}': { ...path('id'), get: answer(ref('Block')) },
      },
      { Room, Block },
    ),
  );
  const [one, two] = [await ask('POST', '/rooms', { name: 'a' }), await ask('POST', '/rooms', { name: 'b' })];
  const { body: block } = await ask('POST', `/rooms/${one.body.id}/blocks`);
  expect(String(block.roomId)).toBe(one.body.id);
  expect((await ask('GET', `/rooms/${one.body.id}/blocks`)).body).toEqual([block]);
  expect((await ask('GET', `/rooms/${two.body.id}/blocks`)).body).toEqual([]);
});

test('an id that the answer to the create shows as a number consists of digits', async () => {
  const Block = object({ id: text, reason: text }, ['id', 'reason']);
  const Made = object({ id: { type: 'integer', format: 'int64' }, reason: text }, ['id', 'reason']);
  const ask = await asking(
    api(
      {
        '/blocks': {
          get: answer(array(ref('Block'))),
          post: { ...sending(object({ reason: text })), ...answer(ref('Made')) },
        },
        '/blocks/{id}': { ...path('id'), get: answer(ref('Block')) },
      },
      { Block, Made },
    ),
  );
  const { body: made } = await ask('POST', '/blocks', { reason: 'cleaning' });
  expect((await ask('GET', `/blocks/${made.id}`)).body).toEqual({ id: String(made.id), reason: 'cleaning' });
});

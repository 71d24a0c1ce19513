import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const document = (line: object): object =>
  api(
    {
      '/rooms': {
        get: answer(array(ref('Room'))),
        post: { ...sending(object({ name: text })), ...answer(ref('Room')) },
      },
      '/rooms/{roomId}': { ...path('roomId'), get: answer(ref('Room')) },
      '/rooms/{roomId}/lines': {
        ...path('roomId'),
        get: answer(array(ref('Line'))),
        post: { ...sending(object({ body: text })), ...answer(ref('Line'), '201') },
      },
    },
    {
      Room: object({ id: text, name: text }, ['id']),
      Line: object({ id: text, roomId: text, body: text, ...line }, ['id', 'roomId']),
    },
  );

const linesOf = async (line: object, property: string): Promise<readonly unknown[]> => {
  const ask = await asking(document(line));
  const [room, other] = [(await ask('POST', '/rooms', {})).body, (await ask('POST', '/rooms', {})).body];
  const positions: unknown[] = [];
  for (const { id } of [room, room, other, room])
    positions.push((await ask('POST', `/rooms/${id}/lines`, { body: 'a' })).body[property]);
  return positions;
};

test('a record has the position behind the last one of its parent', async () => {
  expect(await linesOf({ index: { type: ['integer', 'null'] } }, 'index')).toEqual([0, 1, 0, 2]);
  expect(await linesOf({ sequence_number: { type: 'integer', minimum: 1 } }, 'sequence_number')).toEqual([1, 2, 1, 3]);
});

test('a position that clients send is theirs', async () => {
  const rooms = document({ index: number }) as { readonly paths: Record<string, { post: object }> };
  const lines = rooms.paths['/rooms/{roomId}/lines'];
  Object.assign(lines ?? {}, { post: { ...sending(object({ index: number })), ...answer(ref('Line'), '201') } });
  const ask = await asking(rooms);
  const { id } = (await ask('POST', '/rooms', {})).body;
  expect((await ask('POST', `/rooms/${id}/lines`, { index: 7 })).body.index).toBe(7);
  expect((await ask('POST', `/rooms/${id}/lines`, {})).body.index).not.toBe(8);
});

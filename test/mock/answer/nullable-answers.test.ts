import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, path, text } from '../little.ts';

test('an answer whose schema may be null is what the schema says besides', async () => {
  const Sent = { ...object({ id: text, text }, ['id']), type: ['object', 'null'] };
  const ask = await asking(api({ '/rooms/{room}/ring': { ...path('room'), post: answer(Sent) } }));
  for (let room = 0; room < 40; room += 1)
    expect((await ask('POST', `/rooms/${room}/ring`)).body).toMatchObject({ id: expect.any(String) });
});

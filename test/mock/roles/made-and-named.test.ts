import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const ask = await asking(
  api(
    {
      '/boxes': { get: answer(array(ref('Box'))) },
      '/boxes/{id}': { ...path('id'), get: answer(ref('Box')) },
      '/boxes/{id}/exec': {
        ...path('id'),
        post: { ...sending(object({ Cmd: array(text) })), ...answer(object({ Id: text }, ['Id']), '201') },
      },
      '/exec/{id}/json': { ...path('id'), get: answer(ref('Exec')) },
    },
    {
      Box: object({ Id: text, Name: text }, ['Id']),
      Exec: object({ ID: text, BoxID: text, Cmd: array(text) }, ['ID', 'BoxID']),
    },
  ),
);

test('what an action makes and shows by its id alone is read by that id in the collection of its name', async () => {
  const [{ Id: box }] = (await ask('GET', '/boxes')).body;
  const { status, body } = await ask('POST', `/boxes/${box}/exec`, { Cmd: ['ls'] });
  expect(status).toBe(201);
  expect((await ask('GET', `/exec/${body.Id}/json`)).body).toEqual({ ID: body.Id, BoxID: box, Cmd: ['ls'] });
});

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

test.each([
  ['conflict', 409],
  ['The box is in a state that does not allow this', 201],
])(
  'a name by which the paths call the items is taken where a create documents a conflict: %s',
  async (description, status) => {
    const Box = object({ Id: text, Name: text }, ['Id', 'Name']);
    const byIdOrName = { name: 'id', in: 'path', required: true, schema: text, description: 'ID or name of the box' };
    const boxes = await asking(
      api(
        {
          '/boxes': { get: answer(array(ref('Box'))) },
          '/boxes/create': {
            post: {
              parameters: [{ name: 'name', in: 'query', schema: text }],
              ...sending(object({ Image: text })),
              ...answer(object({ Id: text }, ['Id']), '201', { 409: { description } }),
            },
          },
          '/boxes/{id}': { parameters: [byIdOrName], get: answer(ref('Box')) },
        },
        { Box },
      ),
    );
    expect((await boxes('POST', '/boxes/create?name=a', {})).status).toBe(201);
    expect((await boxes('POST', '/boxes/create?name=a', {})).status).toBe(status);
    expect((await boxes('POST', '/boxes/create?name=b', {})).status).toBe(201);
  },
);

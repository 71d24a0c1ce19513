import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const ask = await asking(
  api(
    {
      '/modules': {
        get: answer(array(ref('Module'))),
        post: { ...sending(ref('Module')), ...answer(ref('Module'), '201') },
      },
      '/modules/{id}': {
        ...path('id'),
        get: answer(ref('Module')),
        put: { ...sending(ref('Module')), ...answer(ref('Module')) },
      },
    },
    {
      Module: { oneOf: [ref('Directory'), ref('Memory')] },
      Directory: object({ id: text, name: text }, ['id', 'name', 'field']),
      Memory: object({ id: text, name: text, users: array(text) }, ['id', 'name', 'users']),
    },
  ),
);

test('what a branch requires without a description is kept as it is sent', async () => {
  const made = { id: 'm', name: 'one', field: 'mail' };
  expect((await ask('POST', '/modules', made)).body).toEqual(made);
  const other = { ...made, field: 'phone' };
  expect((await ask('PUT', '/modules/m', other)).body).toEqual(other);
  expect((await ask('GET', '/modules/m')).body).toEqual(other);
});

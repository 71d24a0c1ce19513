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

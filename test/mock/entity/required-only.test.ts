import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, path, ref, sending, text } from '../little.ts';

/** Every listener must have a host, which nothing describes. */
const document = api(
  {
    '/listeners': { post: { ...sending(ref('Listener')), ...answer(ref('Listener'), '201') } },
    '/listeners/{id}': { ...path('id'), get: answer(ref('Listener')) },
  },
  { Listener: object({ id: text, name: text }, ['id', 'name', 'host']) },
);

test('a property that is required and not described is kept as it was sent', async () => {
  const ask = await asking(document);
  const sent = { id: 'l-1', name: 'web', host: 'boyfriend.example.com' };
  expect((await ask('POST', '/listeners', sent)).body).toEqual(sent);
  expect((await ask('GET', '/listeners/l-1')).body).toEqual(sent);
});

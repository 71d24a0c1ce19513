import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

test('a create that answers a list with its id and little else answers the id of the new item', async () => {
  const ask = await asking(
    api(
      {
        '/hosts': {
          get: answer(array(ref('Host'))),
          post: {
            ...sending(object({ firstName: text, lastName: text, hostEmail: text }, ['firstName', 'lastName'])),
            ...answer(array(object({ email: text, key: number }, ['key'])), '201'),
          },
        },
        '/hosts/{hostKey}': { ...path('hostKey', number), get: answer(array(ref('Host'))) },
      },
      {
        Host: object({ hostKey: number, email: text, firstName: text, lastName: text }, [
          'hostKey',
          'email',
          'firstName',
        ]),
      },
    ),
  );
  const [{ key }] = (await ask('POST', '/hosts', { firstName: 'Ann', lastName: 'Lee' })).body;
  expect((await ask('GET', `/hosts/${key}`)).body).toMatchObject([{ hostKey: key, firstName: 'Ann' }]);
});

test('pages after the key of the last record that was read', async () => {
  const list = object({ items: array(ref('Pic')), next_token: text });
  const ask = await asking(
    api(
      {
        '/pics': {
          parameters: ['limit', 'last_evaluated_key'].map((name) => ({
            name,
            in: 'query',
            schema: name === 'limit' ? number : text,
          })),
          get: answer(list),
        },
        '/pics/{picId}': { ...path('picId'), get: answer(ref('Pic')) },
      },
      { Pic: object({ picId: text, title: text }, ['picId']) },
    ),
  );
  const first = (await ask('GET', '/pics?limit=1')).body;
  const second = (await ask('GET', `/pics?limit=1&last_evaluated_key=${encodeURIComponent(first.next_token)}`)).body;
  expect([first.items.length, second.items.length]).toEqual([1, 1]);
  expect(second.items[0].picId).not.toBe(first.items[0].picId);
});

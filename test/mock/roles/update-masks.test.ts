import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const Host = object({ id: text, name: text, port: number, labels: object({ team: text, stage: text }) }, ['id']);
const sent = object({ name: text, port: number, labels: object({ team: text, stage: text }) });
const ask = await asking(
  api(
    {
      '/hosts': {
        get: answer(array(ref('Host'))),
        post: { ...sending(sent), ...answer(ref('Host'), '201') },
      },
      '/hosts/{id}': {
        ...path('id'),
        get: answer(ref('Host')),
        patch: { ...query('updateMask'), ...sending(sent), ...answer(ref('Host')) },
      },
    },
    { Host },
  ),
);
const changed = async (mask: string): Promise<unknown> => {
  const host = { name: 'a', port: 1, labels: { team: 'x', stage: 'y' } };
  const { body } = await ask('POST', '/hosts', host);
  const change = { name: 'b', port: 2, labels: { team: 'z', stage: 'w' } };
  await ask('PATCH', `/hosts/${body.id}${mask}`, change);
  return (await ask('GET', `/hosts/${body.id}`)).body;
};

test('an update changes only what its mask names', async () => {
  expect(await changed('?updateMask=name')).toMatchObject({ name: 'b', port: 1, labels: { team: 'x', stage: 'y' } });
  expect(await changed('?updateMask=port,labels.team')).toMatchObject({
    name: 'a',
    port: 2,
    labels: { team: 'z', stage: 'y' },
  });
});

test('without a mask, and with one for everything, an update changes all that is sent', async () => {
  const all = { name: 'b', port: 2, labels: { team: 'z', stage: 'w' } };
  expect(await changed('')).toMatchObject(all);
  expect(await changed('?updateMask=*')).toMatchObject(all);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const servers = { readOnly: true };
const Host = object(
  {
    id: { ...number, ...servers },
    label: text,
    region: { ...text, ...servers },
    image: { ...text, ...servers },
    mode: { type: 'string', enum: ['on', 'off'] },
    backups: object({ enabled: { type: 'boolean' }, window: text }, ['enabled']),
    address: { type: 'string', format: 'ipv4', ...servers },
  },
  ['id', 'label', 'backups'],
);
const done = { responses: { 200: { description: 'done' } } };
const act = (word: string, operation: object): object => ({
  [`/hosts/{id}/${word}`]: { ...path('id', number), post: operation },
});
const ask = await asking(
  api(
    {
      '/hosts': {
        get: answer(array(ref('Host'))),
        post: { ...sending(object({ label: text, region: text, image: text }, ['label'])), ...answer(ref('Host')) },
      },
      '/hosts/{id}': { ...path('id', number), get: answer(ref('Host')) },
      ...act('clone', { ...sending(object({ label: text })), ...answer(ref('Host')) }),
      ...act('rebuild', { ...sending(object({ image: text, password: text })), ...answer(ref('Host')) }),
      ...act('toggle_mode', { ...sending(object({ mode: text })), ...done }),
      ...act('backups/enable', done),
      ...act('backups/cancel', done),
    },
    { Host },
  ),
);
const made = async (): Promise<Record<string, unknown>> =>
  (await ask('POST', '/hosts', { label: 'a', region: 'west', image: 'one' })).body;
const read = async (id: unknown): Promise<Record<string, unknown>> => (await ask('GET', `/hosts/${id}`)).body;

test('a copy has what the client said of the first one, even if it cannot change later', async () => {
  const { id } = await made();
  const copy = (await ask('POST', `/hosts/${id}/clone`, { label: 'b' })).body;
  expect(copy).toMatchObject({ label: 'b', region: 'west', image: 'one' });
  expect(copy.id).not.toBe(id);
  expect(await read(copy.id)).toEqual(copy);
});

test('rebuild sets what it is sent', async () => {
  const { id } = await made();
  expect((await ask('POST', `/hosts/${id}/rebuild`, { image: 'two', password: 'p' })).body).toMatchObject({
    image: 'two',
    region: 'west',
  });
});

test('toggle sets the property that it names', async () => {
  const { id } = await made();
  for (const mode of ['off', 'on']) {
    await ask('POST', `/hosts/${id}/toggle_mode`, { mode });
    expect((await read(id))['mode']).toBe(mode);
  }
});

test('a verb behind a part of the item switches that part', async () => {
  const { id } = await made();
  await ask('POST', `/hosts/${id}/backups/enable`);
  expect((await read(id))['backups']).toMatchObject({ enabled: true });
  await ask('POST', `/hosts/${id}/backups/cancel`);
  expect((await read(id))['backups']).toMatchObject({ enabled: false });
});

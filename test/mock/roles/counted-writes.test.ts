import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const populated = { type: 'string', description: 'Populated by the system. Read-only.' };
const note = { type: 'object', additionalProperties: text };
const unsettable = { anyOf: [note, { type: 'string', enum: [''] }] };
const document = api(
  {
    '/maps': {
      get: answer(array(ref('Map'))),
      post: { ...sending(ref('Map')), ...answer(ref('Map'), '201') },
    },
    '/maps/{name}': {
      ...path('name'),
      get: answer(ref('Map')),
      put: { ...sending(ref('Map')), ...answer(ref('Map')) },
      delete: answer(ref('Status')),
    },
    '/cards': {
      get: answer(array(ref('Card'))),
      post: { ...sending(object({ notes: unsettable })), ...answer(ref('Card'), '201') },
    },
    '/cards/{id}': {
      ...path('id'),
      get: answer(ref('Card')),
      patch: { ...sending(object({ notes: unsettable })), ...answer(ref('Card')) },
    },
  },
  {
    Map: object({
      apiVersion: text,
      kind: text,
      metadata: object({ name: text, generateName: text, uid: populated, resourceVersion: populated }),
      data: note,
    }),
    Status: object({
      apiVersion: text,
      kind: text,
      status: { type: 'string', description: 'Status of the operation. One of: "Success" or "Failure".' },
    }),
    Card: object({ id: text, notes: note }, ['id']),
  },
);

test('a text that counts writes begins with 1 and moves with each write, in the metadata too', async () => {
  const ask = await asking(document);
  const { body: made } = await ask('POST', '/maps', { metadata: { name: 'a' } });
  expect(made.metadata.resourceVersion).toBe('1');
  const { body: after } = await ask('PUT', '/maps/a', { metadata: { name: 'a' }, data: { x: 'y' } });
  expect(after.metadata).toMatchObject({ resourceVersion: '2', uid: made.metadata.uid });
  expect(made.metadata.uid).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('a name begins as the client says, and no two are alike', async () => {
  const ask = await asking(document);
  const make = async (): Promise<string> =>
    (await ask('POST', '/maps', { metadata: { generateName: 'job-' } })).body.metadata.name;
  const [one, two] = [await make(), await make()];
  expect(one).toMatch(/^job-.+/);
  expect(two).toMatch(/^job-.+/);
  expect(two).not.toBe(one);
  expect((await ask('GET', `/maps/${one}`)).status).toBe(200);
});

test('the answer to a deletion says its own kind, and its success in a word that it lists', async () => {
  const ask = await asking(document);
  await ask('POST', '/maps', { kind: 'Map', metadata: { name: 'a' } });
  expect((await ask('DELETE', '/maps/a')).body).toMatchObject({ kind: 'Status', status: 'Success' });
});

test('an empty text takes a key out of a map, or all keys, where the request has the empty text for nothing', async () => {
  const ask = await asking(document);
  const { body } = await ask('POST', '/cards', { notes: { plan: 'gold', seats: '3' } });
  const changed = async (notes: unknown): Promise<unknown> =>
    (await ask('PATCH', `/cards/${body.id}`, { notes })).body.notes;
  expect(await changed({ plan: '' })).toEqual({ seats: '3' });
  expect(await changed('')).toEqual({});
});

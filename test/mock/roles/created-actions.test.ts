import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const Machine = object({ id: { ...number, readOnly: true }, name: text, size: text, state: text }, ['id', 'name']);
const Action = object({ id: { ...number, readOnly: true }, type: text, status: text }, ['id', 'type']);
const Sent = object({ type: text, name: text, size: text, id: number }, ['type']);

/** Machines, what was done to them, and notes about them. */
const document = api(
  {
    '/machines': {
      get: answer(array(ref('Machine'))),
      post: { ...sending(object({ name: text, size: text }, ['name'])), ...answer(ref('Machine'), '201') },
    },
    '/machines/{machine_id}': { ...path('machine_id'), get: answer(ref('Machine')) },
    ...Object.fromEntries(
      ['actions', 'notes'].flatMap((word) => [
        [
          `/machines/{machine_id}/${word}`,
          {
            ...path('machine_id'),
            get: answer(array(ref('Action'))),
            post: { ...sending(ref('Sent')), ...answer(ref('Action'), '201') },
          },
        ],
        [
          `/machines/{machine_id}/${word}/{id}`,
          {
            parameters: ['machine_id', 'id'].map((name) => ({ name, in: 'path', required: true, schema: number })),
            get: answer(ref('Action')),
          },
        ],
      ]),
    ),
  },
  { Machine, Action, Sent },
);

async function after(word: string, sent: object): Promise<unknown> {
  const ask = await asking(document);
  const { body: machine } = await ask('POST', '/machines', { name: 'old', size: 'small' });
  expect((await ask('POST', `/machines/${machine.id}/${word}`, sent)).status).toBe(201);
  const { body: now } = await ask('GET', `/machines/${machine.id}`);
  expect(now.id).toBe(machine.id);
  return { name: now.name, size: now.size, ...(now.state === machine.state ? {} : { state: now.state }) };
}

test.each([
  ['rename', { type: 'rename', name: 'new' }, { name: 'new', size: 'small' }],
  ['resize', { type: 'resize', size: 'large', id: 4711 }, { name: 'old', size: 'large' }],
  ['change', { type: 'change_size', size: 'large' }, { name: 'old', size: 'large' }],
  ['archive', { type: 'archive' }, { name: 'old', size: 'small', state: 'archived' }],
  ['snapshot, whose name is its own', { type: 'snapshot', name: 'monday' }, { name: 'old', size: 'small' }],
])('an action that is created does to its item what it says: %s', async (_, sent, expected) => {
  expect(await after('actions', sent)).toEqual(expected);
});

test('what is created below an item leaves it as it is, unless it is an action', async () => {
  expect(await after('notes', { type: 'rename', name: 'new' })).toEqual({ name: 'old', size: 'small' });
});

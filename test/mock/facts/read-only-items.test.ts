import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';

const NAME = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const write = (name: string, status: number, refusal = 'Locked.') => ({
  requestBody: {
    required: true,
    ...json({ type: 'object', properties: { title: NAME, archived: { type: 'boolean' } } }),
  },
  responses: {
    [status]: { description: 'It.', ...json(ref(name)) },
    404: { description: 'None.' },
    423: { description: refusal },
  },
});
const read = (name: string) => ({
  responses: { 200: { description: 'It.', ...json(ref(name)) }, 404: { description: 'None.' } },
});
const at = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });

const document = (description: string, refusal?: string) => ({
  openapi: '3.1.0',
  info: { title: 'Boards', version: '1', description },
  paths: {
    '/boards': { post: write('Board', 201) },
    '/boards/{board}': { parameters: [at('board')], get: read('Board'), patch: write('Board', 200, refusal) },
    '/boards/{board}/cards': { parameters: [at('board')], post: write('Card', 201, refusal) },
    '/boards/{board}/cards/{card}': {
      parameters: [at('board'), at('card')],
      get: read('Card'),
      patch: write('Card', 200, refusal),
    },
  },
  components: {
    schemas: {
      Board: {
        type: 'object',
        required: ['id', 'archived'],
        properties: { id: { type: 'integer' }, title: NAME, archived: { type: 'boolean', default: false } },
      },
      Card: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title: NAME } },
    },
  },
});

/** The statuses of writes to an archived board and to its cards, and of the write that brings it back. */
async function statuses(description: string, refusal?: string): Promise<readonly number[]> {
  const ask = await asking(document(description, refusal));
  const { body: board } = await ask('POST', '/boards', { title: 'Plans', archived: false });
  const { body: card } = await ask('POST', `/boards/${board.id}/cards`, { title: 'One' });
  await ask('PATCH', `/boards/${board.id}`, { archived: true });
  const answers = [
    await ask('PATCH', `/boards/${board.id}`, { title: 'New' }),
    await ask('POST', `/boards/${board.id}/cards`, { title: 'Two' }),
    await ask('PATCH', `/boards/${board.id}/cards/${card.id}`, { title: 'New' }),
    await ask('PATCH', `/boards/${board.id}`, { archived: false }),
    await ask('PATCH', `/boards/${board.id}/cards/${card.id}`, { title: 'New' }),
  ];
  return answers.map(({ status }) => status);
}

describe('an item that the document calls read-only in a state', () => {
  test.each([
    'Archived boards are read-only and answer 423.',
    'Boards group cards.\n\nA board that is archived accepts no changes until it is restored (423).',
    'All changes of an archived board and of its cards are refused with 423.',
  ])('%s', async (description) => {
    expect(await statuses(description)).toEqual([423, 423, 423, 200, 200]);
  });

  test.each(['Cards of archived boards are read-only.', "An archived board's cards cannot be changed (423)."])(
    '%s',
    async (description) => {
      expect(await statuses(description)).toEqual([200, 423, 423, 200, 200]);
    },
  );

  test.each([
    'Archived boards are not read-only; they are edited like others.',
    'Archived boards aren’t read-only.',
    'The title of an archived board cannot be changed.',
    'The history of archived boards is immutable.',
    "An archived board's title is read-only.",
    'When a board is archived, its title cannot be changed.',
    'When a board is archived, its title is read-only.',
    'Archived boards have an immutable address.',
    'Every change of an archived board is answered with the board.',
    'Every request that changes an archived board makes a new version of it.',
    'Every change of an archived board is refused without a reason.',
    'Archived boards are not listed.',
    'Archived boards are read-only for guests, unless an administrator allows it.',
    'The id of an archived card cannot be changed.',
  ])('%s', async (description) => {
    expect(await statuses(description)).toEqual([200, 201, 200, 200, 200]);
  });

  test.each([
    ['The board is archived.', [423, 423, 423, 200, 200]],
    ['Another board is archived under this title.', [200, 201, 200, 200, 200]],
  ])('a refusal: %s', async (refusal, expected) => {
    expect(await statuses('', refusal)).toEqual(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const isTrue = { type: 'boolean', enum: [true] };
const Line = object({ id: text, order: text, product: object({ id: text, name: text }, ['id']), quantity: number }, [
  'id',
  'order',
  'product',
]);
const lines = object({ data: array(Line), has_more: { type: 'boolean' }, total_count: number, url: text }, [
  'data',
  'has_more',
  'url',
]);
const failed = {
  default: { description: 'wrong', content: { 'application/json': { schema: object({ error: text }) } } },
};

const document = (description?: string): object =>
  api(
    {
      '/orders': {
        get: {
          ...(description === undefined ? {} : { description }),
          ...answer(object({ data: array(ref('Order')), has_more: { type: 'boolean' } }), '200', failed),
        },
        post: {
          ...sending(object({ note: text, lines: array(object({ product: text, quantity: number })) }, ['note'])),
          ...answer(ref('Order'), '200', failed),
        },
      },
      '/orders/{order}': {
        ...path('order'),
        get: answer({ anyOf: [ref('Order'), ref('DeletedOrder')] }, '200', failed),
        delete: answer(ref('DeletedOrder'), '200', failed),
      },
      '/lines': { get: answer(object({ data: array(ref('Line')) })) },
      '/lines/{line}': { ...path('line'), get: answer(ref('Line')) },
    },
    {
      Order: object({ id: text, note: text, created: { type: 'integer', format: 'unix-time' }, lines }, [
        'id',
        'created',
        'lines',
      ]),
      Line,
      DeletedOrder: object({ id: text, deleted: isTrue }, ['id', 'deleted']),
    },
  );

describe('The order of a list', () => {
  const created = async (description: string | undefined): Promise<readonly unknown[]> => {
    const ask = await asking(document(description));
    for (const note of ['first', 'second', 'third']) await ask('POST', '/orders', { note });
    const { body } = await ask('GET', '/orders');
    return (body as { data: { note: string }[] }).data.map(({ note }) => note);
  };

  test('what was made last comes first where the description says so', async () => {
    const notes = await created(
      'Returns orders. The orders are sorted by creation date, with the newest appearing first.',
    );
    expect(notes.slice(0, 3)).toEqual(['third', 'second', 'first']);
  });

  test('it comes last where the description says nothing', async () => {
    expect((await created(undefined)).slice(-3)).toEqual(['first', 'second', 'third']);
  });
});

test('a read of what was deleted shows the documented form of it', async () => {
  const ask = await asking(document());
  const { body: made } = await ask('POST', '/orders', { note: 'coffee' });
  const { id } = made as { id: string };
  expect((await ask('DELETE', `/orders/${id}`)).status).toBe(200);
  const { status, body } = await ask('GET', `/orders/${id}`);
  expect(status).toBe(200);
  expect(body).toEqual({ id, deleted: true });
  expect((await ask('GET', '/orders/never-was')).status).toBe(404);
});

test('a wrong request is 400 where the document has only a general answer for what goes wrong', async () => {
  const ask = await asking(document());
  expect((await ask('POST', '/orders', {})).status).toBe(400);
});

test('a list that is sent bare is shown in its envelope, and its items name their record', async () => {
  const ask = await asking(document());
  const { body } = await ask('POST', '/orders', { note: 'coffee', lines: [{ product: 'beans', quantity: 2 }] });
  const { id, lines: shown } = body as { id: string; lines: { data: object[] } };
  expect(shown).toMatchObject({
    has_more: false,
    total_count: 1,
    data: [{ order: id, product: { id: 'beans' }, quantity: 2 }],
  });
});

test('lists within records that were there before are whole', async () => {
  const ask = await asking(document());
  const { data } = (await ask('GET', '/orders')).body as {
    data: { id: string; lines: { data: { order: string }[]; has_more: boolean; url: string } }[];
  };
  expect(data.length).toBeGreaterThan(0);
  for (const { id, lines: shown } of data) {
    expect(shown.has_more).toBe(false);
    for (const { order } of shown.data) expect(order).toBe(id);
  }
});

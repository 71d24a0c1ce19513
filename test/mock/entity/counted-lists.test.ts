import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const own = (schema: object): object => ({ ...schema, readOnly: true });
const Line = object({ id: own({ ...text, example: 'line_8fk29ax1' }), sku: text });
const document = api(
  {
    '/orders': {
      get: answer(array(ref('Order'))),
      post: { ...sending(ref('Order')), ...answer(ref('Order'), '201') },
    },
    '/orders/{id}': {
      ...path('id'),
      get: answer(ref('Order')),
      patch: { ...sending(ref('Order')), ...answer(ref('Order')) },
    },
  },
  { Line, Order: object({ id: own(text), lines: array(ref('Line')), lines_count: own(number) }) },
);

test('a count of a list beside it is its length, when it is made and after a change', async () => {
  const ask = await asking(document);
  const made = await ask('POST', '/orders', { lines: [{ sku: 'a' }, { sku: 'b' }] });
  expect(made.body).toMatchObject({ lines_count: 2 });
  const changed = await ask('PATCH', `/orders/${made.body.id}`, { lines: [{ sku: 'a' }] });
  expect(changed.body).toMatchObject({ lines_count: 1 });
  expect((await ask('POST', '/orders', {})).body).toMatchObject({ lines_count: 0 });
});

test('two lines that were sent have two ids', async () => {
  const ask = await asking(document);
  const { lines } = (await ask('POST', '/orders', { lines: [{ sku: 'a' }, { sku: 'b' }] })).body;
  expect(new Set(lines.map(({ id }: { id: string }) => id)).size).toBe(2);
});

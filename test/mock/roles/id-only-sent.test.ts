import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const text = { type: 'string' };
const own = { amount: text, currency: text, payee: text, note: text };
const shown = { type: 'object', properties: { ...own, state: text } };
const sent = { type: 'object', required: ['transferId', 'amount'], properties: { transferId: text, ...own } };
const answer = (schema: object): object => ({
  200: { description: 'ok', content: { 'application/json': { schema } } },
  404: { description: 'none' },
});

test('an item that does not show its id has the one that its create must name', async () => {
  const mock = await createMock({
    document: {
      openapi: '3.0.3',
      info: { title: 'Transfers', version: '1' },
      paths: {
        '/transfers': {
          post: { requestBody: { content: { 'application/json': { schema: sent } } }, responses: answer(shown) },
        },
        '/transfers/{transferId}': {
          parameters: [{ name: 'transferId', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: answer(shown) },
        },
      },
    },
  });
  await mock.fetch(
    new Request('http://localhost/transfers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transferId: 'b51ec534', amount: '12.50' }),
    }),
  );
  const read = await mock.fetch(new Request('http://localhost/transfers/b51ec534'));
  expect(await read.json()).toMatchObject({ amount: '12.50' });
  await mock.close();
});

import { expect, test } from 'vitest';
import { asking } from '../../mock/ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../../mock/little.ts';

const one = object({ invoice: ref('Invoice') });
const showing = (status: string): object => answer({ ...one, example: { invoice: { id: 'i1', status, version: 0 } } });
const ask = await asking(
  api(
    {
      '/invoices': {
        get: answer(object({ invoices: array(ref('Invoice')) })),
        post: { ...sending(object({ invoice: object({ title: text }) })), ...showing('DRAFT') },
      },
      '/invoices/{id}': { ...path('id'), get: answer(one) },
      '/invoices/{id}/cancel': { ...path('id'), post: showing('CANCELED') },
      '/invoices/{id}/remind': { ...path('id'), post: showing('SENT') },
    },
    {
      Invoice: object({ id: text, title: text, status: text, version: { type: 'integer', readOnly: true } }, ['id']),
    },
  ),
);
const made = async (): Promise<string> => (await ask('POST', '/invoices', { invoice: { title: 'a' } })).body.invoice.id;

test('an action leads to the state that its documented answer shows, if this is called after it', async () => {
  const id = await made();
  expect((await ask('POST', `/invoices/${id}/cancel`)).body.invoice).toMatchObject({ id, status: 'CANCELED' });
  expect((await ask('GET', `/invoices/${id}`)).body.invoice.status).toBe('CANCELED');
});

test('another state in an answer is that of one record', async () => {
  const id = await made();
  expect((await ask('POST', `/invoices/${id}/remind`)).body.invoice).toMatchObject({ id, status: 'DRAFT' });
});

test('versions count from 0 where the documented answer to a create does', async () => {
  expect((await ask('POST', '/invoices', { invoice: {} })).body.invoice.version).toBe(0);
});

test('the answer of an action is the item, where it is one of the forms that the item has', async () => {
  const state = { type: 'string', enum: ['RUNNING', 'CANCELED'] };
  // Many documents repeat such schemas inline: equal ones are not the same one.
  const full = (): object => object({ id: text, title: text, state, owner: object({ email: text }) }, ['id', 'state']);
  const forms = (): object => ({ oneOf: [object({ id: text, state }, ['id']), full()] });
  const run = await asking(
    api({
      '/runs': { get: answer(array(forms())), post: { ...sending(object({ title: text })), ...answer(full()) } },
      '/runs/{id}': { ...path('id'), get: answer(forms()) },
      '/runs/{id}/cancel': { ...path('id'), post: answer(full()) },
    }),
  );
  const { id } = (await run('POST', '/runs', { title: 'a' })).body;
  expect((await run('POST', `/runs/${id}/cancel`)).body).toMatchObject({ id, title: 'a', state: 'CANCELED' });
});

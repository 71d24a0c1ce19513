import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const closed = { additionalProperties: false };
const rows = array(object({ name: text, value: text }));
const sent = { email: text, name: text, fields: rows };
const mock = await createMock({
  document: api({
    '/visits': {
      get: answer(array({ ...object({ id: number, email: text, name: text }, ['id']), ...closed })),
      post: { ...sending(object(sent)), ...answer({ ...object({ id: number, ...sent }, ['id']), ...closed }, '201') },
    },
    '/visits/{id}': {
      ...path('id', number),
      get: answer({ ...object({ id: number, email: text, name: text }, ['id']), ...closed }),
    },
  }),
});
afterAll(() => mock.close());

test('a property that only the answer of a create shows does not cost the others', async () => {
  const body = { email: 'a@example.com', name: 'Zed', fields: [{ name: 'x', value: 'y' }] };
  const made = await mock.fetch(
    new Request('http://localhost/visits', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  expect(made.status).toBe(201);
  const shown = (await made.json()) as { readonly id: number };
  expect(shown).toMatchObject({ email: 'a@example.com', name: 'Zed' });
  const read = await mock.fetch(new Request(`http://localhost/visits/${shown.id}`));
  expect(await read.json()).toEqual({ id: shown.id, email: 'a@example.com', name: 'Zed' });
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const calls = (size: object): object =>
  api(
    {
      '/calls': {
        get: { parameters: [{ name: 'page_size', in: 'query', schema: size }], ...answer(array(ref('Call'))) },
        post: { ...sending(object({ to: text })), ...answer(ref('Call'), '201') },
      },
      '/calls/{id}': { ...path('id'), get: answer(ref('Call')) },
    },
    { Call: object({ id: text, to: text }, ['id']) },
  );

test('the first page of ten records shows a new one', async () => {
  const ask = await asking(calls({ type: 'integer', default: 10 }));
  const { id } = (await ask('POST', '/calls', { to: 'a' })).body;
  expect((await ask('GET', '/calls')).body.map((each: { id: string }) => each.id)).toContain(id);
});

test('a list with larger pages begins with ten records, and so does one with smaller pages, to have several', async () => {
  expect((await (await asking(calls({ type: 'integer', default: 50 })))('GET', '/calls')).body).toHaveLength(10);
  const small = await asking(calls({ type: 'integer', default: 4 }));
  expect((await small('GET', '/calls?page_size=20')).body).toHaveLength(10);
});

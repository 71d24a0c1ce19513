import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const noted = (schema: object, description: string): object => ({ ...schema, description });
const nullable = (type: string): object => ({ type: [type, 'null'] });
const call = object(
  {
    id: number,
    to: text,
    tags: { ...array(text), type: ['array', 'null'] },
    end_time: noted({ ...nullable('string'), format: 'date-time' }, 'When the call ended. Null until it has.'),
    created: { ...text, format: 'date-time-rfc-2822' },
    current_size: number,
  },
  ['id', 'created'],
);
const document = api({
  '/calls': {
    get: answer(array(call)),
    post: { ...sending(object({ to: text, tags: array(text) }, ['to'])), ...answer(call, '201') },
  },
  '/calls/{id}': { ...path('id', number), get: answer(call) },
});

test('a new record has empty lists, no end that is told to be null at first, counts at 0 and times as its format has them', async () => {
  const now = '2026-11-25T08:00:00Z';
  const mock = await createMock({ document, now });
  const headers = { 'content-type': 'application/json' };
  const made = await mock.fetch(new Request('http://x/calls', { method: 'POST', body: '{"to":"a"}', headers }));
  expect(await made.json()).toMatchObject({ to: 'a', tags: [], end_time: null, current_size: 0 });
  const [seeded] = (await (await mock.fetch(new Request('http://x/calls'))).json()) as readonly { created: string }[];
  expect(seeded?.created).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/);
  const calls = (await (await mock.fetch(new Request('http://x/calls'))).json()) as readonly { created: string }[];
  expect(calls.at(-1)?.created).toBe('Wed, 25 Nov 2026 08:00:00 +0000');
  await mock.close();
});

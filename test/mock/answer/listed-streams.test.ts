import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { api, array, object, ref, text } from '../little.ts';

const document = api(
  {
    '/events': {
      get: {
        responses: {
          200: {
            description: 'events',
            content: {
              'application/json': { schema: array(ref('Event')) },
              'application/stream+json': { schema: ref('Event') },
            },
          },
        },
      },
    },
    '/events/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: { 200: { description: 'one', content: { 'application/json': { schema: ref('Event') } } } } },
    },
  },
  { Event: object({ id: text, kind: text }, ['id', 'kind']) },
);

test('a list is a line for each record in a stream of JSON', async () => {
  const mock = await createMock({ document });
  const take = (accept: string) => mock.fetch(new Request('http://mock/events', { headers: { accept } }));
  const records: unknown = await (await take('application/json')).json();
  const streamed = await take('application/stream+json');
  expect(streamed.headers.get('content-type')).toBe('application/stream+json');
  const lines = (await streamed.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(records);
  expect(lines.length).toBeGreaterThan(1);
  await mock.close();
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending } from '../little.ts';

const bound = (name: string, description = '') => ({ name, in: 'query', description, schema: number });
const between = {
  name: 'weight',
  in: 'query',
  style: 'deepObject',
  explode: true,
  schema: object({ gt: { type: 'number' }, gte: { type: 'number' }, lt: { type: 'number' } }),
};
const day = { type: 'string', format: 'date' };
const ask = await asking(
  api(
    {
      '/letters': {
        get: {
          ...answer(array(ref('Letter'))),
          parameters: [
            bound('pages_max'),
            bound('pages_lt'),
            bound('stamps_from'),
            bound('stamps_to', 'Exclusive.'),
            bound('weight_lt', 'Inclusive.'),
            { ...bound('sent_to', 'Letters that were sent before this time.'), schema: day },
            between,
          ],
        },
        post: { ...sending(ref('Letter')), responses: { 201: { description: 'made' } } },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
    {
      Letter: object({ pages: number, stamps: number, weight: { type: 'number' }, sent: day }, [
        'pages',
        'stamps',
        'weight',
        'sent',
      ]),
    },
  ),
);
await ask('DELETE', '/letters');
for (const size of [1, 2, 3])
  await ask('POST', '/letters', { pages: size, stamps: size, weight: size / 2, sent: `2026-01-0${size}` });

test.each([
  ['pages_max=2', [1, 2]],
  ['pages_lt=2', [1]],
  ['stamps_from=2', [2, 3]],
  ['stamps_to=2', [1]],
  ['weight[lt]=1.5', [1, 2]],
  ['weight[gt]=0.5', [2, 3]],
  ['weight[gte]=0.5', [1, 2, 3]],
  ['weight_lt=1', [1, 2]],
  ['sent_to=2026-01-02', [1]],
])('?%s lists %j', async (query, expected) => {
  const { body } = await ask('GET', `/letters?${query}`);
  expect((body as readonly { readonly pages: number }[]).map(({ pages }) => pages)).toEqual(expected);
});

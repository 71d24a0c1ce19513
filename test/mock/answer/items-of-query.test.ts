import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, text } from '../little.ts';

const SIZE = { type: 'string', enum: ['page', 'screen'] };
const Shot = object({ id: number, size: SIZE, url: text }, ['id', 'size', 'url']);

/** One shot is asked for by its id, and comes in a list. What lists them shows nothing of them. */
const document = (list: object): object =>
  api(
    {
      '/shot/list': { get: answer(array(object({ default: number }))) },
      '/shot/info': {
        get: {
          parameters: [
            { name: 'id', in: 'query', required: true, schema: number },
            { name: 'size', in: 'query', schema: SIZE },
          ],
          ...answer(list),
        },
      },
    },
    { Shot },
  );

interface Shown {
  readonly id: number;
  readonly size: string;
}

test('a drawn list has the one item that the query names by its id, with what else the query says of it', async () => {
  const ask = await asking(document(array(ref('Shot'))));
  for (const [id, size] of [
    [617, 'page'],
    [618, 'screen'],
  ] as const) {
    const { body } = await ask('GET', `/shot/info?id=${id}&size=${size}`);
    expect(body.map((shot: Shown) => [shot.id, shot.size])).toEqual([[id, size]]);
  }
});

test('a drawn list that must be longer has what the query says where that keeps it whole', async () => {
  const ask = await asking(document({ ...array(ref('Shot')), minItems: 4, maxItems: 4 }));
  const { body } = await ask('GET', '/shot/info?id=617&size=screen');
  expect(body.map(({ size }: Shown) => size)).toEqual(['screen', 'screen', 'screen', 'screen']);
});

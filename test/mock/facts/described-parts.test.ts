import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, query, ref, sending, text } from '../little.ts';

const described = (description: string): object =>
  api(
    {
      '/movies': {
        get: {
          parameters: [{ name: 'title', in: 'query', schema: text, description }],
          ...answer(array(ref('Movie'))),
        },
        post: { ...sending(object({ title: text })), ...answer(ref('Movie'), '201') },
      },
    },
    { Movie: object({ id: number, title: text }, ['id', 'title']) },
  );

test.each(['Filter movies by (partial) title match', 'Partial match of the title', 'Any part of the title'])(
  'a filter that is described as a part of the value finds the values with this part: %s',
  async (description) => {
    const ask = await asking(described(description));
    const { id } = (await ask('POST', '/movies', { title: 'Dune Part Two' })).body;
    const found = (await ask('GET', '/movies?title=Part')).body;
    expect(found.map((each: { id: number }) => each.id)).toContain(id);
  },
);

test.each(['Filter movies by title', 'Part 2 of a series has a title too'])(
  'another text leaves the filter to whole values: %s',
  async (description) => {
    const ask = await asking(described(description));
    await ask('POST', '/movies', { title: 'Dune Part Two' });
    expect((await ask('GET', '/movies?title=Part')).body).toEqual([]);
  },
);

test('an error text that may be null is null beside a success', async () => {
  const error = { type: ['string', 'null'] };
  const envelope = (data: object): object =>
    object({ success: { type: 'boolean' }, data, error }, ['success', 'data', 'error']);
  const ask = await asking(
    api(
      { '/movies': { ...query('page', number), get: answer(envelope(array(ref('Movie')))) } },
      { Movie: object({ id: number, title: text }, ['id', 'title']) },
    ),
  );
  const { success, error: told } = (await ask('GET', '/movies')).body;
  expect([success, told]).toEqual([true, null]);
});

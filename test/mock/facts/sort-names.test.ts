import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, text } from '../little.ts';

const place = object({ id: text, country_code: text, description: text }, ['id', 'country_code', 'description']);

const ask = await asking(
  api(
    {
      '/places': { get: { parameters: [{ name: 'sort', in: 'query', schema: text }], ...answer(array(ref('Place'))) } },
      '/places/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: answer(ref('Place')),
      },
    },
    { Place: place },
  ),
);

const shown = async (property: string, query = ''): Promise<readonly string[]> =>
  (await ask('GET', `/places${query}`)).body.map((each: Readonly<Record<string, string>>) => each[property]);

test('a sort key may be the first word of a property, and a part of a word is none', async () => {
  const usual = await shown('country_code');
  expect(usual).not.toEqual(usual.toSorted());
  expect(await shown('country_code', '?sort=country')).toEqual(usual.toSorted());
  const ids = await shown('id');
  expect(await shown('description')).not.toEqual((await shown('description')).toSorted());
  expect(await shown('id', '?sort=desc')).toEqual(ids);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, query, ref, text } from '../little.ts';

const all = { type: 'string', default: 'ALL' };

/** What the query names is all of the printouts where it names none. */
const document = api(
  {
    '/printouts': {
      get: { ...query('printoutId', all), ...answer(array(ref('Printout'))) },
      post: { ...query('printoutId', all), ...answer(ref('Printout')) },
    },
    '/printouts/{printoutId}': { ...path('printoutId'), get: answer(ref('Printout')) },
  },
  { Printout: object({ id: text, letter: text }, ['id', 'letter']) },
);

test('a parameter that has a default does not name a new record', async () => {
  const ask = await asking(document);
  const answers = [await ask('POST', '/printouts?printoutId=ALL'), await ask('POST', '/printouts?printoutId=ALL')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(2);
});

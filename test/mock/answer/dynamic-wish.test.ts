import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object } from '../little.ts';

const TITLE = 'The title in the document';
const document = api({ '/note': { get: answer(object({ title: { type: 'string', examples: [TITLE] } }, ['title'])) } });

test.each([
  { dynamic: true, wish: 'false', isShown: true },
  { dynamic: true, wish: undefined, isShown: false },
  { dynamic: false, wish: 'true', isShown: false },
  { dynamic: false, wish: undefined, isShown: true },
])('the wish of a request ($wish) counts more than --dynamic ($dynamic)', async ({ dynamic, wish, isShown }) => {
  const ask = await asking(document, { dynamic, stateless: true });
  const fields: Record<string, string> = wish === undefined ? {} : { prefer: `dynamic=${wish}` };
  const { body } = await ask('GET', '/note', undefined, fields);
  expect(body.title === TITLE).toBe(isShown);
  if (wish !== undefined) expect((await ask('GET', `/note?__dynamic=${wish}`)).body).toEqual(body);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, number, object, sending } from '../little.ts';

const body = sending(object({ size: number }, ['size']));
const said = (...statuses: readonly string[]): object =>
  answer(object({}), '201', Object.fromEntries(statuses.map((status) => [status, { description: 'wrong' }])));

test.each([
  ['as most operations of the document', [['400'], ['400'], ['422']], [], 400],
  ['as most operations of the document, also with 422', [['422'], ['422', '400']], [], 422],
  ['as its operation says, whatever the others say', [['400'], ['400']], ['422'], 422],
  ['422 where a single operation has 400', [['400'], []], [], 422],
  ['422 where no operation says it', [[], ['404']], [], 422],
])('an invalid request is refused %s', async (_, others, own, status) => {
  const paths = Object.fromEntries(
    others.map((statuses, at) => [`/other${at}`, { post: { ...body, ...said(...statuses) } }]),
  );
  const ask = await asking(api({ ...paths, '/boxes': { post: { ...body, ...said(...own) } } }));
  expect((await ask('POST', '/boxes', { size: 'large' })).status).toBe(status);
});

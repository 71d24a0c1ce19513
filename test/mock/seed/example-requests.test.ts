import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { api, array, object, path, ref, text } from '../little.ts';

const Ref = object({ ref: text, sha: text }, ['ref', 'sha']);
const example = { ref: 'topic', sha: 'a1' };
const shown = (schema: object, value: unknown): object => ({
  responses: {
    200: { description: 'done', content: { 'application/json': { schema, example: value } } },
    409: { description: 'The name is taken.' },
  },
});
const document = api(
  {
    '/refs': {
      get: shown(array(ref('Ref')), [example]),
      post: {
        requestBody: { content: { 'application/json': { schema: ref('Ref'), example: { ...example, sha: 'b2' } } } },
        ...shown(ref('Ref'), example),
      },
    },
    '/refs/{ref}': { ...path('ref'), get: shown(ref('Ref'), example) },
  },
  { Ref },
);

test('the documented example of a create succeeds once, although a seeded record has its name', async () => {
  const ask = await asking(document);
  const { body: before } = await ask('GET', '/refs');
  expect((await ask('GET', '/refs/topic')).body.sha).toBe('a1');
  expect((await ask('POST', '/refs', { ref: 'topic', sha: 'b2' })).status).toBe(200);
  expect((await ask('GET', '/refs/topic')).body.sha).toBe('b2');
  expect((await ask('GET', '/refs')).body.length).toBe(before.length);
  expect((await ask('POST', '/refs', { ref: 'topic', sha: 'b2' })).status).toBe(409);
});

test('another seeded name is taken', async () => {
  const ask = await asking(document);
  const { body: all } = await ask('GET', '/refs');
  const other = all.find((each: { ref: string }) => each.ref !== 'topic');
  expect((await ask('POST', '/refs', { ref: other.ref, sha: 'b2' })).status).toBe(409);
});

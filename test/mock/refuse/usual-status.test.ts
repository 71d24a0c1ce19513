import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { api, object, sending, text } from '../little.ts';

const create = (...statuses: readonly string[]): object => ({
  post: {
    ...sending(object({ name: text }, ['name'])),
    responses: Object.fromEntries(['201', ...statuses].map((status) => [status, { description: '' }])),
  },
});

test.each([
  [422, ['422', '422']],
  [400, ['400', '400']],
  [400, ['422', '400']],
  [400, ['422']],
])('A status that is only the default is %i where other operations document %j', async (status, others) => {
  const paths = others.map((each, at) => [`/others-${at}`, create(each)] as const);
  const ask = await asking(api({ ...Object.fromEntries(paths), '/things': create('default') }));
  expect((await ask('POST', '/things', {})).status).toBe(status);
});

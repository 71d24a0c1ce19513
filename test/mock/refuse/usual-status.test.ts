import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, sending, text } from '../little.ts';

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

const field = (name: string): object => ({ in: 'header', name, required: true, schema: { type: 'string' } });

test.each([
  ['the documented 401 without a header field for a credential', 'X-API-KEY', { 401: { description: 'no key' } }, 401],
  [
    'the documented 401 without a header field for a subscription',
    'Acme-Subscription-Key',
    { 401: { description: '' } },
    401,
  ],
  ['the status for invalid requests without a token of another use', 'X-CSRF-Token', { 401: { description: '' } }, 422],
  [
    'the status for invalid requests without a token of a write',
    'Idempotency-Token',
    { 401: { description: '' } },
    422,
  ],
  ['the status for invalid requests where no 401 is documented', 'X-API-KEY', {}, 422],
  ['the status for invalid requests without another header field', 'Accept-Version', { 401: { description: '' } }, 422],
])('a request is refused with %s', async (_, name, others, status) => {
  const ask = await asking(api({ '/fish': { get: { parameters: [field(name)], ...answer(text, '200', others) } } }));
  expect((await ask('GET', '/fish')).status).toBe(status);
  expect((await ask('GET', '/fish', undefined, { [name]: 'k' })).status).toBe(200);
});

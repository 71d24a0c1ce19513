import { expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const user = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] };
const document = {
  openapi: '3.1.0',
  info: { title: 'users', version: '1' },
  paths: {
    '/users/{name}': {
      parameters: [
        { name: 'name', in: 'path', required: true, ...json({ type: 'string' }) },
        { name: 'where', in: 'query', ...json({ type: 'object' }) },
      ],
      get: { responses: { 200: { description: '', ...json(user) } } },
    },
  },
};

test.each([
  ['/users/ada', 200],
  ['/users/7', 200],
  ['/users/%22ada%22', 200],
  ['/users/ada?where=%7B%22a%22:1%7D', 200],
  ['/users/ada?where=a', 400],
])('a text that a document has as JSON may stand without quotes: %s is %i', async (path, status) => {
  const mock = await createMock({ document });
  expect((await mock.fetch(new Request(`http://mock${path}`))).status).toBe(status);
  await mock.close();
});

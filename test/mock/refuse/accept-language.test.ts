import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const document = {
  openapi: '3.1.0',
  info: { title: 'Greetings', version: '1' },
  paths: {
    '/greeting': {
      get: {
        parameters: [{ name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['de-DE', 'fr-FR'] } }],
        responses: { 200: { description: 'ok', content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  },
};

test.each([
  ['*', 200],
  ['en-US,en;q=0.9', 200],
  ['de-DE', 200],
  ['en-US', 422],
])('Accept-Language: %s is answered with %i, where two languages are documented', async (language, status) => {
  const mock = await createMock({ document });
  const response = await mock.fetch(
    new Request('http://localhost/greeting', { headers: { 'accept-language': language } }),
  );
  await mock.close();
  expect(response.status).toBe(status);
});

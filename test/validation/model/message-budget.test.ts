import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

/** Look-ahead: only the backtracking engine can read it, and a string of 40 letters takes it longer than anybody waits. */
const SLOW = '^(?=(a+)+$)a+b$';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Codes', version: '1' },
  paths: {
    '/codes': {
      post: {
        operationId: 'send',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'array', items: { type: 'string', pattern: SLOW } } } },
        },
        responses: { '200': { description: 'Taken.' } },
      },
    },
  },
};

test('a message of many strings that no pattern can decide in time is refused with a word', async () => {
  const mock = await createMock({ document: DOCUMENT });
  const body = JSON.stringify(Array.from({ length: 300 }, (_, at) => `${'a'.repeat(40)}${at}`));
  const answer = await mock.fetch(
    new Request('http://localhost/codes', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
  );
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('could not be matched against its pattern within the time for one message');
  await mock.close();
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const text = { type: 'string' };
const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const talk = { type: 'object', required: ['title'], properties: { title: text } };
const talkId = { name: 'talkId', in: 'path', required: true, schema: text };

test('Below an item of any id that was taken away there is nothing any more', async () => {
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'talks', version: '1' },
    paths: {
      '/talks/{talkId}': {
        parameters: [talkId],
        get: { responses: { 200: json(talk) } },
        delete: { responses: { 204: { description: '' } } },
      },
      '/talks/{talkId}/people': {
        parameters: [talkId],
        get: {
          responses: { 200: json({ type: 'array', items: { type: 'object', properties: { id: text, name: text } } }) },
        },
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: text } } } } },
          responses: { 201: json({ type: 'object', properties: { id: text, name: text } }) },
        },
      },
    },
  });
  expect((await ask('GET', '/talks/one/people')).status).toBe(200);
  expect((await ask('DELETE', '/talks/one')).status).toBe(204);
  expect((await ask('GET', '/talks/one/people')).status).toBe(404);
  expect((await ask('POST', '/talks/one/people', { name: 'Ada' })).status).toBe(404);
  expect((await ask('GET', '/talks/two/people')).status).toBe(200);
});

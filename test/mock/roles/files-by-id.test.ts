import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, object, path, sending, text } from '../little.ts';

const gone = { responses: { 204: { description: 'gone' }, 404: { description: 'not there' } } };
const missing = { 404: { description: 'not there' } };

test.each([
  ['no content', { responses: { 200: { description: 'the file' }, ...missing } }],
  [
    'content without a schema',
    { responses: { 200: { description: 'x', content: { 'application/json': {} } }, ...missing } },
  ],
])(
  'a file whose path documents %s is there from its upload, which answers its id alone, to its deletion',
  async (_, read) => {
    const paths = {
      '/template': {
        post: {
          ...sending(object({ template: text }, ['template'])),
          ...answer(
            object({ success: { type: 'boolean' }, data: object({ templateId: text }, ['templateId']) }, ['data']),
          ),
        },
      },
      '/template/{templateId}': { ...path('templateId'), get: read, delete: gone },
    };
    const ask = await asking(api(paths));
    const { body } = await ask('POST', '/template', { template: 'abc' });
    const own = `/template/${body.data.templateId}`;
    expect((await ask('GET', own)).status).toBe(200);
    expect((await ask('DELETE', own)).status).toBe(204);
    expect((await ask('GET', own)).status).toBe(404);
    expect((await ask('DELETE', own)).status).toBe(404);
  },
);

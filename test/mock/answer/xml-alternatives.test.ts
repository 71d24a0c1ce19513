import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const schema = {
  type: 'object',
  xml: { name: 'image' },
  required: ['retired', 'width'],
  anyOf: [
    { required: ['retired'], properties: { retired: { type: 'boolean' } } },
    { required: ['width'], properties: { width: { type: 'integer' } } },
  ],
};

test('elements that only alternatives of a schema describe are read by their types', async () => {
  const mock = await createMock({
    document: {
      openapi: '3.1.0',
      info: { title: 'images', version: '1' },
      paths: {
        '/images': {
          post: {
            requestBody: { required: true, content: { 'application/xml': { schema } } },
            responses: { 200: { description: 'ok' }, 400: { description: 'no' } },
          },
        },
      },
    },
  });
  const send = async (body: string): Promise<number> => {
    const headers = { 'content-type': 'application/xml' };
    return (await mock.fetch(new Request('http://mock/images', { method: 'POST', headers, body }))).status;
  };
  expect(await send('<image><retired>true</retired><width>3</width></image>')).toBe(200);
  expect(await send('<image><retired>maybe</retired><width>wide</width></image>')).toBe(400);
  await mock.close();
});

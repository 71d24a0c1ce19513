import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const object = (id: object): object => ({
  type: 'object',
  properties: { id, name: { type: 'string' } },
  required: ['id'],
});
const answers = (schema: object): object => ({
  responses: { 200: { description: '', ...json(schema) }, 404: { description: 'not there' } },
});
const at = (name: string, schema: object, more: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...more,
});
const text = { type: 'string' };
const album = at('albumId', { ...text, pattern: '^[a-zA-Z0-9]{22}$' }, { example: '4aawyAB9vmqN3uQ7FjRGTy' });
const disc = at('number', { type: 'integer', minimum: 1, example: 7 });

const document = {
  openapi: '3.0.3',
  info: { title: 'music', version: '1' },
  paths: {
    '/albums': { get: answers({ type: 'array', items: object(text) }) },
    '/albums/{albumId}': { parameters: [album], get: answers(object(text)) },
    '/albums/{albumId}/discs': {
      parameters: [album],
      get: answers({ type: 'array', items: object({ type: 'integer' }) }),
    },
    '/albums/{albumId}/discs/{number}': { parameters: [album, disc], get: answers(object({ type: 'integer' })) },
  },
};

test('What a path shows as the example of an id is there from the start, and so is what that has', async () => {
  const ask = await asking(document);
  expect(await ask('GET', '/albums/4aawyAB9vmqN3uQ7FjRGTy')).toMatchObject({
    status: 200,
    body: { id: '4aawyAB9vmqN3uQ7FjRGTy' },
  });
  expect((await ask('GET', '/albums')).body.map(({ id }: { id: string }) => id)).toContain('4aawyAB9vmqN3uQ7FjRGTy');
  expect(await ask('GET', '/albums/4aawyAB9vmqN3uQ7FjRGTy/discs/7')).toMatchObject({ status: 200, body: { id: 7 } });
  expect((await ask('GET', '/albums/4aawyAB9vmqN3uQ7FjRGTx')).status).toBe(404);
});

import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object): object => ({ type: 'object', properties });
const answers = (schema: object): object => ({
  responses: { 200: { description: '', content: { 'application/json': { schema } } }, 404: { description: '' } },
});
const at = (name: string, schema: object = text): object => ({
  parameters: [{ name, in: 'path', required: true, schema }],
});
const Box = object({ boxId: text, colour: text });
const Setting = object({ settingId: integer, boxId: text, name: text });
const Value = object({ code: text });

/** Settings have numbers, and the path of their values takes a key or such a number. */
const document = {
  openapi: '3.1.0',
  info: { title: 'settings', version: '1' },
  paths: {
    '/boxes': { get: answers({ type: 'array', items: Box }) },
    '/boxes/{boxId}': { ...at('boxId'), get: answers(Box) },
    '/boxes/{boxId}/settings': { ...at('boxId'), get: answers({ type: 'array', items: Setting }) },
    '/settings/{settingId}': { ...at('settingId', integer), get: answers(Setting) },
    '/settings/{settingKeyOrId}/value': {
      ...at('settingKeyOrId'),
      get: answers(Value),
      put: { requestBody: { content: { 'application/json': { schema: Value } } }, ...answers(Value) },
    },
  },
};

test('What is nested in an item is found by the number of the item where the path takes a text', async () => {
  const ask = await asking(document);
  const { boxId } = (await ask('GET', '/boxes')).body[0];
  const { settingId } = (await ask('GET', `/boxes/${boxId}/settings`)).body[0];
  expect((await ask('GET', `/settings/${settingId}/value`)).status).toBe(200);
  expect((await ask('GET', '/settings/987654321/value')).status).toBe(404);
});

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

test('An item is found by its name as well, where the path says that it takes the name', async () => {
  const Policy = object({ id: { ...text, readOnly: true }, name: text, level: integer });
  const named = (description: string): object => ({
    parameters: [{ name: 'policy', in: 'path', required: true, schema: text, description }],
  });
  const paths = (description: string): object => ({
    '/policies': {
      get: answers({ type: 'array', items: Policy }),
      post: { requestBody: { content: { 'application/json': { schema: Policy } } }, ...answers(Policy) },
    },
    '/policies/{policy}': { ...named(description), get: answers(Policy) },
  });
  const info = { title: 'policies', version: '1' };
  const ask = await asking({ openapi: '3.1.0', info, paths: paths('User given friendly name of the policy.') });
  const { id } = (await ask('POST', '/policies', { name: 'mine', level: 7 })).body;
  expect((await ask('GET', '/policies/mine')).body).toMatchObject({ id, level: 7 });
  expect((await ask('GET', `/policies/${id}`)).body.level).toBe(7);
  const other = await asking({ openapi: '3.1.0', info, paths: paths('The policy.') });
  await other('POST', '/policies', { name: 'mine', level: 7 });
  expect((await other('GET', '/policies/mine')).status).toBe(404);
});

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

test('a new item with the name that the example of the request has takes the place of the seeded one', async () => {
  const Project = object({ id: { ...text, readOnly: true }, key: text, name: text });
  const shown = { id: '10000', key: 'EX', name: 'Example' };
  const content = (schema: object, example: object): object => ({
    content: { 'application/json': { schema, example } },
  });
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'projects', version: '1' },
    paths: {
      '/projects': {
        get: answers({ type: 'array', items: Project }),
        post: {
          requestBody: content(Project, { key: 'EX', name: 'Mine' }),
          ...answers(object({ id: text, key: text })),
        },
      },
      '/projects/{projectIdOrKey}': {
        ...at('projectIdOrKey'),
        get: { responses: { 200: { description: '', ...content(Project, shown) }, 404: { description: '' } } },
        delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
      },
    },
  });
  expect((await ask('GET', '/projects/EX')).body).toEqual(shown);
  const { id } = (await ask('POST', '/projects', { key: 'EX', name: 'Mine' })).body;
  expect((await ask('GET', '/projects/EX')).body).toEqual({ id, key: 'EX', name: 'Mine' });
  await ask('DELETE', '/projects/EX');
  expect((await ask('GET', '/projects/EX')).status).toBe(404);
});

test('An item is found by each property that the path is said to accept as well', async () => {
  const Member = object({ id: { ...text, readOnly: true }, email_address: text, contact_id: text });
  const description = "The id of the member. This endpoint also accepts a list member's email address or contact_id.";
  const ask = await asking({
    openapi: '3.1.0',
    info: { title: 'members', version: '1' },
    paths: {
      '/members': {
        get: answers({ type: 'array', items: Member }),
        post: { requestBody: { content: { 'application/json': { schema: Member } } }, ...answers(Member) },
      },
      '/members/{hash}': {
        parameters: [{ name: 'hash', in: 'path', required: true, schema: text, description }],
        get: answers(Member),
      },
    },
  });
  const { id } = (await ask('POST', '/members', { email_address: 'ada@example.com', contact_id: 'c-7' })).body;
  for (const name of [id, 'ada@example.com', 'c-7'])
    expect((await ask('GET', `/members/${encodeURIComponent(name)}`)).body.id).toBe(id);
  expect((await ask('GET', '/members/bo@example.com')).status).toBe(404);
});

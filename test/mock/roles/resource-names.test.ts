import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const named = (name: string, description: string): { readonly parameters: readonly object[] } => ({
  parameters: [{ name, in: 'path', required: true, schema: text, description }],
});
const Secret = object({
  name: {
    ...text,
    readOnly: true,
    description: 'The resource name of the secret in the format `projects/*/secrets/*`.',
  },
  label: text,
  createTime: { ...text, format: 'date-time', readOnly: true },
});
const Version = object({
  name: { ...text, description: 'The resource name, in the format `projects/*/secrets/*/versions/*`.' },
  state: { ...text, enum: ['ENABLED', 'DISABLED'] },
  payload: text,
});
const document = api(
  {
    '/v1/{parent}/secrets': {
      ...named('parent', 'The project, in the format `projects/*`.'),
      get: answer(
        object({
          secrets: {
            ...array(ref('Secret')),
            description: 'The secrets, sorted in reverse by createTime (newest first).',
          },
        }),
      ),
      post: {
        operationId: 'keep.projects.secrets.create',
        parameters: [
          { name: 'secretId', in: 'query', schema: text, description: 'Required. It must be unique in the project.' },
        ],
        ...sending(ref('Secret')),
        ...answer(ref('Secret')),
      },
    },
    '/v1/{parent}/versions': {
      ...named('parent', 'The secret, in the format `projects/*/secrets/*`.'),
      get: answer(object({ versions: array(ref('Version')) })),
    },
    '/v1/{parent}:addVersion': {
      ...named('parent', 'The secret, in the format `projects/*/secrets/*`.'),
      post: { ...sending(object({ payload: text })), ...answer(ref('Version')) },
    },
    '/v1/{name}': {
      ...named('name', 'The name of the version, in the format `projects/*/secrets/*/versions/*`.'),
      get: answer(ref('Version')),
      patch: { ...sending(ref('Secret')), ...answer(ref('Secret')) },
      delete: answer(object({})),
    },
    '/v1/{name}:disable': {
      ...named('name', 'The name of the version, in the format `projects/*/secrets/*/versions/*`.'),
      post: { ...sending(object({})), ...answer(ref('Version')) },
    },
  },
  { Secret, Version },
);

test('Records are made, read, listed, changed and deleted by their resource names.', async () => {
  const ask = await asking(document);
  const make = (project: string, body: object) => ask('POST', `/v1/projects/${project}/secrets?secretId=db`, body);
  const made = (await make('shop', { label: 'mine' })).body;
  expect(made).toMatchObject({ name: 'projects/shop/secrets/db', label: 'mine' });
  expect((await make('other', { label: 'theirs' })).body.name).toBe('projects/other/secrets/db');
  expect((await make('shop', { label: 'again' })).status).toBe(409);
  expect((await ask('GET', `/v1/${made.name}`)).body).toEqual(made);
  const { secrets } = (await ask('GET', '/v1/projects/shop/secrets')).body;
  expect(secrets[0]).toEqual(made);
  for (const { name } of secrets) expect((await ask('GET', `/v1/${name}`)).body.name).toBe(name);
  expect((await ask('PATCH', `/v1/${made.name}`, { label: 'new', name: 'other' })).body).toEqual({
    ...made,
    label: 'new',
  });
  expect((await ask('GET', '/v1/projects/other/secrets/db')).body.label).toBe('theirs');
  expect((await ask('GET', '/v1/projects/shop/secrets/none')).status).toBe(404);
  await ask('DELETE', `/v1/${made.name}`);
  expect((await ask('GET', `/v1/${made.name}`)).status).toBe(404);
});

test('An action adds a record below the item of its path, and another one changes it.', async () => {
  const ask = await asking(document);
  const { name } = (await ask('POST', '/v1/projects/shop/secrets?secretId=db', {})).body;
  const first = (await ask('POST', `/v1/${name}:addVersion`, { payload: 'one' })).body;
  expect(first.name).toMatch(/^projects\/shop\/secrets\/db\/versions\/[^/]+$/);
  const second = (await ask('POST', `/v1/${name}:addVersion`, { payload: 'two' })).body;
  expect(second.name).not.toBe(first.name);
  expect((await ask('GET', `/v1/${name}/versions`)).body.versions).toEqual(expect.arrayContaining([first, second]));
  expect((await ask('POST', `/v1/${first.name}:disable`, {})).body).toMatchObject({
    name: first.name,
    state: 'DISABLED',
  });
  expect((await ask('GET', `/v1/${first.name}`)).body.state).toBe('DISABLED');
  expect((await ask('GET', `/v1/${second.name}`)).body.state).toBe(second.state);
  expect((await ask('POST', '/v1/projects/shop/secrets/none:addVersion', { payload: 'x' })).status).toBe(404);
});

test.each([
  ['orders', 'id', 'The id of the order, as in orders/{id}.'],
  ['profiles', 'userId', 'The same as in users/{id}/profiles/{id}.'],
  ['reports', 'month', 'The month as yyyy/MM.'],
  ['files', 'file', 'The name of a file, such as docs/README.'],
])('an id behind the word of its collection is not a resource name: /%s/{%s}, %s', async (word, name, description) => {
  const Thing = object({ id: text, title: text }, ['id', 'title']);
  const ask = await asking(
    api(
      {
        [`/${word}`]: {
          get: answer(array(ref('Thing'))),
          post: { ...sending(object({ title: text }, ['title'])), ...answer(ref('Thing'), '201') },
        },
        [`/${word}/{${name}}`]: { ...named(name, description), get: answer(ref('Thing')) },
      },
      { Thing },
    ),
  );
  const made = (await ask('POST', `/${word}`, { title: 'a' })).body;
  expect((await ask('GET', `/${word}/${made.id}`)).body).toEqual(made);
});

test('a month in capital letters is not the id of a record', async () => {
  const ask = await asking(
    api({ '/{month}': { ...named('month', 'The month as yyyy/MM.'), get: answer(object({ sum: text }, ['sum'])) } }),
  );
  expect((await ask('GET', '/2024-05')).status).toBe(200);
});

test.each([
  ['note', 'Shown to those who open tasks/{id}.'],
  ['copiedFrom', 'The task of which it is a copy, in the format `tasks/*`.'],
])('a property that names another record stays as it is sent: %s, %s', async (property, description) => {
  const sent = object({ title: text, [property]: text }, ['title']);
  const ask = await asking(
    api(
      {
        '/tasks': { get: answer(array(ref('Task'))), post: { ...sending(sent), ...answer(ref('Task'), '201') } },
        '/tasks/{id}': { ...named('id', 'The id.'), get: answer(ref('Task')) },
      },
      { Task: object({ id: text, title: text, [property]: { ...text, description } }, ['id', 'title', property]) },
    ),
  );
  const made = (await ask('POST', '/tasks', { title: 'a', [property]: 'tasks/other' })).body;
  expect(made[property]).toBe('tasks/other');
});

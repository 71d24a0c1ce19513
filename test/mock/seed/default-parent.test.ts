import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const Repo = { $ref: '#/components/schemas/Repo' };
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const answers = (schema: object, status = 200): object => ({
  responses: { [status]: { description: '', ...json(schema) }, 404: { description: 'not there' } },
});
const sent = (properties: object): object => ({
  requestBody: json({ type: 'object', properties, required: ['name'] }),
});

/** A repository is created below an organisation, or by a path that says nothing of it, and is found by both names. */
const document = {
  openapi: '3.1.0',
  info: { title: 'repositories', version: '1' },
  paths: {
    '/orgs': { get: answers({ type: 'array', items: { $ref: '#/components/schemas/Org' } }) },
    '/orgs/{org}': { ...at('org'), get: answers({ $ref: '#/components/schemas/Org' }) },
    '/orgs/{org}/repos': {
      ...at('org'),
      get: answers({ type: 'array', items: Repo }),
      post: { ...sent({ name: text }), ...answers(Repo, 201) },
    },
    '/user/repos': {
      get: answers({ type: 'array', items: Repo }),
      post: { ...sent({ name: text, org: text }), ...answers(Repo, 201) },
    },
    '/orgs/{org}/repos/{repo}': { ...at('org', 'repo'), get: answers(Repo) },
  },
  components: {
    schemas: {
      Org: { type: 'object', properties: { login: text }, required: ['login'] },
      Repo: { type: 'object', properties: { name: text, org: text }, required: ['name', 'org'] },
    },
  },
};

test('What is created by a path that does not say where it belongs is found by its own path', async () => {
  const ask = await asking(document);
  const made = await ask('POST', '/user/repos', { name: 'quill' });
  expect(made.status).toBe(201);
  const path = `/orgs/${encodeURIComponent(made.body.org)}/repos/quill`;
  expect(made.location).toBe(path);
  expect((await ask('GET', path)).body).toEqual(made.body);
  expect((await ask('GET', '/user/repos')).body).toContainEqual(made.body);
  expect((await ask('GET', `/orgs/${encodeURIComponent(made.body.org)}/repos`)).body).toContainEqual(made.body);
});

test('What is sent says where it belongs before anything else does', async () => {
  const ask = await asking(document);
  const { login } = (await ask('GET', '/orgs')).body[1];
  const made = await ask('POST', '/user/repos', { name: 'quill', org: login });
  expect(made.body).toEqual({ name: 'quill', org: login });
  expect((await ask('GET', `/orgs/${login}/repos/quill`)).body).toEqual(made.body);
});

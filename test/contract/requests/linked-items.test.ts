import { expect, test } from 'vitest';
import { apiOf } from '../../spec/documents.ts';
import { collaborators, tell } from '../harness.ts';

const text = { type: 'string' };
const object = (properties: object): object => ({ type: 'object', properties, required: Object.keys(properties) });
const content = (schema: object): object => ({ content: { 'application/json': { schema } } });
const answer = (status: number, schema: object): object => ({ [status]: { description: 'ok', ...content(schema) } });
const sent = (schema: object): object => ({ requestBody: { required: true, ...content(schema) } });
const item = object({ id: text, name: text });
const ID = [{ name: 'id', in: 'path', required: true, schema: text }];
const collection = (name: string, parameter: string): object => ({
  [`/${name}`]: {
    get: { responses: answer(200, { type: 'array', items: item }) },
    post: { ...sent(object({ name: text })), responses: answer(201, item) },
  },
  [`/${name}/{${parameter}}`]: {
    parameters: ID.map((each) => ({ ...each, name: parameter })),
    get: { responses: answer(200, item) },
  },
});

/** Projects that users are put into, by their ids; no word of what happens where there is no such user. */
const API = apiOf({
  paths: {
    ...collection('users', 'user_id'),
    ...collection('projects', 'project_id'),
    '/projects/{project_id}/users': {
      parameters: ID.map((each) => ({ ...each, name: 'project_id' })),
      get: { responses: answer(200, { type: 'array', items: item }) },
      post: {
        operationId: 'link',
        ...sent(object({ user_id: text })),
        responses: answer(201, object({ done: { type: 'boolean' } })),
      },
    },
    '/projects/{project_id}/users/{user_id}': {
      parameters: ['project_id', 'user_id'].map((name) => ({ ...ID[0], name })),
      get: { responses: answer(200, item) },
      delete: { responses: { 204: { description: 'taken out' } } },
    },
  },
});

test('what the body of a link names is there before it is put in', async () => {
  const users = new Map<string, object>();
  const asked: string[] = [];
  const { summary } = await tell({
    ...collaborators(API),
    phases: ['coverage'],
    only: ['link'],
    target: async (request) => {
      const { pathname } = new URL(request.url);
      const body = request.method === 'POST' ? ((await request.json().catch(() => ({}))) as { user_id?: string }) : {};
      if (/^\/(users|projects)$/.test(pathname) && request.method === 'POST') {
        const made = { id: `u${users.size}`, name: 'n', ...body };
        users.set(made.id, made);
        return Response.json(made, { status: 201 });
      }
      if (!pathname.endsWith('/users')) return new Response(null, { status: 404 });
      if (request.method === 'GET') return Response.json([...users.values()]);
      const user = users.get(String(body.user_id));
      asked.push(user === undefined ? 'nobody' : 'somebody');
      return user === undefined ? new Response(null, { status: 404 }) : Response.json({ done: true }, { status: 201 });
    },
  });
  expect(asked.filter((whom) => whom === 'somebody').length).toBeGreaterThan(1);
  expect(summary.findings.map(({ check }) => check)).not.toContain('status.undocumented');
});

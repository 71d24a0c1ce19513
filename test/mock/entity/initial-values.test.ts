import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const whole = { type: 'integer' };
const many = (items: object): object => ({ type: 'array', items });
const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const at = (name: string): object => ({ name, in: 'path', required: true, schema: whole });
const answers = (status: number, schema: object): object => ({ [status]: { description: '', ...json(schema) } });
const missing = { 404: { description: 'not there' } };
const own = (schema: object): object => ({ ...schema, readOnly: true });
const read = (name: string, parameter: string): object => ({
  parameters: [at(parameter)],
  get: { responses: { ...answers(200, ref(name)), ...missing } },
});

const document = {
  openapi: '3.1.0',
  info: { title: 'notes', version: '1' },
  components: {
    schemas: {
      Note: object(
        {
          id: own(whole),
          title: text,
          version: own(whole),
          commentCount: own(whole),
          archivedAt: own({ type: ['string', 'null'], format: 'date-time' }),
        },
        ['id', 'title', 'version'],
      ),
      Comment: object({ id: own(whole), text }, ['id', 'text']),
      User: object({ id: whole, name: text }, ['id', 'name']),
      Group: object({ id: own(whole), name: text, memberCount: own(whole) }, ['id', 'name']),
      Job: object({ id: own(whole), status: { enum: ['running', 'done'] } }, ['id', 'status']),
    },
  },
  paths: {
    '/notes': {
      get: { responses: answers(200, many(ref('Note'))) },
      post: { requestBody: json(object({ title: text }, ['title'])), responses: answers(201, ref('Note')) },
    },
    '/notes/{noteId}': {
      ...read('Note', 'noteId'),
      put: {
        requestBody: json(object({ title: text, version: whole }, ['title'])),
        responses: { ...answers(200, ref('Note')), ...missing, 409: { description: 'The version is outdated.' } },
      },
      patch: { requestBody: json(object({ title: text })), responses: { ...answers(200, ref('Note')), ...missing } },
    },
    '/notes/import': {
      post: {
        requestBody: json(many(object({ title: text, archivedAt: text }, ['title']))),
        responses: answers(202, ref('Job')),
      },
    },
    '/notes/{noteId}/comments': {
      parameters: [at('noteId')],
      get: { responses: answers(200, many(ref('Comment'))) },
      post: { requestBody: json(object({ text }, ['text'])), responses: answers(201, ref('Comment')) },
    },
    '/notes/{noteId}/comments/{commentId}': {
      parameters: [at('noteId'), at('commentId')],
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
    '/jobs': { get: { responses: answers(200, many(ref('Job'))) } },
    '/jobs/{id}': read('Job', 'id'),
    '/users': { get: { responses: answers(200, many(ref('User'))) } },
    '/users/{id}': read('User', 'id'),
    '/groups': {
      get: { responses: answers(200, many(ref('Group'))) },
      post: { requestBody: json(object({ name: text }, ['name'])), responses: answers(201, ref('Group')) },
    },
    '/groups/{groupId}': read('Group', 'groupId'),
    '/groups/{groupId}/members': {
      parameters: [at('groupId')],
      get: { responses: { ...answers(200, many(ref('User'))), ...missing } },
      post: {
        requestBody: json(object({ userId: whole }, ['userId'])),
        responses: { 204: { description: '' }, ...missing },
      },
    },
    '/groups/{groupId}/members/{userId}': {
      parameters: [at('groupId'), at('userId')],
      delete: { responses: { 204: { description: '' }, ...missing } },
    },
  },
};

const serve = (): ReturnType<typeof asking> => asking(document);

test('What is new is the first version, counts nothing, and nothing has been done to it', async () => {
  const ask = await serve();
  const { body } = await ask('POST', '/notes', { title: 'a' });
  expect(body).toEqual({ id: body.id, title: 'a', version: 1, commentCount: 0, archivedAt: null });
});

test('A version of the server counts the writes, and one that is outdated is a conflict where the document says so', async () => {
  const ask = await serve();
  const { id } = (await ask('POST', '/notes', { title: 'a' })).body;
  expect((await ask('PUT', `/notes/${id}`, { title: 'b', version: 1 })).body).toMatchObject({ title: 'b', version: 2 });
  expect((await ask('PUT', `/notes/${id}`, { title: 'c', version: 1 })).status).toBe(409);
  expect((await ask('PATCH', `/notes/${id}`, { title: 'd' })).body).toMatchObject({ title: 'd', version: 3 });
  expect((await ask('PUT', `/notes/${id}`, { title: 'e' })).body).toMatchObject({ title: 'e', version: 4 });
});

test('An item counts what is nested in it', async () => {
  const ask = await serve();
  const { id } = (await ask('POST', '/notes', { title: 'a' })).body;
  const { body: comment } = await ask('POST', `/notes/${id}/comments`, { text: 'x' });
  await ask('POST', `/notes/${id}/comments`, { text: 'y' });
  expect((await ask('GET', `/notes/${id}`)).body.commentCount).toBe(2);
  await ask('DELETE', `/notes/${id}/comments/${comment.id}`);
  expect((await ask('GET', `/notes/${id}`)).body.commentCount).toBe(1);
});

test.each(['commentCount', 'numberOfComments', 'numComments'])(
  'An item says from the start how many are nested in it, as %s',
  async (count) => {
    const ask = await asking(JSON.parse(JSON.stringify(document).replaceAll('commentCount', count)));
    const { length } = (await ask('GET', '/notes/1/comments')).body;
    expect(length).toBeGreaterThan(0);
    expect((await ask('GET', '/notes/1')).body[count]).toBe(length);
  },
);

test('What was only accepted is there to be asked for', async () => {
  const ask = await serve();
  const { status, body: job } = await ask('POST', '/notes/import', [{ title: 'first' }, { title: 'second' }]);
  expect(status).toBe(202);
  expect(await ask('GET', `/jobs/${job.id}`)).toEqual({ status: 200, body: job });
  expect((await ask('GET', '/notes')).body.map(({ title }: { title: string }) => title)).toEqual(
    expect.arrayContaining(['first', 'second']),
  );
});

test('A POST puts what its body names into a collection of links, which shows it; what is nowhere is refused', async () => {
  const ask = await serve();
  const { id } = (await ask('POST', '/groups', { name: 'g' })).body;
  const [user] = (await ask('GET', '/users')).body;
  const put = () => ask('POST', `/groups/${id}/members`, { userId: user.id });
  expect((await put()).status).toBe(204);
  expect((await put()).status).toBe(204);
  expect((await ask('GET', `/groups/${id}/members`)).body).toEqual([user]);
  expect((await ask('GET', `/groups/${id}`)).body.memberCount).toBe(1);
  expect((await ask('POST', `/groups/${id}/members`, { userId: 99_999 })).status).toBe(404);
  expect((await ask('DELETE', `/groups/${id}/members/${user.id}`)).status).toBe(204);
  expect((await ask('GET', `/groups/${id}/members`)).body).toEqual([]);
  expect((await ask('GET', `/users/${user.id}`)).status).toBe(200);
});

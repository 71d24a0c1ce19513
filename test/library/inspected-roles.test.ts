import { expect, test } from 'vitest';
import { inspectDocument } from '../../src/library/index.ts';

const said = (description: string): object => ({ description });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const requestBody = {
  content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } },
};

test('inspect tells the roles that a mock gives to operations whose answers the document does not describe', async () => {
  const { model } = await inspectDocument({
    document: {
      openapi: '3.0.3',
      info: { title: 'Todos', version: '1' },
      paths: {
        '/todos': {
          get: { responses: { 200: said('A list of todos') } },
          post: { requestBody, responses: { 201: said('Created') } },
        },
        '/todos/{id}': {
          parameters: [id],
          get: { responses: { 200: said('A todo') } },
          put: { requestBody, responses: { 200: said('Changed') } },
        },
      },
    },
  });
  expect(model.operations.map(({ method, path, role }) => `${method} ${path} ${role}`)).toEqual([
    'GET /todos list',
    'POST /todos create',
    'GET /todos/{id} read',
    'PUT /todos/{id} replace',
  ]);
});

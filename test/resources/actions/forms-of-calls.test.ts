import { expect, test } from 'vitest';
import { findStandIns } from '../../../src/resources/actions/stand-ins.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { parseApi } from '../../../src/spec/index.ts';

const text = { type: 'string' };
const book = {
  type: 'object',
  required: ['bookId', 'title'],
  properties: { bookId: text, title: text, status: { type: 'string', enum: ['draft', 'published'] } },
};
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const sent = (properties: object, required: readonly string[]): object => ({ type: 'object', properties, required });
const one = sent({ book }, ['book']);

/** Calls by name, each a POST with a summary. */
function documentOf(at: (verb: string) => string): object {
  const call = (verb: string, body: object, answer: object): object => ({
    [at(verb)]: {
      post: {
        summary: `${verb[0]?.toUpperCase()}${verb.slice(1)} books`,
        requestBody: json(body),
        responses: { 200: { description: 'Done', ...json(answer) } },
      },
    },
  });
  const id = sent({ bookId: text }, ['bookId']);
  return {
    openapi: '3.0.3',
    info: { title: 'Books', version: '1' },
    paths: {
      ...call('list', sent({}, []), sent({ books: { type: 'array', items: book } }, ['books'])),
      ...call('create', sent({ title: text }, ['title']), one),
      ...call('get', id, one),
      ...call('update', sent({ bookId: text, title: text }, ['bookId']), one),
      ...call('publish', id, one),
      ...call('delete', id, sent({}, [])),
    },
  };
}

test.each([
  ['a slash', (verb: string) => `/rpc/books/${verb}`],
  ['a dot', (verb: string) => `/rpc/books.${verb}`],
  ['the verb in front', (verb: string) => `/rpc/${verb}Book${verb === 'list' ? 's' : ''}`],
])('calls of one noun, written with %s, are the operations and actions of one resource', (_, at) => {
  const api = parseApi({ name: 'books.json', text: JSON.stringify(documentOf(at)) });
  const { resources, roleOf } = inferResources(api);
  expect(resources.map(({ name }) => name)).toEqual(['books']);
  const kinds = api.operations.map((operation) => roleOf(operation).kind);
  expect(kinds).toEqual(['list', 'create', 'read', 'patch', 'action', 'delete']);
  const publish = api.operations.find(({ path }) => path === at('publish'));
  expect(publish && roleOf(publish)).toMatchObject({ resource: { name: 'books' }, effects: [{ value: 'published' }] });
  const stands = findStandIns(api).map(({ method, path, standsFor }) => [standsFor.call.path, `${method} ${path}`]);
  const item = '/rpc/books/{bookId}';
  expect(stands.map(([call, stand]) => [call, stand?.replace('/book/', '/books/')])).toEqual([
    [at('list'), 'GET /rpc/books'],
    [at('create'), 'POST /rpc/books'],
    [at('get'), `GET ${item}`],
    [at('update'), `PATCH ${item}`],
    [at('delete'), `DELETE ${item}`],
    [at('publish'), `POST ${item}/publish`],
  ]);
});

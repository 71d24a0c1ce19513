import { expect, test } from 'vitest';
import { servedApi } from '../../../src/resources/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { api, object, path, sending, text } from '../../mock/little.ts';

const bare = (status = '200', description = 'done') => ({ responses: { [status]: { description } } });
const free = (schema: object) => ({
  responses: { 200: { description: 'done', content: { 'application/json': { schema } } } },
});
const credentials = sending(object({ email: text, password: text }, ['email', 'password']));
const title = sending(object({ title: text, password: text }, ['title']));

async function formsOf(paths: object): Promise<Readonly<Record<string, unknown>>> {
  const supposed = servedApi(await loadApi(api(paths)));
  return Object.fromEntries(supposed.operations.map((each) => [each.id, each.responses[0]?.content[0]?.schema]));
}

const ITEM = { properties: { id: {}, title: {} }, required: ['id', 'title'] };

test('a list and items without a form have what requests have, and the id of their path', async () => {
  const forms = await formsOf({
    '/tasks': { get: bare(), post: { ...bare('201'), ...title } },
    '/tasks/{id}': { ...path('id'), get: bare(), put: { ...bare(), ...title }, delete: bare('204') },
  });
  expect(forms).toMatchObject({
    'GET /tasks': { type: 'array', items: ITEM },
    'POST /tasks': ITEM,
    'GET /tasks/{id}': ITEM,
    'PUT /tasks/{id}': ITEM,
    'DELETE /tasks/{id}': undefined,
  });
  expect(forms['POST /tasks']).not.toHaveProperty('properties.password');
});

test('free objects hold the list under the word of its path; rows that are free objects get a form', async () => {
  const forms = await formsOf({
    '/books': { get: free({ type: 'object', additionalProperties: true }), post: { ...free({}), ...title } },
    '/pens': { get: free({ type: 'array', items: { type: 'object' } }), post: { ...bare('201'), ...title } },
  });
  expect(forms).toMatchObject({
    'GET /books': { type: 'object', properties: { books: { type: 'array', items: ITEM } } },
    'POST /books': ITEM,
    'GET /pens': { type: 'array', items: ITEM },
  });
});

test.each([
  ['a read has a form', { '/tasks': { get: free(object({ a: text })), post: { ...bare('201'), ...title } } }],
  ['nothing is sent', { '/tasks': { get: bare() }, '/tasks/{id}': { ...path('id'), get: bare(), delete: bare() } }],
  ['the path is a file', { '/logo.png': { get: bare(), post: { ...bare('201'), ...title } } }],
  ['there is no read', { '/mails': { post: { ...bare('202'), ...title } } }],
])('where %s, answers stay as the document has them', async (_, paths) => {
  const loaded = await loadApi(api(paths));
  expect(servedApi(loaded)).toBe(loaded);
});

test('a sign-in that is said to answer a token answers one', async () => {
  const forms = await formsOf({
    '/auth/login': { post: { ...bare('200', 'Signed in, returns access token'), ...credentials } },
    '/auth/register': { post: { ...bare('201', 'Signed up, with a token'), ...credentials } },
  });
  expect(forms).toMatchObject({ 'POST /auth/login': { properties: { access_token: { type: 'string' } } } });
  expect(forms['POST /auth/register']).toBeUndefined();
});

const typed = (type: string, rest: object): object => ({
  responses: { 200: { description: 'done', content: { [type]: rest } } },
});
test.each([
  ['an answer has an example', '/tasks', typed('application/json', { example: [{ a: 1 }] })],
  ['an answer is no JSON', '/tasks', typed('text/csv', {})],
  ['an answer is a choice of schemas', '/tasks', free({ oneOf: [{ type: 'object' }, { type: 'string' }] })],
  ['an answer is a map', '/tasks', free({ type: 'object', additionalProperties: { type: 'integer' } })],
  ['a free object is no list', '/setup', free({ type: 'object' })],
])('where %s, answers stay as the document has them', async (_, at, read) => {
  const loaded = await loadApi(api({ [at]: { get: read, post: { ...bare('201'), ...title } } }));
  expect(servedApi(loaded)).toBe(loaded);
});

test.each([
  ['nothing is said of a token', 'Signed in', credentials],
  ['no password is sent', 'Answers a token', sending(object({ email: text }))],
])('a sign-in answers nothing where %s', async (_, description, sent) => {
  expect(await formsOf({ '/login': { post: { ...bare('200', description), ...sent } } })).toEqual({});
});

test('an upload says nothing about what its path answers', async () => {
  const file = {
    requestBody: { content: { 'multipart/form-data': { schema: object({ f: { ...text, format: 'binary' } }) } } },
  };
  const loaded = await loadApi(api({ '/scans': { get: bare(), post: { ...bare('201'), ...file } } }));
  expect(servedApi(loaded)).toBe(loaded);
});

test('a sent id is the id; a deletion and properties for writing only are left out', async () => {
  const pen = sending(object({ id: { type: 'integer' }, ink: text, pin: { ...text, writeOnly: true } }));
  const forms = await formsOf({
    '/pens/': { get: bare(), post: { ...bare('201'), ...pen } },
    '/pens/{penId}': { ...path('penId'), get: bare(), delete: bare() },
  });
  const form = { type: 'object', properties: { id: { type: 'integer' }, ink: text }, required: [] };
  expect(forms).toEqual({
    'GET /pens/': { type: 'array', items: form },
    'POST /pens/': form,
    'GET /pens/{penId}': form,
  });
});

test('the id that a path calls by the word of its collection is called id', async () => {
  const forms = await formsOf({
    '/pens': { get: bare(), post: { ...bare('201'), ...title } },
    '/pens/{penId}': { ...path('penId'), get: bare() },
  });
  expect(forms).toMatchObject({ 'POST /pens': { properties: { id: text } } });
});

test('a request finds the operation with the supposed answer', async () => {
  const supposed = servedApi(await loadApi(api({ '/tasks': { get: bare(), post: { ...bare('201'), ...title } } })));
  const found = supposed.match({ method: 'GET', path: '/tasks' });
  expect(found.kind === 'found' && found.operation.responses[0]?.content[0]?.schema).toMatchObject({ items: ITEM });
  expect(supposed.operation('GET /tasks')?.responses[0]?.content).toHaveLength(1);
});

test('an item whose own path has no operation has the id that a path below names', async () => {
  const id = { type: 'string', format: 'uuid' };
  const forms = await formsOf({
    '/apps': { get: bare(), post: { ...bare('201'), ...title } },
    '/apps/{id}/start': { ...path('id', id), post: bare('202') },
  });
  expect(forms).toMatchObject({ 'POST /apps': { properties: { id: { format: 'uuid' } } } });
});

const whole = { type: 'object' };
const wrapped = (data: object, example?: object) =>
  free({ ...object({ ok: { type: 'boolean' }, code: { type: 'integer' }, data }), ...(example && { example }) });

test('an envelope about whose content nothing is said has the item or the list in it', async () => {
  const forms = await formsOf({
    '/tasks': { get: wrapped({ type: 'array', items: {} }), post: { ...wrapped(whole), ...title } },
    '/tasks/{id}': { ...path('id'), get: wrapped({}), delete: wrapped({}) },
  });
  expect(forms).toMatchObject({
    'GET /tasks': { properties: { ok: {}, data: { type: 'array', items: ITEM } }, required: ['data'] },
    'POST /tasks': { properties: { data: ITEM } },
    'GET /tasks/{id}': { properties: { data: ITEM } },
  });
  expect(forms['DELETE /tasks/{id}']).toMatchObject({ properties: { data: {} } });
});

test('an envelope keeps the words of its example; a query that must name what is sent reads one', async () => {
  const one = { ...wrapped(whole, { code: 7, data: { a: 1 } }) };
  const named = { ...one, parameters: [{ name: 'title', in: 'query', required: true, schema: text }] };
  const forms = await formsOf({ '/notes': { get: named, post: { ...one, ...title } } });
  expect(forms).toMatchObject({
    'GET /notes': { properties: { code: { examples: [7] }, data: { properties: { title: {} } } } },
  });
});

test('an envelope with a described object beside its content stays as it is', async () => {
  const answered = free(object({ data: whole, owner: object({ name: text }) }));
  const loaded = await loadApi(api({ '/tasks': { get: answered, post: { ...answered, ...title } } }));
  expect(servedApi(loaded)).toBe(loaded);
});

test('a read behind a word and the id of another thing, which requests send, lists items', async () => {
  const product = sending(object({ title: text, categoryId: text }, ['title', 'categoryId']));
  const products = {
    '/products': { get: bare(), post: { ...bare('201'), ...product } },
    '/products/{id}': { ...path('id'), get: bare() },
  };
  const forms = await formsOf({
    ...products,
    '/products/category/{categoryId}': { ...path('categoryId'), get: bare() },
    '/products/barcode/{number}': { ...path('number'), get: bare() },
    '/products/owner/{ownerId}': { ...path('ownerId'), get: bare() },
  });
  expect(forms).toMatchObject({
    'GET /products/category/{categoryId}': { type: 'array', items: { properties: { id: {}, categoryId: {} } } },
    'GET /products/barcode/{number}': undefined,
    'GET /products/owner/{ownerId}': undefined,
  });
});

import { expect, test } from 'vitest';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { createdId, othersCreated, repeatsItemPath } from '../../../src/contract/responses/created-id.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';
import { fromYaml } from '../harness.ts';
import { things } from '../servers/things.ts';

const { api, model } = things();
const index = indexModel(api, model);
const resource = model.resource('things');
const create = api.operations.find(({ id }) => id === 'createThing');

/** The id of what was created, where an answer tells it by its `Location` alone. */
function idBy(location: string, status = 201): unknown {
  if (resource === undefined || create === undefined) throw new Error('there are no things');
  const request: HttpRequest = { method: 'POST', path: '/things', query: '', headers: [], body: { kind: 'none' } };
  const response = { status, headers: [['Location', location]] as const, body: { kind: 'none' } as const };
  return createdId(index, resource, create, { request, exchange: { response, api, model } })?.id;
}

test('an item in a list of one is the created item', () => {
  if (resource === undefined || create === undefined) throw new Error('there are no things');
  const request: HttpRequest = { method: 'POST', path: '/things', query: '', headers: [], body: { kind: 'none' } };
  const idIn = (value: Json): unknown => {
    const body = { kind: 'parsed', mediaType: 'application/json', value, text: '' } as const;
    const response = { status: 201, headers: [], body };
    return createdId(index, resource, create, { request, exchange: { response, api, model } })?.id;
  };
  expect(idIn([{ id: 12 }])).toBe(12);
  expect(idIn([{ id: 12 }, { id: 13 }])).toBeUndefined();
});

test('a Location names what was created, wherever it leads', () => {
  expect(idBy('/things/12')).toBe('12');
  expect(idBy('https://a.test/v2/parts/12?full=true')).toBe('12');
});

test('one that leads to where it was created, or elsewhere by a 303, names nothing', () => {
  expect([idBy('/things'), idBy('https://a.test/v2/things')]).toEqual([undefined, undefined]);
  expect(idBy('/parts/12', 303)).toBeUndefined();
});

test('an item that stands alone where the document has a list is the created item, and so is each of a list that was sent', () => {
  const response = (schema: string) =>
    `{ '201': { description: ok, content: { application/json: { schema: { type: object, properties: { data: ${schema} } } } } } }`;
  const parts = fromYaml(`openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get: { responses: ${response("{ type: array, items: { $ref: '#/components/schemas/Book' } }").replace('201', '200')} }
    post:
      operationId: createBook
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: ${response("{ items: { $ref: '#/components/schemas/Book' } }")}
  /books/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
components: { schemas: { Book: { type: object, properties: { id: { type: integer }, title: { type: string } } } } }
`);
  const [books] = parts.model.resources;
  const post = parts.api.operations.find(({ method }) => method === 'POST');
  if (books === undefined || post === undefined) throw new Error('there are no books');
  expect(parts.model.roleOf(post).responseEntity).toBe('/data/0');
  const request: HttpRequest = { method: 'POST', path: '/books', query: '', headers: [], body: { kind: 'none' } };
  const idIn = (data: Json): unknown => {
    const body = { kind: 'parsed', mediaType: 'application/json', value: { data }, text: '' } as const;
    const exchange = { response: { status: 201, headers: [], body }, api: parts.api, model: parts.model };
    return createdId(indexModel(parts.api, parts.model), books, post, { request, exchange })?.id;
  };
  expect(idIn({ id: 4, title: 'A' })).toBe(4);
  expect(idIn([{ id: 5, title: 'A' }])).toBe(5);
  const others = (sent: Json, data: readonly Json[]): readonly unknown[] => {
    const parsed = (value: Json) => ({ kind: 'parsed', mediaType: 'application/json', value, text: '' }) as const;
    const response = { status: 201, headers: [], body: parsed({ data }) };
    const exchange = { response, api: parts.api, model: parts.model };
    const creation = { request: { ...request, body: parsed(sent) }, exchange };
    const first = createdId(indexModel(parts.api, parts.model), books, post, creation);
    if (first === undefined) throw new Error('no id is shown');
    return othersCreated(books, post, creation, first).map(({ path }) => path);
  };
  const sent = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
  expect(others(sent, [{ id: 6 }, { id: 7 }, { id: 8 }])).toEqual([{ id: 7 }, { id: 8 }]);
  // What was there before: an answer that lists more than was sent, and an id that the request names.
  expect(others({ title: 'A' }, [{ id: 6 }, { id: 7 }])).toEqual([]);
  expect(others([{ title: 'A' }, { id: 7, title: 'B' }], [{ id: 6 }, { id: 7 }])).toEqual([]);
});

test('a Location that encodes the id of the request twice names what the request calls it', () => {
  const named = fromYaml(`openapi: 3.1.0
info: { title: Profiles, version: '1' }
paths:
  /profiles:
    get: { operationId: listProfiles, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Profile' } } } } } } }
    post: { operationId: createProfile, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Profile' } } } }, responses: { '201': { description: ok }, '202': { description: later } } }
  /profiles/{name}:
    get: { parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Profile' } } } } } }
  /jobs/{name}:
    get: { parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } } } }
components: { schemas: { Profile: { type: object, required: [name], properties: { name: { type: string } } } } }
`);
  const profiles = named.model.resource('profiles');
  const operation = named.api.operations.find(({ id }) => id === 'createProfile');
  if (profiles === undefined || operation === undefined) throw new Error('there are no profiles');
  const idAt = (location: string, status: number, answer?: Json): unknown => {
    const value = { name: 'a b' };
    const body = { kind: 'parsed', mediaType: 'application/json', value, text: '' } as const;
    const request: HttpRequest = { method: 'POST', path: '/profiles', query: '', headers: [], body };
    const answered = answer === undefined ? ({ kind: 'none' } as const) : { ...body, value: answer };
    const response = { status, headers: [['Location', location]] as const, body: answered };
    const exchange = { response, api: named.api, model: named.model };
    return createdId(indexModel(named.api, named.model), profiles, operation, { request, exchange })?.id;
  };
  expect([idAt('/profiles/a%2520b', 201), idAt('/profiles/a%20b', 201)]).toEqual(['a b', 'a b']);
  expect(idAt('/profiles/other', 201)).toBe('other');
  // A job that the answer shows is not the item, whatever its own name is.
  expect(idAt('/jobs/j1', 202, { name: 'j1' })).toBe('a b');
  expect(idAt('/jobs/j1', 201, { name: 'j1' })).toBe('j1');
  // It may show the path of the item.
  const job = (...paths: readonly string[]): Json => ({ name: 'j1', resources: { profiles: [...paths] } });
  expect(idAt('/jobs/j1', 202, job('/profiles/x%20y', '/jobs/j1'))).toBe('x y');
  expect(idAt('/jobs/j1', 202, job('/profiles/x', '/profiles/y'))).toBe('a b');
});

test('an item that shows only its resource name has the id at the end of it', () => {
  const item = '{ type: object, properties: { name: { type: string }, label: { type: string } } }';
  const shown = `{ '200': { description: ok, content: { application/json: { schema: ${item} } } } }`;
  const { api: own, model: resources } = fromYaml(`openapi: 3.1.0
info: { title: Secrets, version: '1' }
paths:
  /v1/projects/{project}/secrets:
    parameters: [{ name: project, in: path, required: true, schema: { type: string } }]
    post:
      operationId: createSecret
      parameters: [{ name: secretId, in: query, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: ${item} } } }
      responses: ${shown}
  /v1/projects/{project}/secrets/{secretId}:
    parameters: [{ name: project, in: path, required: true, schema: { type: string } }, { name: secretId, in: path, required: true, schema: { type: string } }]
    get: { responses: ${shown} }
`);
  const secrets = resources.resource('secrets');
  const post = own.operations.find(({ id }) => id === 'createSecret');
  if (secrets === undefined || post === undefined) throw new Error('there are no secrets');
  const request: HttpRequest = {
    method: 'POST',
    path: '/v1/projects/shop/secrets',
    query: '',
    headers: [],
    body: { kind: 'parsed', mediaType: 'application/json', value: { label: 'a' }, text: '' },
  };
  const value = { name: 'projects/shop/secrets/db', label: 'a' };
  const response = {
    status: 200,
    headers: [],
    body: { kind: 'parsed', mediaType: 'application/json', value, text: '' } as const,
  };
  const exchange = { response, api: own, model: resources };
  expect(createdId(indexModel(own, resources), secrets, post, { request, exchange })?.id).toBe('db');
});

test('a resource name that repeats the path of its item is another value than the one that was sent, so that nothing is lost', () => {
  const secret = { itemPath: '/v1/projects/{project}/secrets/{secretId}' } as Parameters<typeof repeatsItemPath>[0];
  expect(repeatsItemPath(secret, 'mine', 'projects/shop/secrets/db')).toBe(true);
  expect(repeatsItemPath(secret, 'projects/shop/secrets/db', 'projects/shop/secrets/other')).toBe(false);
  expect(repeatsItemPath(secret, 'mine', 'other')).toBe(false);
});

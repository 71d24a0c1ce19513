import { expect, test } from 'vitest';
import { withPropertyNames } from '../../../src/contract/requests/property-names.ts';
import type { Intent } from '../../../src/generation/index.ts';
import { fromYaml } from '../harness.ts';

const parts = fromYaml(`openapi: 3.1.0
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: fields, in: query, description: The fields that are returned, schema: { type: array, items: { type: string, minLength: 2 } } }
        - { name: sort, in: query, schema: { type: string } }
        - { name: populate, in: query, description: Relations to return, schema: { type: string } }
        - { name: include_fields, in: query, description: 'Fields to return, such as', schema: { type: array, items: { type: string, enum: [id, all] } } }
        - { name: q, in: query, schema: { type: string } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } }
    patch:
      operationId: updateBooks
      parameters: [{ name: fields, in: query, description: The fields that are returned, schema: { type: array, items: { type: string } } }]
      requestBody: { content: { application/json: { schema: { type: object, properties: { keys: { type: array, items: { type: string } } } } } } }
      responses: { '200': { description: ok } }
  /books/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readBook, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } } }
components:
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        author: { type: object, properties: { name: { type: string } } }
        code: { type: string, writeOnly: true }
        pages: { type: integer }
        id: { type: integer }
        title: { type: string }
`);
const generator = withPropertyNames(parts.generator, parts);
const operationOf = (id: string) => parts.api.operations.find((each) => each.id === id) ?? expect.fail(id);

function queryOf(id: string, intent: Intent, known?: Parameters<typeof generator.request>[3]): URLSearchParams {
  const drawn = generator.request(operationOf(id), intent, { seed: 1, at: 'a' }, known);
  return new URLSearchParams(drawn.ok ? drawn.value.query : expect.fail(drawn.reason));
}

test('a parameter that names properties gets those of the document, the id and what is required first', () => {
  const query = queryOf('listBooks', { kind: 'valid', optional: 'all' });
  expect(query.getAll('fields')).toEqual(['id', 'title', 'pages']);
  expect(query.get('sort')).toBe('id');
  expect(query.get('populate')).toBe('author');
  expect(['id', 'all']).toContain(query.get('include_fields'));
  expect(queryOf('updateBooks', { kind: 'valid', optional: 'all' }).getAll('fields')).toEqual(['id', 'title', 'pages']);
});

test('a parameter that is left out, given, broken or at its bound stays as it is', () => {
  expect(queryOf('listBooks', { kind: 'valid', optional: 'required' }).has('fields')).toBe(false);
  expect(queryOf('listBooks', { kind: 'valid', optional: 'all' }, { 'query.fields': ['x'] }).getAll('fields')).toEqual([
    'x',
  ]);
  const [bound] = generator
    .boundaries(operationOf('listBooks'), { seed: 1, at: 'a' })
    .filter(({ pointer }) => pointer.startsWith('/query/fields/'));
  const atBound = new URLSearchParams(bound?.request.query).getAll('fields');
  expect(atBound.length).toBeGreaterThan(0);
  expect(atBound).not.toEqual(['id', 'title', 'pages']);
});

import { expect, test } from 'vitest';
import { filtersToShow } from '../../../src/contract/responses/filter-rules.ts';
import type { Json } from '../../../src/core/index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { fromYaml } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Issues, version: '1' }
paths:
  /issues:
    get:
      parameters:
        - { name: state, in: query, schema: { type: string, enum: [open, closed, all], default: open } }
        - { name: include_hidden, in: query, schema: { type: boolean } }
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Issue' } } } } } }
  /issues/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } } }
components:
  schemas:
    Issue: { type: object, required: [id, state], properties: { id: { type: integer }, state: { type: string }, hidden: { type: boolean } } }
`;

function filtersFor(entity: Json | undefined): Readonly<Record<string, Json>> | undefined {
  const { api } = fromYaml(DOCUMENT);
  const model = inferResources(api);
  const [operation] = api.operations;
  const list = operation === undefined ? undefined : model.roleOf(operation).list;
  if (operation === undefined || list === undefined) throw new Error('no list');
  return filtersToShow({ operation, list }, entity);
}

test('an item that the default of a filter would hide is asked for by its value', () => {
  expect(filtersFor({ id: 1, state: 'closed' })).toEqual({ state: 'closed' });
  expect(filtersFor({ id: 1, state: 'open' })).toEqual({});
  expect(filtersFor(undefined)).toEqual({});
});

test('an item with a value that the filter does not list is asked for without the filter', () => {
  expect(filtersFor({ id: 1, state: 'locked' })).toEqual({ state: 'all' });
});

test('an item that is hidden otherwise is asked for', () => {
  expect(filtersFor({ id: 1, state: 'open', hidden: true })).toEqual({ include_hidden: true });
  expect(filtersFor({ id: 1, state: 'open', hidden: false })).toEqual({});
});

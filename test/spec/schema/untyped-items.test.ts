import { expect, it } from 'vitest';
import { propertiesOf } from '../../../src/spec/index.ts';
import { apiOf } from '../documents.ts';

const box = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const closed = { type: 'object', properties: { id: { type: 'string' }, kind: { type: 'string' } } };
const either = { title: 'Box', items: { anyOf: [box, closed] } };

function read(list: object, schema: object = either) {
  const api = apiOf({ components: { schemas: { Box: schema, Other: schema, List: list } } }, '3.0.3');
  const shown = (name: string) => {
    const target = api.deref({ $ref: `#/components/schemas/${name}` });
    return typeof target === 'object' ? target : {};
  };
  return { api, shown, codes: () => api.diagnose().map((each) => each.code) };
}
const listOf = (name: string): object => ({ type: 'array', items: { $ref: `#/components/schemas/${name}` } });

it('`items` without a type, of a schema for the items of a list, are what the value itself may be', () => {
  const { shown, codes } = read(listOf('Box'));
  for (const name of ['Box', 'Other']) {
    expect(shown(name).items).toBeUndefined();
    expect(shown(name).allOf).toMatchObject([{ anyOf: [box, closed] }]);
  }
  expect(codes()).toContain('untyped-items');
});

it.each([
  ['no list has such items', { type: 'object' }, either],
  ['the schema has a type', listOf('Box'), { ...either, type: 'array' }],
  ['the schema says more of its value', listOf('Box'), { ...either, minItems: 1 }],
  ['there is no choice', listOf('Box'), { items: box }],
])('and are items where %s', (_, list, schema) => {
  const { api, shown, codes } = read(list, schema);
  expect(shown('Box').items).toBeDefined();
  expect(Object.keys(propertiesOf(api, shown('Box')))).toEqual([]);
  expect(codes()).not.toContain('untyped-items');
});

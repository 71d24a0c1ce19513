import { describe, expect, it } from 'vitest';
import { inferResources } from '../../../src/resources/index.ts';
import { many, object, ref, small, text } from '../documents.ts';

const District = object({ id: text, name: text });
const School = object({ id: text, district: text, town: text });
const wrapped = (schema: string) => object({ data: ref(schema) });
const SCHEMAS = { District, School };

describe('A list below an item of another resource', () => {
  it.each([
    ['as they are', ref('District'), ref('School'), '/district'],
    ['in an envelope of their own', wrapped('District'), wrapped('School'), '/data/district'],
  ])('shows that a property of its records is the id of that item, with records %s', async (_, one, other, pointer) => {
    const list = (item: object): object => object({ data: many(item) });
    const api = await small(
      {
        'GET /districts': { answer: list(one) },
        'GET /districts/{id}': { answer: one },
        'GET /districts/{id}/schools': { answer: list(other) },
        'GET /schools': { answer: list(other) },
        'GET /schools/{id}': { answer: other },
      },
      SCHEMAS,
    );
    const schools = inferResources(api).resource('schools');
    expect(schools?.relations).toEqual([{ pointer, resource: 'districts', required: false }]);
  });

  it('shows nothing where items of that resource cannot be listed', async () => {
    const api = await small(
      {
        'GET /districts/{id}': { answer: ref('District') },
        'GET /districts/{id}/schools': { answer: many(ref('School')) },
        'GET /schools': { answer: many(ref('School')) },
        'GET /schools/{id}': { answer: ref('School') },
      },
      SCHEMAS,
    );
    expect(inferResources(api).resource('schools')?.relations).toEqual([]);
  });

  it('may be filtered by what its records hold, whatever is asked for first', async () => {
    const school = object({ id: text, district: text, tags: many(object({ id: text, label: text })) });
    const read = async (first: 'relations' | 'list'): Promise<unknown> => {
      const api = await small(
        {
          'GET /districts': { answer: many(ref('District')) },
          'GET /districts/{id}': { answer: ref('District') },
          'GET /districts/{id}/schools': { answer: many(ref('School')), query: { tag: text } },
          'GET /schools': { answer: many(ref('School')) },
          'GET /schools/{id}': { answer: ref('School') },
        },
        { District, School: school },
      );
      const model = inferResources(api);
      const list = api.operations.find(({ path }) => path === '/districts/{id}/schools');
      if (first === 'list' && list !== undefined) model.roleOf(list);
      return model.resource('schools')?.relations;
    };
    const relations = [{ pointer: '/district', resource: 'districts', required: false }];
    expect([await read('relations'), await read('list')]).toEqual([relations, relations]);
  });
});

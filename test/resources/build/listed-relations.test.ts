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
});

import { describe, expect, it } from 'vitest';
import { inferResources } from '../../../src/resources/index.ts';
import { many, object, ref, small, text } from '../documents.ts';

const identifier = (type: object) => object({ type, id: text }, ['type', 'id']);
const only = (name: string) => ({ type: 'string', enum: [name] });
const linked = (data: object) => object({ data }, ['data']);

const relationsOf = async (relationships: object, required: readonly string[] = ['relationships']) => {
  const Loan = object({ type: only('loans'), id: text, relationships }, required);
  const document = (schema: string) => object({ data: ref(schema) });
  const api = await small(
    {
      'GET /readers': { answer: object({ data: many(ref('Reader')) }) },
      'GET /readers/{id}': { answer: document('Reader') },
      'GET /loans': { answer: object({ data: many(ref('Loan')) }) },
      'GET /loans/{id}': { answer: document('Loan') },
    },
    { Reader: object({ type: only('readers'), id: text }), Loan },
  );
  return inferResources(api).resource('loans')?.relations;
};

describe('An object of a type and an id', () => {
  it('refers to the resource with the name of its only type', async () => {
    expect(await relationsOf(object({ borrower: linked(identifier(only('readers'))) }, ['borrower']))).toEqual([
      { pointer: '/relationships/borrower/data/id', resource: 'readers', required: true },
    ]);
    expect(await relationsOf(object({ borrower: linked(identifier({ const: 'readers' })) }))).toEqual([
      { pointer: '/relationships/borrower/data/id', resource: 'readers', required: false },
    ]);
  });

  it('refers to several of them in a list', async () => {
    expect(await relationsOf(object({ borrowers: linked(many(identifier(only('readers')))) }))).toEqual([
      { pointer: '/relationships/borrowers/data/*/id', resource: 'readers', required: false },
    ]);
  });

  it('refers to the resource with the name of the relationship where any type is allowed', async () => {
    expect(await relationsOf(object({ reader: linked(identifier(text)) }))).toEqual([
      { pointer: '/relationships/reader/data/id', resource: 'readers', required: false },
    ]);
    expect(await relationsOf(object({ reader: identifier(text) }))).toEqual([]);
  });

  it('is not required where it may be null', async () => {
    const nullable = { ...identifier(only('readers')), type: ['object', 'null'] };
    expect(await relationsOf(object({ borrower: linked(nullable) }, ['borrower']))).toEqual([
      { pointer: '/relationships/borrower/data/id', resource: 'readers', required: false },
    ]);
  });

  it('refers to nothing where it has properties of its own, or a type that no resource has', async () => {
    const more = object({ type: only('readers'), id: text, name: text });
    expect(await relationsOf(object({ borrower: linked(more) }))).toEqual([]);
    expect(await relationsOf(object({ borrower: linked(identifier(only('dogs'))) }))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { many, type Op, object, PET, ref, see, small, text, whole } from '../documents.ts';

const pet = ref('Pet');
const base = (changes: Readonly<Record<string, Op>> = {}) =>
  small(
    {
      'GET /pets': { answer: many(pet) },
      'GET /pets/{petId}': { answer: pet },
      'POST /pets/{petId}/clone': { answer: pet, status: '201' },
      'GET /cats': { answer: object({ found: many(pet), took: whole }) },
      ...changes,
    },
    { Pet: PET },
  );

describe('A person corrects the guess', () => {
  it('by a role in the document', async () => {
    const { short, role } = see(
      await base({ 'GET /pets': { answer: many(pet), extensions: { 'x-standin-role': 'none' } } }),
    );
    expect(short('GET /pets')).toBe('none');
    expect(role('GET /pets').why[0]).toBe('told: role none');
  });

  it('by a role and a resource over the document, which win', async () => {
    const api = await base({ 'POST /pets/{petId}/clone': { answer: pet, extensions: { 'x-standin-role': 'none' } } });
    const id = 'POST /pets/{petId}/clone';
    const { role } = see(api, { operations: { [id]: { role: 'create', resource: 'pets' } } });
    expect(role(id)).toMatchObject({ kind: 'create', responseEntity: '' });
    expect(role(id).resource?.name).toBe('pets');
  });

  it('by another resource for a path', async () => {
    const { role } = see(
      await base({ 'GET /cats': { answer: many(pet), extensions: { 'x-standin-resource': 'pets' } } }),
    );
    expect(role('GET /cats')).toMatchObject({ kind: 'list', list: { items: '' } });
    expect(role('GET /cats').resource?.name).toBe('pets');
  });

  it('by a new name for a resource', async () => {
    const { model, short } = see(
      await base({ 'GET /pets': { answer: many(pet), extensions: { 'x-standin-resource': 'animals' } } }),
    );
    expect(short('GET /pets')).toBe('list animals');
    expect(short('GET /pets/{petId}')).toBe('read animals');
    expect(model.resource('animals')?.collectionPath).toBe('/pets');
  });

  it('by the property that is the id', async () => {
    const { model, role } = see(
      await base({ 'GET /pets/{petId}': { answer: pet, extensions: { 'x-standin-id': 'name' } } }),
    );
    expect(model.resource('pets')?.id?.property).toBe('name');
    expect(role('GET /pets/{petId}').id?.property).toBe('name');
  });

  it('by the parent', async () => {
    const { model } = see(
      await base({
        'GET /homes/{homeId}/beds': {
          answer: many(object({ id: text, size: text })),
          extensions: { 'x-standin-parent': 'pets' },
        },
      }),
    );
    expect(model.resource('beds')?.parent).toMatchObject({ resource: 'pets', parameter: 'homeId' });
  });

  it('but not by words that mean nothing', async () => {
    const { short } = see(
      await base({ 'GET /pets': { answer: many(pet), extensions: { 'x-standin-role': 'fetch' } } }),
    );
    expect(short('GET /pets')).toBe('list pets');
  });

  it('by a resource that only they know of', async () => {
    const id = 'POST /pets/{petId}/clone';
    const { role, model } = see(await base(), { operations: { [id]: { role: 'create', resource: 'dogs' } } });
    expect(role(id)).toMatchObject({ kind: 'create', responseEntity: '' });
    expect(model.resource('dogs')).toBe(role(id).resource);
  });
});

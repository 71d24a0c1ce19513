import { describe, expect, it } from 'vitest';
import { many, NEW_PET, object, PET, ref, see, small, text, whole } from './documents.ts';

const SCHEMAS = { Pet: PET, NewPet: NEW_PET };
const pet = ref('Pet');

describe('A path that ends in the form of what it shows', () => {
  const list = { answer: object({ pets: many(pet), page: whole, page_size: whole, next_page_uri: text, uri: text }) };
  const create = { body: ref('NewPet'), answer: pet, status: '201' };

  it.each([
    ['/pets.json', '/pets/{id}.json'],
    ['/pets.{format}', '/pets/{id}.{format}'],
    ['/pets/json', '/pets/{id}/json'],
  ])('is that path (%s, %s)', async (collection, item) => {
    const { short, model } = see(
      await small(
        {
          [`GET ${collection}`]: list,
          [`POST ${collection}`]: create,
          [`GET ${item}`]: { answer: pet },
          [`DELETE ${item}`]: { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short(`GET ${collection}`)).toBe('list pets');
    expect(short(`POST ${collection}`)).toBe('create pets');
    expect(short(`GET ${item}`)).toBe('read pets');
    expect(short(`DELETE ${item}`)).toBe('delete pets');
    expect(model.resource('pets')).toMatchObject({ collectionPath: collection, itemPath: item });
  });

  it('is one collection with that path', async () => {
    const { short } = see(
      await small(
        {
          'GET /pets/json': { answer: many(pet) },
          'POST /pets/create': create,
          'GET /pets/{id}/json': { answer: pet },
          'DELETE /pets/{id}': { status: '204' },
          'POST /pets/{id}/walk': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short('POST /pets/create')).toBe('create pets');
    expect(short('GET /pets/{id}/json')).toBe('read pets');
    expect(short('DELETE /pets/{id}')).toBe('delete pets');
    expect(short('POST /pets/{id}/walk')).toBe('action');
  });
});

describe('An item in the envelope of the whole list', () => {
  const pets = object({ Pets: many(pet) });

  it('is the first of that list, in answers and in what is sent', async () => {
    const { short, role } = see(
      await small(
        {
          'GET /pets': { answer: pets },
          'GET /pets/{petId}': { answer: pets },
          'POST /pets/{petId}': { body: pets, answer: pets },
          'DELETE /pets/{petId}': { status: '204' },
        },
        SCHEMAS,
      ),
    );
    expect(short('GET /pets/{petId}')).toBe('read pets');
    expect(role('GET /pets/{petId}').responseEntity).toBe('/Pets/0');
    expect(role('POST /pets/{petId}')).toMatchObject({
      kind: 'patch',
      requestEntity: '/Pets/0',
      responseEntity: '/Pets/0',
    });
    expect(short('DELETE /pets/{petId}')).toBe('delete pets');
  });

  it.each([
    ['/pets/{status}', {}, 'list pets'],
    ['/pets/{petId}', { page: whole }, 'none'],
  ])('is not seen where the path or the query chooses among many (%s)', async (path, query, seen) => {
    const { short } = see(
      await small({ 'GET /pets': { answer: pets }, [`GET ${path}`]: { answer: pets, query } }, SCHEMAS),
    );
    expect(short(`GET ${path}`)).toBe(seen);
  });
});

describe('A PUT on a collection', () => {
  it('creates where the operation says so and no POST does', async () => {
    const put = (id: string, beside: object = {}) =>
      small(
        {
          'GET /pets': { answer: object({ Pets: many(pet) }) },
          'PUT /pets': { body: pet, answer: object({ Pets: many(pet) }), extensions: { operationId: id } },
          'GET /pets/{petId}': { answer: pet },
          ...beside,
        },
        SCHEMAS,
      );
    const { role } = see(await put('createPet'));
    expect(role('PUT /pets')).toMatchObject({ kind: 'create', requestEntity: '', responseEntity: '/Pets/0' });
    expect(see(await put('savePets')).short('PUT /pets')).toBe('action');
    const post = { 'POST /pets': { body: pet, answer: pet } };
    expect(see(await put('createPet', post)).short('PUT /pets')).toBe('action');
  });

  it('changes the item whose id is in its body, though the body says more than the item shows', async () => {
    const update = object({ petId: whole, name: text, status: text, notify: text }, ['petId']);
    const shown = object({ petId: whole, name: text, status: text, owner: text });
    const { role } = see(
      await small({
        'GET /pets/{id}': { answer: shown },
        'PUT /pets': { body: update, answer: shown },
      }),
    );
    expect(role('PUT /pets')).toMatchObject({ kind: 'replace', keeps: ['owner'] });
  });
});

describe('A POST that answers no more than an id', () => {
  const shown = object({ ID: text, createdAt: text, Spec: ref('Spec') });
  const schemas = { Spec: object({ name: text, labels: many(text) }) };
  const rest = {
    'GET /configs': { answer: many(shown) },
    'GET /configs/{id}': { answer: shown },
  };

  it('creates what it is sent, where the document has a part of the entity for it', async () => {
    const { role } = see(
      await small({ ...rest, 'POST /configs': { body: ref('Spec'), answer: object({ ID: text }) } }, schemas),
    );
    expect(role('POST /configs')).toMatchObject({ kind: 'create', requestEntity: '', sentAs: '/Spec' });
  });

  it('creates with 201, whatever it is sent', async () => {
    const at = async (status: string, answer: object) => {
      const post = { body: object({ image: text, command: text }), answer, status };
      return see(await small({ ...rest, 'POST /configs': post }, schemas)).short('POST /configs');
    };
    expect(await at('201', object({ id: text, warnings: many(text) }))).toBe('create configs');
    expect(await at('201', object({ configId: text }))).toBe('create configs');
    expect(await at('200', object({ id: text }))).toBe('action');
    expect(await at('201', object({ jobId: text }))).toBe('action');
  });
});

describe('A POST that answers a list of what it made', () => {
  it('creates with 201, whatever it is sent', async () => {
    const at = async (status: string) => {
      const post = { body: object({ numbers: many(text) }), answer: object({ data: many(pet) }), status };
      const paths = { 'GET /pets': { answer: object({ data: many(pet) }) }, 'GET /pets/{petId}': { answer: pet } };
      return see(await small({ ...paths, 'POST /pets': post }, SCHEMAS)).role('POST /pets');
    };
    expect(await at('201')).toMatchObject({ kind: 'create', responseEntity: '/data/0' });
    expect(await at('200')).toMatchObject({ kind: 'action' });
  });
});

describe('A POST on a path that lists some of a collection', () => {
  it('creates with 201 where it takes and answers one of them', async () => {
    const at = async (status: string) => {
      const paths = {
        'GET /pets': { answer: many(pet) },
        'GET /pets/{petId}': { answer: pet },
        'GET /pets/local': { answer: many(pet) },
        'POST /pets/local': { body: ref('NewPet'), answer: pet, status },
      };
      return see(await small(paths, SCHEMAS)).short('POST /pets/local');
    };
    expect(await at('201')).toBe('create pets');
    expect(await at('200')).toBe('action');
  });
});

describe('A collection for each value of a parameter', () => {
  const rest = {
    'GET /pets/{owner}': { answer: object({ items: many(pet), totalCount: whole }) },
    'POST /pets/{owner}': { body: ref('NewPet'), answer: pet, status: '201' },
    'GET /pets/{owner}/{id}': { answer: pet },
    'DELETE /pets/{owner}/{id}': { status: '204' },
    'POST /pets/{owner}/{id}/walk': { status: '204' },
  };

  it('is one where things are made behind a parameter, and the next one names them', async () => {
    const { short, role, model } = see(await small(rest, SCHEMAS));
    expect(Object.keys(rest).map(short)).toEqual(['list pets', 'create pets', 'read pets', 'delete pets', 'action']);
    expect(role('GET /pets/{owner}/{id}')).toMatchObject({
      id: { parameter: 'id', property: 'id' },
      scope: [{ parameter: 'owner', home: 'owner' }],
    });
    expect(role('POST /pets/{owner}/{id}/walk').resource).toBe(model.resource('pets'));
    expect(model.resource('pets')).toMatchObject({
      collectionPath: '/pets/{owner}',
      itemPath: '/pets/{owner}/{id}',
    });
  });

  it('is none where what stands behind the first parameter is changed itself', async () => {
    const { short } = see(await small({ ...rest, 'PATCH /pets/{owner}': { body: pet, answer: pet } }, SCHEMAS));
    expect(short('GET /pets/{owner}/{id}')).toBe('none');
  });
});

describe('A GET that answers as the item path does', () => {
  const one = object({ data: ref('Pet'), included: many(ref('Owner')) });
  const schemas = { ...SCHEMAS, Owner: object({ id: whole, town: text }), One: one };

  it('shows the item that its query must name, and the collection is still one', async () => {
    const parameters = [{ name: 'chip', in: 'query', required: true, schema: text }];
    const { short } = see(
      await small(
        {
          'GET /pets': { answer: ref('One'), extensions: { parameters } },
          'DELETE /pets': { body: object({ ids: many(whole) }) },
          'POST /pets': { body: ref('NewPet'), answer: ref('One') },
          'GET /pets/{id}': { answer: ref('One') },
        },
        schemas,
      ),
    );
    expect(short('GET /pets')).toBe('none');
    expect(short('POST /pets')).toBe('create pets');
    expect(short('GET /pets/{id}')).toBe('read pets');
  });
});

describe('A POST at a word that is mostly a command', () => {
  const made = { body: ref('NewPet'), answer: pet, status: '201' };

  it('creates where that word has items, which are what it answers', async () => {
    const { short } = see(await small({ 'POST /batch': made, 'GET /batch/{id}': { answer: pet } }, SCHEMAS));
    expect(short('POST /batch')).toBe('create batch');
  });

  it('is a command elsewhere', async () => {
    const { short } = see(await small({ 'GET /pets': { answer: many(pet) }, 'POST /pets/batch': made }, SCHEMAS));
    expect(short('POST /pets/batch')).toBe('action');
  });
});

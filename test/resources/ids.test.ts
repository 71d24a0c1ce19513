import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointerTo } from '../../src/resources/index.ts';
import { singular } from '../../src/resources/model/words.ts';
import { many, object, ref, see, small, text, whole } from './documents.ts';

describe('The id of an item', () => {
  it.each([
    ['/pets/{petId}', ['id', 'name'], 'id'],
    ['/pets/{pet_id}', ['id', 'name'], 'id'],
    ['/pets/{idValue}', ['home', 'petId'], 'petId'],
    ['/pets/{pet}', ['id', 'name'], 'id'],
    ['/pets/{id}', ['petId', 'id'], 'id'],
    ['/stock/{petId}', ['petId', 'quantity'], 'petId'],
    ['/payment_intents/{intent}', ['id', 'amount'], 'id'],
    ['/users/{username}', ['id', 'username'], 'username'],
    ['/members/{username}', ['id', 'login'], 'login'],
    ['/secrets/{secret_name}', ['name', 'created_at'], 'name'],
    ['/alerts/{alert_number}', ['number', 'state'], 'number'],
    ['/tickets/{index}', ['id', 'number'], 'number'],
    ['/teams/{team_slug}', ['id', 'slug'], 'slug'],
    ['/blobs/{file_sha}', ['sha', 'size'], 'sha'],
    ['/countries/{code}', ['code', 'name'], 'code'],
    ['/things/{uuid}', ['uuid', 'name'], 'uuid'],
    ['/upload-tokens/{uploadToken}', ['token', 'ttl'], 'token'],
    ['/upload-tokens/{uploadToken}', ['id', 'token'], 'id'],
    ['/members/{user}', ['username', 'role'], 'username'],
    ['/links/tokens/{token}', ['secret', 'name'], 'secret'],
    ['/links/tokens/{token}', ['secret', 'name', 'id'], 'id'],
    ['/members/{user}', ['id', 'username'], 'id'],
    ['/identities/{mailIdentity}', ['identityName', 'kind'], 'identityName'],
    ['/tokens/{uploadToken}', ['color', 'upload'], undefined],
    ['/things/{other}', ['color', 'size'], undefined],
  ])('%s is, among %j, %s', async (path, properties, property) => {
    const item = object(Object.fromEntries(properties.map((name) => [name, text])));
    const collection = path.replace(/\/\{.*/, '');
    const { model } = see(
      await small({ [`GET ${collection}`]: { answer: many(item) }, [`GET ${path}`]: { answer: item } }),
    );
    expect(model.resources[0]?.id?.property).toBe(property);
  });

  it.each([
    ['Unique name of the collection.', 'collection'],
    ['The collection key.', 'collection'],
    ['What the collector says.', undefined],
  ])('is called as the item is, where its description, “%s”, says that it identifies it', async (description, id) => {
    const item = object({ collection: { type: 'string', description }, icon: text });
    const { model } = see(
      await small({ 'GET /collections': { answer: many(item) }, 'GET /collections/{id}': { answer: item } }),
    );
    expect(model.resources[0]?.id?.property).toBe(id);
  });

  it.each([
    ['database', 'Name of the database to retrieve', 'name', ['id']],
    ['database', 'The ID or name of the database', 'id', ['name']],
    ['database', 'Database name', 'name', ['id']],
    ['database', 'Which database', 'id', undefined],
    ['database', 'The database that has the name', 'id', undefined],
    ['database_id', 'Name of the database', 'id', ['name']],
  ])('{%s}, “%s”, is the %s', async (parameter, description, id, also) => {
    const item = object({ id: { type: 'string', format: 'uuid' }, name: text });
    const api = await small(
      { 'GET /databases': { answer: many(item) }, [`GET /databases/{${parameter}}`]: { answer: item } },
      {},
      { [parameter]: { type: 'string', description } },
    );
    const found = see(api).model.resources[0]?.id;
    expect([found?.property, found?.also]).toEqual([id, also]);
  });

  it('is not a property that can never hold what the parameter holds', async () => {
    const item = object({ id: { type: 'boolean' }, name: text });
    const api = await small({ 'GET /x': { answer: many(item) }, 'GET /x/{xId}': { answer: item } }, {}, { xId: whole });
    expect(see(api).model.resources[0]?.id?.property).toBeUndefined();
  });

  it('is the property that is described as what tells them apart, also where the path has a parent called so', async () => {
    const unit = object({
      name: text,
      access_key: { type: 'string', description: 'Unique unit ID.' },
      head_office_access_key: { type: 'string', description: 'Unique head office ID.' },
    });
    const { model, role } = see(
      await small({
        'GET /{access_key}/units': { answer: many(unit) },
        'GET /{access_key}/units/{unit_key}': { answer: unit },
      }),
    );
    expect(model.resources[0]?.id).toMatchObject({ parameter: 'unit_key', property: 'access_key' });
    expect(role('GET /{access_key}/units').scope).toEqual([
      { parameter: 'access_key', home: 'access_key', property: 'head_office_access_key' },
    ]);
  });

  it('may be the last of two parameters; the first says where', async () => {
    const repo = object({ id: whole, name: text, owner: object({ login: text, id: whole }) });
    const { model, role } = see(
      await small({ 'GET /repos/{owner}/{name}': { answer: repo }, 'DELETE /repos/{owner}/{name}': { status: '204' } }),
    );
    expect(model.resource('repos')?.id).toMatchObject({ parameter: 'name', property: 'name' });
    expect(role('DELETE /repos/{owner}/{name}').scope).toEqual([
      { parameter: 'owner', home: 'owner', property: '/owner/login' },
    ]);
  });

  it('says that an unknown id is 404 only where entities can be listed or made', async () => {
    const item = object({ id: text, name: text });
    const { model } = see(
      await small({
        'GET /a/{id}': { answer: item },
        'GET /b': { answer: many(item) },
        'GET /b/{id}': { answer: item },
      }),
    );
    expect([model.resource('a')?.enumerable, model.resource('b')?.enumerable]).toEqual([false, true]);
  });
});

describe('Words', () => {
  it.each([
    ['pets', 'pet'],
    ['categories', 'category'],
    ['statuses', 'status'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['branches', 'branch'],
    ['releases', 'release'],
    ['responses', 'response'],
    ['caches', 'cache'],
    ['movies', 'movie'],
    ['news', 'news'],
    ['status', 'status'],
    ['class', 'class'],
    ['apis', 'api'],
    ['menus', 'menu'],
    ['analysis', 'analysis'],
    ['campus', 'campus'],
  ])('the singular of %s is %s', (plural, one) => {
    expect(singular(plural)).toBe(one);
  });

  it('are singular after one step', () => {
    fc.assert(
      fc.property(fc.constantFrom('pet', 'box', 'city', 'branch', 'address', 'toy', 'release'), (word) => {
        expect(singular(word)).toBe(word);
      }),
    );
  });
});

describe('A property in the model', () => {
  it('is a name, or a pointer where it stands deeper', () => {
    expect([pointerTo('id'), pointerTo('a/b~c'), pointerTo('/metadata/name')]).toEqual([
      '/id',
      '/a~1b~0c',
      '/metadata/name',
    ]);
  });
});

it('of paths that differ in the name of their parameter, the id is that of the path with a write; the other one takes both', async () => {
  const Client = object({ id: whole, nome: text, email: text });
  const { role, model } = see(
    await small(
      {
        'GET /clients': { answer: many(ref('Client')) },
        'GET /clients/{nome}': { answer: ref('Client') },
        'GET /clients/{id}': { answer: ref('Client') },
        'DELETE /clients/{id}': {},
      },
      { Client },
      { id: whole },
    ),
  );
  expect(model.resource('clients')?.id).toMatchObject({ parameter: 'id', property: 'id' });
  expect(role('GET /clients/{nome}').id).toMatchObject({ property: 'nome', also: ['id'] });
  expect(role('DELETE /clients/{id}').id?.also).toBeUndefined();
});

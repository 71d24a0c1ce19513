import { describe, expect, it } from 'vitest';
import { inferResources } from '../../../src/resources/index.ts';
import { many, type Op, object, see, small, text, whole } from '../documents.ts';

const TEMPLATE = object({ name: text, subject: text, code: text });
const named = object({ key: text, name: text }, ['key', 'name']);
const CALLS: Readonly<Record<string, Op>> = {
  'POST /templates/list.json': { body: object({ key: text, limit: whole, subject: text }), answer: many(TEMPLATE) },
  'POST /templates/info.json': { body: named, answer: TEMPLATE },
  'POST /templates/add.json': {
    body: object({ key: text, name: text, subject: text, code: text }),
    answer: TEMPLATE,
  },
  'POST /templates/update.json': {
    body: object({ key: text, name: text, subject: text }, ['key', 'name']),
    answer: TEMPLATE,
  },
  'POST /templates/delete.json': { body: named, answer: TEMPLATE },
  'POST /templates/render.json': { body: named, answer: object({ html: text }) },
};

describe('Calls by name', () => {
  it('are about the resource that they are called after; a credential names nothing', async () => {
    const { role, short, model } = see(await small(CALLS));
    expect(Object.keys(CALLS).map(short)).toEqual([
      'list templates',
      'read templates',
      'create templates',
      'patch templates',
      'delete templates',
      'action',
    ]);
    for (const deed of ['info', 'update', 'delete'])
      expect(role(`POST /templates/${deed}.json`)).toMatchObject({
        says: 'body',
        id: { parameter: 'name', property: 'name' },
      });
    expect(role('POST /templates/list.json').list).toMatchObject({
      filters: [{ parameter: 'subject', pointer: '/subject', op: 'equals' }],
      page: { limit: 'limit' },
    });
    expect(model.resource('templates')).toMatchObject({
      collectionPath: '/templates/list.json',
      itemPath: '/templates/info.json',
      enumerable: true,
    });
  });

  it('name the item by the id of the words in front, not by the first of several optional ids', async () => {
    const user = object({ access_user_id: text, access_system_id: text, name: text });
    const ids = object({ access_system_id: text, access_user_id: text, identity_id: text });
    const { role } = see(
      await small({
        'POST /access/users/list': { body: object({ search: text }), answer: object({ users: many(user) }) },
        'POST /access/users/get': { body: ids, answer: object({ user }) },
        'POST /access/users/create': { body: object({ access_system_id: text, name: text }), answer: object({ user }) },
        'POST /access/users/suspend': { body: ids, answer: object({ ok: text }) },
      }),
    );
    expect(role('POST /access/users/get')).toMatchObject({ kind: 'read', id: { parameter: 'access_user_id' } });
    expect(role('POST /access/users/suspend')).toMatchObject({ kind: 'action', id: { parameter: 'access_user_id' } });
  });

  it('name the item in one of the forms of the body, whichever of GET and POST says so', async () => {
    const identity = object({ identity_id: text, identity_key: text, name: text });
    const either = {
      oneOf: [object({ identity_id: text }, ['identity_id']), object({ identity_key: text }, ['identity_key'])],
    };
    const id = object({ identity_id: text }, ['identity_id']);
    const { short, role } = see(
      await small({
        'GET /identities/get': { answer: object({ ok: text, identity }) },
        'POST /identities/get': { body: either, answer: object({ ok: text, identity }) },
        'POST /identities/list': { body: object({ search: text }), answer: object({ identities: many(identity) }) },
        'POST /identities/create': { body: object({ name: text }), answer: object({ ok: text, identity }) },
        'POST /identities/update': {
          body: object({ identity_id: text, name: text }, ['identity_id']),
          answer: object({ ok: text }),
        },
        'POST /identities/delete': { body: id, answer: object({ ok: text }) },
      }),
    );
    expect(['get', 'list', 'create', 'update', 'delete'].map((deed) => short(`POST /identities/${deed}`))).toEqual([
      'read identities',
      'list identities',
      'create identities',
      'patch identities',
      'delete identities',
    ]);
    expect(role('POST /identities/get').id).toMatchObject({ parameter: 'identity_id', property: 'identity_id' });
  });

  it('may be no more than the one that lists a plural, which a search beside it looks through', async () => {
    const station = object({ key: text, name: text });
    const { short, role, model } = see(
      await small({
        'GET /stations/list': { answer: object({ items: many(station), total: whole }), query: { page: whole } },
        'POST /stations/search': {
          body: object({ query: text }),
          answer: object({ hits: many(station), total: whole }),
        },
        'GET /stations/{id}/songs/list': { answer: many(station) },
        'GET /weather/list': { answer: many(station) },
      }),
    );
    expect(short('GET /stations/list')).toBe('list stations');
    expect(role('POST /stations/search').lists).toMatchObject({ items: '/hits' });
    expect(model.resource('stations')?.singular).toBe('station');
    expect(short('GET /stations/{id}/songs/list')).toMatch(/^list /);
    expect(short('GET /weather/list')).toMatch(/^list /);
  });

  it('may have the list of what they are about on a plain plural beside them', async () => {
    const domain = object({ domain: text, valid: whole });
    const byDomain = object({ key: text, domain: text });
    const calls: Readonly<Record<string, Op>> = {
      'POST /inbound/add-domain.json': { body: byDomain, answer: domain },
      'POST /inbound/delete-domain.json': { body: byDomain, answer: domain },
      'POST /inbound/domains.json': { body: object({ key: text }), answer: many(domain) },
    };
    const { short } = see(await small(calls));
    expect(Object.keys(calls).map(short)).toEqual(['create domains', 'delete domains', 'list domains']);
    const beside = { 'POST /inbound/domains.json/{domain}': { body: byDomain, answer: domain } };
    expect(see(await small({ ...calls, ...beside })).short('POST /inbound/add-domain.json')).toBe('action');
  });

  it('may have a noun before what they tell of it, and name an item by the word of it', async () => {
    const pool = object({ name: text, size: whole });
    const byPool = object({ key: text, pool: text });
    const calls: Readonly<Record<string, Op>> = {
      'POST /addresses/list-pools.json': { body: object({ key: text }), answer: many(pool) },
      'POST /addresses/create-pool.json': { body: byPool, answer: pool },
      'POST /addresses/pool-info.json': { body: byPool, answer: pool },
      'POST /addresses/delete-pool.json': { body: byPool, answer: object({ deleted: whole }) },
    };
    const { short } = see(await small(calls));
    expect(Object.keys(calls).map(short)).toEqual(['list pools', 'create pools', 'read pools', 'delete pools']);
  });

  it('may have their names behind a prefix that all of them share', async () => {
    const call = (name: string): string => `POST /#X-Target=Shop_2012.${name}`;
    const { short } = see(
      await small({
        [call('ListTemplates')]: { body: object({ limit: whole }), answer: object({ templates: many(TEMPLATE) }) },
        [call('GetTemplate')]: { body: object({ name: text }, ['name']), answer: object({ template: TEMPLATE }) },
        [call('CreateTemplate')]: { body: TEMPLATE, answer: object({ template: TEMPLATE }) },
        [call('DeleteTemplate')]: { body: object({ name: text }, ['name']), answer: object({}) },
      }),
    );
    const names = ['ListTemplates', 'GetTemplate', 'CreateTemplate', 'DeleteTemplate'].map((name) => short(call(name)));
    expect(names.map((each) => each.split(' ')[0])).toEqual(['list', 'read', 'create', 'delete']);
  });

  it('may do anything else to what they name', async () => {
    const published = { allOf: [TEMPLATE, object({ published_at: whole })] };
    const calls = { ...CALLS, 'POST /templates/info.json': { body: named, answer: published } };
    const acts = {
      'POST /templates/publish.json': { body: named, answer: published },
      'POST /templates/count.json': { body: object({ key: text }), answer: object({ count: whole }) },
    };
    const { role } = see(await small({ ...calls, ...acts }));
    expect(role('POST /templates/publish.json')).toMatchObject({
      kind: 'action',
      says: 'body',
      id: { parameter: 'name', property: 'name' },
      resource: { name: 'templates' },
    });
    expect(role('POST /templates/count.json').id).toBeUndefined();
  });

  it.each([
    ['/users.list', '/users.info', '/users.create'],
    ['/users/list', '/users/get', '/users/add'],
    ['/listUsers', '/getUser', '/createUser'],
    ['/users/getAll', '/users/getUser', '/users/createUser'],
    ['/list-users', '/describe-user', '/create-user'],
    ['/users/list/', '/users/info/', '/users/create/'],
    ['/v1/users/list/json', '/v1/users/info/json', '/v1/users/create/json'],
    ['/users/list.{format}', '/users/info.{format}', '/users/create.{format}'],
  ])('are written in many ways (%s, %s, %s)', async (list, read, create) => {
    const user = object({ id: text, name: text, email: text });
    const { short, role } = see(
      await small({
        [`GET ${list}`]: { answer: object({ users: many(user), total: whole }), query: { name: text } },
        [`GET ${read}`]: { answer: object({ user }), query: { id: text } },
        [`POST ${create}`]: { body: object({ name: text, email: text }), answer: object({ user }) },
      }),
    );
    const name = role(`GET ${list}`).resource?.name;
    expect([`GET ${list}`, `GET ${read}`, `POST ${create}`].map(short)).toEqual([
      `list ${name}`,
      `read ${name}`,
      `create ${name}`,
    ]);
    expect(role(`GET ${read}`)).toMatchObject({ says: 'query', id: { parameter: 'id', property: 'id' } });
  });

  it('are the actions that they are where they are read by paths alone', async () => {
    const api = await small(CALLS);
    const model = inferResources(api, undefined, 'paths alone');
    const kinds = api.operations.map((operation) => model.roleOf(operation).kind);
    expect(new Set(kinds)).toEqual(new Set(['action']));
    const says = api.operations.filter((operation) => model.roleOf(operation).says !== undefined);
    expect(says.map(({ path }) => path)).toEqual([
      '/templates/info.json',
      '/templates/update.json',
      '/templates/delete.json',
      '/templates/render.json',
    ]);
  });
});

describe('A call by name stays an action', () => {
  const user = object({ id: text, name: text });
  const list = { 'POST /users/list': { answer: many(user) } };

  it.each([
    ['', '/users'],
    ['', '/user/{id}'],
    ['', '/users/'],
    ['', '/users.json'],
    ['', '/users/{id}/json'],
    ['', '/users/{id}.json'],
    ['/teams/{team}', '/teams/{team}/users'],
    ['/teams/{team}', '/teams/{id}/users/{name}/{version}/'],
  ])('beside a resource that has a path of its own (%s/users/list, %s)', async (above, own) => {
    const { short } = see(
      await small({
        [`GET ${own}`]: { answer: many(user) },
        [`POST ${above}/users/list`]: { answer: many(user) },
        [`POST ${above}/users/delete`]: { body: object({ id: text }, ['id']), status: '204' },
        [`POST ${above}/users/get`]: { body: object({ id: text }, ['id']), answer: user },
      }),
    );
    expect(['list', 'get', 'delete'].map((deed) => short(`POST ${above}/users/${deed}`))).toEqual([
      'action',
      'action',
      'action',
    ]);
  });

  it('alone', async () => {
    expect(see(await small(list)).short('POST /users/list')).toBe('action');
  });

  it('where what it names may be what it changes', async () => {
    const { short } = see(
      await small({
        ...list,
        'POST /users/get': { body: object({ id: text }, ['id']), answer: user },
        'POST /users/update': { body: object({ name: text }), answer: user },
      }),
    );
    expect(short('POST /users/get')).toBe('read users');
    expect(short('POST /users/update')).toBe('action');
  });

  it('where the item is shown under another name than it is asked for by', async () => {
    const { short } = see(
      await small({
        'POST /users/list': { answer: many(object({ arn: text, name: text })) },
        'POST /users/get': { body: object({ id: text }, ['id']), answer: object({ arn: text, name: text }) },
        'POST /users/delete': { body: object({ id: text }, ['id']), status: '204' },
      }),
    );
    expect(short('POST /users/list')).toBe('list users');
    expect(short('POST /users/get')).toBe('action');
    expect(short('POST /users/delete')).toBe('action');
  });

  it('where things are taken away that nothing known puts there', async () => {
    const { short } = see(
      await small({
        'POST /users/put': { body: user, answer: user },
        'POST /users/get': { body: object({ id: text }), answer: user },
        'POST /users/delete': { body: object({ id: text }), status: '204' },
      }),
    );
    expect(['POST /users/put', 'POST /users/get', 'POST /users/delete'].map(short)).toEqual([
      'action',
      'action',
      'action',
    ]);
  });

  it('where what is listed is not seen to be a list', async () => {
    const { short } = see(
      await small({
        'GET /users/list': { answer: object({ result: object({ best: many(user), worst: many(user) }) }) },
        'POST /users/add': { body: user, answer: object({ result: object({ id: text }) }) },
      }),
    );
    expect(short('GET /users/list')).toBe('none');
    expect(short('POST /users/add')).toBe('action');
  });
});

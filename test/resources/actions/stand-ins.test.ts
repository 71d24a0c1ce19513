import { describe, expect, test } from 'vitest';
import { inferResources, isStandIn, withStandIns } from '../../../src/resources/index.ts';
import { loadApi } from '../../../src/spec/index.ts';
import { DOCUMENT } from '../../contract/servers/cabinet.ts';

describe('Calls by name as operations on resources', async () => {
  const api = withStandIns(await loadApi(DOCUMENT));
  const model = inferResources(api, undefined, 'paths alone');
  const standIns = api.operations.filter(isStandIn);

  test('each call that creates, reads, lists, changes or deletes has one with that role', () => {
    const roles = standIns.map((each) => {
      const { kind, resource } = model.roleOf(each);
      return `${each.standsFor.call.path}: ${each.method} ${each.path}: ${kind} ${resource?.name}`;
    });
    expect(roles.toSorted()).toEqual([
      '/v1/entries/deleterange: DELETE /v1/entries/{key}: delete entries',
      '/v1/entries/put: PUT /v1/entries/{key}: replace entries',
      '/v1/entries/range: GET /v1/entries/{key}: read entries',
      '/v1/entries/range: GET /v1/entries: list entries',
      '/v1/permit/grant: POST /v1/permit: create permit',
      '/v1/permit/look: GET /v1/permit/{ID}: read permit',
      '/v1/permit/permits: GET /v1/permit: list permit',
      '/v1/permit/revoke: DELETE /v1/permit/{ID}: delete permit',
      '/v1/tag/add: POST /v1/tag: create tag',
      '/v1/tag/delete: DELETE /v1/tag/{name}: delete tag',
      '/v1/tag/get: GET /v1/tag/{name}: read tag',
      '/v1/tag/list: GET /v1/tag: list tag',
    ]);
  });

  test('a list of a range asks for every id, and the end of a range does not count as an id', () => {
    const list = standIns.find(({ method, path }) => method === 'GET' && path === '/v1/entries');
    expect(list?.standsFor.constants).toEqual({ key: 'AA==', range_end: '////////' });
    expect(list?.parameters.map(({ name }) => name)).toEqual(['limit']);
    expect(
      standIns.find(({ path, method }) => method === 'DELETE' && path.startsWith('/v1/entries'))?.standsFor,
    ).toMatchObject({
      names: { key: 'key' },
      rangeEnd: 'range_end',
    });
  });

  test('an id has the name that the create gives it', () => {
    expect(
      standIns.find(({ path, method }) => method === 'DELETE' && path.startsWith('/v1/tag'))?.standsFor.names,
    ).toEqual({
      name: 'tag',
    });
  });
});

test('a document without calls by name stays as it is', async () => {
  const schema = { type: 'object', properties: { id: { type: 'string' } } };
  const shown = { '200': { description: 'One.', content: { 'application/json': { schema } } } };
  const api = await loadApi({
    openapi: '3.1.0',
    info: { title: 'Items', version: '1' },
    paths: {
      '/items': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: shown } },
      '/items/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: shown,
        },
      },
    },
  });
  expect(withStandIns(api)).toBe(api);
});

test('an id that the create answers keeps its name, and what the body of a list must have is required', async () => {
  const link = {
    type: 'object',
    required: ['linkId', 'name'],
    properties: { linkId: { type: 'string', format: 'uuid' }, name: { type: 'string' } },
  };
  const body = (schema: object): object => ({ required: true, content: { 'application/json': { schema } } });
  const one = { '200': { description: 'One.', content: { 'application/json': { schema: link } } } };
  const all = { type: 'object', properties: { links: { type: 'array', items: link } } };
  const byId = { type: 'object', required: ['linkId'], properties: { linkId: { type: 'string', format: 'uuid' } } };
  const api = withStandIns(
    await loadApi({
      openapi: '3.1.0',
      info: { title: 'Links', version: '1' },
      paths: {
        '/links/create': {
          post: { requestBody: body({ type: 'object', properties: { name: { type: 'string' } } }), responses: one },
        },
        '/links/get': { post: { requestBody: body(byId), responses: one } },
        '/links/list': {
          post: {
            requestBody: body({
              type: 'object',
              required: ['roomId'],
              properties: { roomId: { type: 'string' }, note: { type: 'string' } },
            }),
            responses: { '200': { description: 'All.', content: { 'application/json': { schema: all } } } },
          },
        },
      },
    }),
  );
  const standIns = api.operations.filter(isStandIn);
  expect(standIns.map(({ method, path }) => `${method} ${path}`)).toContain('GET /links/{linkId}');
  expect(standIns.find(({ path, method }) => method === 'GET' && path === '/links')?.parameters).toMatchObject([
    { name: 'roomId', in: 'query', required: true },
    { name: 'note', in: 'query', required: false },
  ]);
});

test('a call that must have more in its body than the name of an item is none that a name alone would be', async () => {
  const text = { type: 'string' };
  const channel = { type: 'object', properties: { channelId: text, teamId: text } };
  const call = (required: readonly string[], answer: object = {}): object => ({
    post: {
      requestBody: { content: { 'application/json': { schema: { ...channel, required } } } },
      responses: { '200': { description: 'Done.', content: { 'application/json': { schema: answer } } } },
    },
  });
  const list = { type: 'object', properties: { channels: { type: 'array', items: channel } } };
  const document = (required: readonly string[]): object => ({
    openapi: '3.1.0',
    info: { title: 'Channels', version: '1' },
    paths: {
      '/control/create-channel': call(['channelId', 'teamId'], channel),
      '/control/list-channels': call(required.slice(1), list),
      '/control/delete-channel': call(required),
    },
  });
  const made = async (required: readonly string[]): Promise<readonly string[]> =>
    withStandIns(await loadApi(document(required)))
      .operations.filter(isStandIn)
      .map(({ method, path, parameters }) => {
        const names = parameters.flatMap((each) => (each.required ? [each.name] : []));
        return `${method} ${path} ${names}`;
      });
  expect(await made(['channelId'])).toEqual([
    'POST /control/channels ',
    'GET /control/channels ',
    'DELETE /control/channels/{channelId} channelId',
  ]);
  expect(await made(['channelId', 'teamId'])).toEqual(['POST /control/channels ', 'GET /control/channels teamId']);
});

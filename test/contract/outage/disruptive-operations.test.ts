import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { disruptiveOperations } from '../../../src/contract/outage/disruptive-operations.ts';
import { putBackOf } from '../../../src/contract/outage/put-back.ts';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { type Api, loadApi } from '../../../src/spec/index.ts';
import { CORPUS, CORPUS_IS_THERE } from '../../laws/corpus.ts';

function around(api: Api) {
  const model = inferResources(api);
  return { api, model, index: indexModel(api, model) };
}

/** `POST /logout` and its like, with their kind. */
async function foundIn(document: string | object): Promise<Readonly<Record<string, string>>> {
  const found = disruptiveOperations(around(await loadApi(document)));
  return Object.fromEntries([...found].map(([{ method, path }, { kind }]) => [`${method} ${path}`, kind]));
}

type Operations = Readonly<Record<string, object>>;

/** A document of operations by `METHOD /path`. */
function documentOf(operations: Operations): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const responses = { '200': { description: 'Yes.' } };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses, ...operation } };
  }
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths };
}

const sends = (properties: object): { readonly requestBody: object } => ({
  requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
});
const shows = (properties: object): object => ({
  responses: {
    '200': { description: 'It.', content: { 'application/json': { schema: { type: 'object', properties } } } },
  },
});
const FLAG = { enabled: { type: 'boolean' } };
const ORDER = { id: { type: 'string' }, name: { type: 'string' } };
const ORDERS: Operations = {
  'POST /orders': {
    ...sends(ORDER),
    responses: {
      '201': {
        description: 'It.',
        content: { 'application/json': { schema: { type: 'object', required: ['id'], properties: ORDER } } },
      },
    },
  },
  'GET /orders/{orderId}': shows(ORDER),
  'DELETE /orders/{orderId}': {},
};

test.each([
  ['POST /logout', {}, 'access'],
  ['POST /auth/sign-out', {}, 'access'],
  ['POST /api/admin/maintenance', sends(FLAG), 'switch'],
  ['PUT /settings', sends({ maintenanceMode: { type: 'boolean' } }), 'switch'],
  ['POST /mode', { description: 'Puts the service into read-only mode.' }, 'switch'],
  ['POST /x', { operationId: 'shutdownServer' }, 'stop'],
  ['POST /cluster/failover', {}, 'stop'],
  ['POST /tick', { tags: ['shutdown'] }, 'stop'],
  ['POST /v3/alarm', { tags: ['Maintenance'], summary: 'Alarm activates, deactivates, and queries alarms.' }, 'switch'],
  ['POST /v3/purge', { tags: ['Data'], summary: 'Purge sends a notice and deletes all.' }, 'data'],
  ['POST /admin/scrape-token', { summary: 'Regenerate the access token of scrapers' }, 'access'],
  ['POST /rotateKeys', {}, 'access'],
  ['DELETE /me', {}, 'access'],
  ['DELETE /user', { summary: 'Deletes the authenticated user' }, 'access'],
  ['DELETE /session', {}, 'access'],
  ['PUT /me/password', {}, 'access'],
  ['POST /account/change-password', {}, 'access'],
  ['PATCH /profile', sends({ newPassword: { type: 'string' } }), 'access'],
  ['POST /auth/enable', {}, 'access'],
  ['POST /v1/auth/disable', { operationId: 'AuthDisable' }, 'access'],
  ['POST /security', { operationId: 'disableAuthentication' }, 'access'],
  ['POST /auth/maintenance/enable', {}, 'switch'],
  ['POST /cache/flush', {}, 'data'],
  ['POST /tokens/revoke', {}, 'access'],
  ['POST /volumes/prune', {}, 'data'],
  ['POST /cluster/leave', {}, 'access'],
  ['POST /trash/empty', {}, 'data'],
  ['POST /history/clear', { operationId: 'clearHistory' }, 'data'],
  ['POST /x', { operationId: 'deletePlayHistory' }, 'data'],
  ['POST /search', { operationId: 'clearSearch' }, 'data'],
  ['POST /exports/old', { operationId: 'purgeExport' }, 'data'],
  ['POST /verification/reset', { operationId: 'resetVerification' }, 'data'],
  ['POST /node/test', { operationId: 'shutdownTest' }, 'stop'],
  ['POST /x', { operationId: 'deleteCheck' }, 'data'],
  ['POST /locks/list-clear', {}, 'data'],
  ['POST /reports/tidy', { summary: 'Delete unused reports' }, 'data'],
])('%s is disruptive', async (name, operation, kind) => {
  expect(await foundIn(documentOf({ [name]: operation }))).toEqual({ [name]: kind });
});

test.each([
  ['GET /logout', {}],
  ['POST /v3/hash', { tags: ['Maintenance'], summary: 'HashKV computes the hash of all keys.' }],
  [
    'POST /v3/snapshot',
    { operationId: 'Maintenance_Snapshot', tags: ['Maintenance'], summary: 'Snapshot sends a snapshot of the store.' },
  ],
  ['POST /sessions', {}],
  ['POST /token', {}],
  ['POST /me/tokens', {}],
  ['POST /restore/validate', {}],
  ['POST /x', { operationId: 'previewReset' }],
  ['POST /purge/preview', { operationId: 'purgePreview' }],
  ['POST /banners', { operationId: 'createBanner' }],
  ['PATCH /me', sends({ nickname: { type: 'string' } })],
  ['PUT /settings', sends({ theme: { type: 'string' } })],
  ['POST /search', { operationId: 'searchLocks' }],
  ['POST /locks', { operationId: 'listLock' }],
  ['POST /history/restore', { operationId: 'restoreHistory' }],
  ['POST /users/delete', { requestBody: { required: true, ...sends({ ids: {} }).requestBody } }],
  ['POST /reports', { summary: 'Create a report', description: 'Delete unused reports first.' }],
])('%s is not disruptive', async (name, operation) => {
  expect(await foundIn(documentOf({ [name]: operation }))).toEqual({});
});

test('an action on what stands below an item of the run is not disruptive', async () => {
  const versions: Operations = {
    'GET /orders/{orderId}/versions/{number}': shows({ number: { type: 'integer' }, text: { type: 'string' } }),
    'POST /orders/{orderId}/versions/{number}/restore': {},
  };
  expect(await foundIn(documentOf({ ...ORDERS, ...versions }))).toEqual({});
});

test('a GET that deletes is found by the verb in front of its path and its operationId', async () => {
  const found = await foundIn(
    documentOf({
      'GET /deletePad': { operationId: 'deletePadUsingGET' },
      'GET /apps.uninstall': { operationId: 'apps_uninstall' },
      'GET /cookies/delete': {},
      // These read.
      'GET /restore_files': { operationId: 'getRestoreFiles' },
      'GET /templates/lock': { operationId: 'Lock_GetTemplateLock' },
      'GET /dropdowns': { operationId: 'listDropdowns' },
      'GET /deletions': {},
    }),
  );
  expect(found).toEqual({
    'GET /deletePad': 'data',
    'GET /apps.uninstall': 'data',
    'GET /cookies/delete': 'data',
  });
});

test('an action on an item that a run can create is not disruptive; on one that it cannot, it is', async () => {
  const actions = { 'POST /orders/{orderId}/disable': {}, 'PUT /orders/{orderId}/lock': {} };
  expect(await foundIn(documentOf({ ...ORDERS, ...actions }))).toEqual({});
  expect(await foundIn(documentOf({ 'POST /servers/{serverId}/restart': {} }))).toEqual({
    'POST /servers/{serverId}/restart': 'stop',
  });
});

describe.skipIf(!CORPUS_IS_THERE)('in real documents, where they lie beside the working copy', () => {
  test.each([
    ['petstore3.yaml', []],
    ['museum.yaml', []],
    ['scalar-galaxy-31.yaml', []],
    ['redocly-cafe/openapi.yaml', []],
    ['kubernetes-core-v1.swagger.json', []],
    ['supabase-auth.yaml', ['POST /logout', 'PUT /user', 'DELETE /user/oauth/grants']],
    [
      'ory-kratos.json',
      ['DELETE /admin/sessions/{id}', 'DELETE /self-service/logout/api', 'DELETE /sessions', 'DELETE /sessions/{id}'],
    ],
    ['netlify.swagger.yml', ['POST /purge', 'POST /deploys/{deploy_id}/lock', 'POST /deploys/{deploy_id}/unlock']],
    ['stripe-2022-02.yaml', ['DELETE /v1/account']],
  ])('%s', async (name, expected) => {
    expect(Object.keys(await foundIn(join(CORPUS, name))).sort()).toEqual([...expected].sort());
  });

  test('of more than a thousand operations few are held for disruptive', async () => {
    const found = Object.keys(await foundIn(join(CORPUS, 'github.min.json')));
    expect(found).toContain('POST /credentials/revoke');
    expect(found).toContain('DELETE /installation/token');
    expect(found.length).toBeLessThan(30);
  });
});

test('the embedded petstore has none', async () => {
  expect(await foundIn(join(import.meta.dirname, '../../../spec/petstore.openapi.yaml'))).toEqual({});
});

describe('How a disruptive operation is put back', () => {
  async function waysOf(operations: Operations): Promise<Readonly<Record<string, string | undefined>>> {
    const all = around(await loadApi(documentOf(operations)));
    return Object.fromEntries(
      [...disruptiveOperations(all)].map(([operation, what]) => [
        `${operation.method} ${operation.path}`,
        putBackOf(all.api, operation, what)?.kind,
      ]),
    );
  }

  test('what a GET shows is written back', async () => {
    expect(
      await waysOf({ 'GET /maintenance': shows(FLAG), 'POST /maintenance': { ...sends(FLAG), ...shows(FLAG) } }),
    ).toEqual({ 'POST /maintenance': 'shown' });
  });

  test('the opposite verb undoes what takes something away, and itself needs no undoing', async () => {
    expect(await waysOf({ 'POST /lock': {}, 'POST /unlock': {} })).toEqual({
      'POST /lock': 'opposite',
      'POST /unlock': 'nothing',
    });
    expect(await waysOf({ 'POST /maintenance': {}, 'DELETE /maintenance': {} })).toEqual({
      'POST /maintenance': 'opposite',
      'DELETE /maintenance': 'nothing',
    });
    expect(await waysOf({ 'POST /maintenance/enable': {}, 'POST /maintenance/disable': {} })).toEqual({
      'POST /maintenance/enable': 'opposite',
      'POST /maintenance/disable': 'nothing',
    });
    expect(await waysOf({ 'POST /jobs-runner/disable': {}, 'POST /jobs-runner/enable': {} })).toEqual({
      'POST /jobs-runner/disable': 'opposite',
      'POST /jobs-runner/enable': 'nothing',
    });
  });

  test('authentication is not put back, because the credential of the run may then be refused', async () => {
    expect(await waysOf({ 'POST /auth/enable': {}, 'POST /auth/disable': {} })).toEqual({
      'POST /auth/enable': undefined,
      'POST /auth/disable': undefined,
    });
  });

  test('an end has no opposite, nor has a switch without a twin', async () => {
    expect(await waysOf({ 'POST /logout': {}, 'POST /login': {}, 'POST /lock': {} })).toEqual({
      'POST /logout': undefined,
      'POST /lock': undefined,
    });
  });
});

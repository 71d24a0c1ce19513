import type { Json } from '../../core/index.ts';
import { FAULTS } from '../../mock/index.ts';
import { SET_BY_SERVER } from '../exchange/connection-fields.ts';

/** The OpenAPI document of the control routes themselves. */
export function controlDocument(prefix: string, version: string): Json {
  const world = {
    name: 'world',
    in: 'query',
    description: 'Which world; default `default`.',
    schema: { type: 'string', pattern: '^[\\w.:@~-]{1,128}$' },
  };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  const text = (id: string): Json => ({ name: id, in: 'query', schema: { type: 'string' } });
  const whole = (id: string): Json => ({ name: id, in: 'query', schema: { type: 'integer', minimum: 0 } });
  const operation = (
    operationId: string,
    summary: string,
    success: string,
    extra: { readonly [key: string]: Json } = {},
  ): Json => ({
    operationId,
    summary,
    ...extra,
    responses: {
      [success]:
        success === '204'
          ? { description: 'Done.' }
          : { description: summary, content: { 'application/json': { schema: { type: 'object' } } } },
      default: {
        description: 'Refused.',
        content: {
          'application/problem+json': { schema: { type: 'object', required: ['title', 'status', 'detail'] } },
        },
      },
    },
  });
  const body = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } });
  const expectation = {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: { type: 'string' },
      method: { type: 'string' },
      path: { type: 'string' },
      world: { type: 'string' },
      query: { type: 'object', additionalProperties: { type: 'string' } },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      body: {},
      status: { type: 'integer' },
      exactly: { type: 'integer', minimum: 0 },
      atLeast: { type: 'integer', minimum: 0 },
      atMost: { type: 'integer', minimum: 0 },
    },
  };
  const override = {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: { type: 'string', description: 'operationId; absent: every operation.' },
      match: {
        type: 'object',
        properties: { query: { type: 'object' }, headers: { type: 'object' }, path: { type: 'object' }, body: {} },
      },
      times: { type: 'integer', minimum: 1 },
      status: { type: 'integer', minimum: 200, maximum: 599 },
      body: {},
      headers: {
        type: 'object',
        description: `Fields of the answer, but for those that the server sets: ${[...SET_BY_SERVER].join(', ')}.`,
        propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
        additionalProperties: { type: 'string' },
      },
      delay: { type: 'integer', minimum: 0, maximum: 60000, description: 'Milliseconds.' },
      fault: { type: 'string', enum: FAULTS },
    },
  };
  const grant = {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { const: 'client_credentials' },
      scope: { type: 'string', description: 'Separated by spaces.' },
    },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'standin control routes',
      version,
      description:
        'They answer this machine only, or the control token. While the state cannot be reached each of them is answered 503.',
    },
    servers: [{ url: prefix }],
    paths: {
      '/health': {
        get: operation('health', 'Whether it lives and can reach its state (else 503), and what it serves.', '200'),
      },
      '/openapi.json': { get: operation('describe', 'This document.', '200') },
      '/document': { get: operation('document', 'The OpenAPI document that is served, as it was read.', '200') },
      '/model': { get: operation('model', 'The resources that were inferred, and why.', '200') },
      '/journal': {
        get: operation('listExchanges', 'What was asked and answered; secrets redacted.', '200', {
          parameters: [
            text('operation'),
            text('method'),
            text('path'),
            text('status'),
            text('world'),
            whole('since'),
            whole('limit'),
          ],
        }),
        delete: operation('clearJournal', 'Forgets every exchange.', '204'),
      },
      '/verify': {
        post: operation(
          'verify',
          'Whether a request came as often as expected; 409 with near misses where not.',
          '200',
          { requestBody: body(expectation) },
        ),
      },
      '/deprecations': {
        get: operation(
          'listDeprecatedUse',
          'Deprecated operations, parameters and properties that were used, by which client.',
          '200',
        ),
      },
      '/reset': { post: operation('reset', 'Puts the world back to its base.', '204', { parameters: [world] }) },
      '/state': {
        get: operation('exportState', 'All of a world, id counters too.', '200', { parameters: [world] }),
        put: operation('importState', 'Replaces all of a world.', '204', {
          parameters: [world],
          requestBody: body({
            type: 'object',
            required: ['collections'],
            properties: { collections: { type: 'object' } },
          }),
        }),
      },
      '/snapshots': {
        get: operation('listSnapshots', 'Names of the saved snapshots.', '200', { parameters: [world] }),
      },
      '/snapshots/{name}': {
        parameters: [name, world],
        post: operation('saveSnapshot', 'Saves the world under a name.', '201'),
        get: operation('getSnapshot', 'A saved snapshot.', '200'),
        delete: operation('dropSnapshot', 'Forgets a snapshot.', '204'),
      },
      '/snapshots/{name}/restore': {
        parameters: [name, world],
        post: operation('restoreSnapshot', 'Puts the world back to a snapshot.', '204'),
      },
      '/scenarios': { get: operation('listScenarios', 'Named starting points.', '200') },
      '/scenarios/{name}': {
        parameters: [name],
        get: operation('getScenario', 'One scenario.', '200'),
        post: operation('startScenario', 'Empties the world and lays the scenario into it.', '204', {
          parameters: [world],
        }),
      },
      '/token': {
        post: operation(
          'issueToken',
          'A bearer token that is held to its scopes (RFC 6749 §4.4); without `scope` it holds every one.',
          '200',
          {
            requestBody: {
              required: true,
              content: {
                'application/x-www-form-urlencoded': { schema: grant },
                'application/json': { schema: grant },
              },
            },
          },
        ),
      },
      '/overrides': {
        parameters: [world],
        get: operation('listOverrides', 'Overrides that stand.', '200'),
        post: operation('addOverride', 'Answers otherwise: a status, a body, headers, a delay, a fault.', '201', {
          requestBody: body(override),
        }),
        delete: operation('clearOverrides', 'Takes all overrides away.', '204'),
      },
      '/overrides/{id}': {
        parameters: [{ ...name, name: 'id' }, world],
        delete: operation('dropOverride', 'Takes one override away.', '204'),
      },
      '/worlds': { get: operation('listWorlds', 'Worlds that are remembered.', '200') },
      '/worlds/{name}': { parameters: [name], delete: operation('dropWorld', 'Forgets a world.', '204') },
    },
  };
}

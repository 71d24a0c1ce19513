import type { Json, JsonObject } from '../../core/index.ts';
import { FAULTS } from '../../mock/index.ts';
import { SET_BY_SERVER } from '../exchange/connection-fields.ts';

/** The OpenAPI document of the control routes. */
export function controlDocument(prefix: string, version: string): Json {
  const world = {
    name: 'world',
    in: 'query',
    description: 'Which world; default `default`.',
    schema: { type: 'string', pattern: '^[\\w.:@~-]{1,128}$' },
  };
  const id = { name: 'operation', in: 'path', required: true, schema: { type: 'string' } };
  const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
  const text = (id: string): JsonObject => ({ name: id, in: 'query', schema: { type: 'string' } });
  const whole = (id: string): JsonObject => ({ name: id, in: 'query', schema: { type: 'integer', minimum: 0 } });
  const flag = (id: string, description: string): Json => ({
    name: id,
    in: 'query',
    description,
    schema: { type: 'boolean' },
  });
  const force = flag('force', 'Stores a record that breaks its schema. Default `false`.');
  const sequence = { name: 'sequence', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
  const resource = { name: 'resource', in: 'path', required: true, schema: { type: 'string' } };
  const address = {
    name: 'address',
    in: 'path',
    required: true,
    description: 'The id of the record, as a list of records shows it.',
    schema: { type: 'string' },
  };
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the record; 412 if it has changed.',
    schema: { type: 'string' },
  };
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
      operation: { type: 'string', description: 'operationId.' },
      method: { type: 'string', description: 'Method of the request.' },
      path: { type: 'string', description: 'The exact path, or a path of the document such as `/pets/{petId}`.' },
      world: { type: 'string', description: 'Only requests to this world.' },
      query: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Parameters that the query has, among others.',
      },
      headers: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Header fields that the request has, among others.',
      },
      body: { description: 'What the body has, among other properties.' },
      status: { type: 'integer', description: 'Status of the answer.' },
      exactly: { type: 'integer', minimum: 0, description: 'How often the request came. Default: at least once.' },
      atLeast: { type: 'integer', minimum: 0, description: 'The fewest times.' },
      atMost: { type: 'integer', minimum: 0, description: 'The most times.' },
    },
  };
  const override = {
    type: 'object',
    additionalProperties: false,
    properties: {
      operation: { type: 'string', description: 'operationId; absent: every operation.' },
      match: {
        type: 'object',
        description: 'Only requests that have these, among others.',
        properties: { query: { type: 'object' }, headers: { type: 'object' }, path: { type: 'object' }, body: {} },
      },
      enabled: { type: 'boolean', description: 'False: the override does not apply. Default `true`.' },
      times: { type: 'integer', minimum: 1, description: 'How often; absent: until it is removed.' },
      share: {
        type: 'number',
        exclusiveMinimum: 0,
        exclusiveMaximum: 1,
        description: 'Part of the requests that it answers of those that it fits, drawn from the seed. Absent: all.',
      },
      status: { type: 'integer', minimum: 200, maximum: 599, description: 'Absent: the usual status.' },
      body: {
        description: 'Absent: one that the document describes for the status; none if the status is not documented.',
      },
      headers: {
        type: 'object',
        description: `Header fields of the answer, except those that the server sets: ${[...SET_BY_SERVER].join(', ')}.`,
        propertyNames: { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
        additionalProperties: { type: 'string' },
      },
      delay: { type: 'integer', minimum: 0, maximum: 60000, description: 'Milliseconds.' },
      fault: { type: 'string', enum: FAULTS, description: 'How the connection breaks, in place of an answer.' },
    },
  };
  const overrideChange = {
    ...override,
    properties: { ...override.properties, position: { type: 'integer', minimum: 0, description: '0 is the first.' } },
  };
  const grant = {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { const: 'client_credentials', description: 'The only one.' },
      scope: { type: 'string', description: 'Separated by spaces.' },
    },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'standin control routes',
      version,
      description:
        'They answer this machine only, or a request with the control token. While the state cannot be reached, each returns 503.',
    },
    servers: [{ url: prefix }],
    paths: {
      '/health': {
        get: operation('health', 'Status of the mock and what it serves; 503 if its state cannot be reached.', '200'),
      },
      '/openapi.json': { get: operation('describe', 'This document.', '200') },
      '/document': { get: operation('document', 'The served OpenAPI document.', '200') },
      '/document/place': {
        get: operation('findPlace', 'File, line and text of a place of the document.', '200', {
          parameters: [
            { ...text('pointer'), required: true, description: 'JSON Pointer, such as the `rule` of a violation.' },
          ],
        }),
      },
      '/operations': {
        get: operation(
          'listOperations',
          'Operations of the document, with deprecation and days to the sunset.',
          '200',
          {
            parameters: [world],
          },
        ),
      },
      '/operations/{operation}': {
        parameters: [id, world],
        get: operation(
          'describeOperation',
          'Parameters, bodies, answers and role of an operation, and where a request of it can be broken.',
          '200',
        ),
      },
      '/operations/{operation}/draw': {
        parameters: [id, world],
        post: operation('drawRequest', 'A request to try, valid or wrong in one place; it is not sent.', '200', {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: {
                    turn: { type: 'integer', minimum: 0, description: 'Another number draws another request.' },
                    mediaType: {
                      type: 'string',
                      description:
                        'The documented media type of the content of a valid request. Absent: JSON before others.',
                    },
                    breaks: {
                      type: 'object',
                      description: 'The one place that is wrong, as the description of the operation lists it.',
                      required: ['pointer', 'keyword'],
                      properties: { pointer: { type: 'string' }, keyword: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        }),
      },
      '/model': { get: operation('model', 'The inferred resources and roles, with reasons.', '200') },
      '/journal': {
        get: operation('listExchanges', 'Requests and answers, without secrets.', '200', {
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
        delete: operation('clearJournal', 'Deletes all requests of the journal.', '204'),
      },
      '/journal.har': {
        get: operation('exportJournal', 'The same as HAR 1.2, for viewers of network traffic.', '200', {
          parameters: [text('operation'), text('method'), text('path'), text('status'), text('world'), whole('since')],
        }),
      },
      '/journal/{sequence}': {
        parameters: [sequence],
        get: operation('getExchange', 'One request and its answer, without secrets.', '200'),
      },
      '/journal/{sequence}/replay': {
        parameters: [sequence],
        post: operation('replayExchange', 'Sends the request again, and names the new entry of the journal.', '200'),
      },
      '/events': {
        get: {
          operationId: 'followExchanges',
          summary: 'Requests and answers as they happen, in batches, as server-sent events.',
          parameters: [
            text('world'),
            whole('since'),
            {
              name: 'Last-Event-ID',
              in: 'header',
              description: 'Number of the last exchange that was received.',
              schema: { type: 'string' },
            },
          ],
          responses: {
            '200': {
              description: 'Events `exchanges` with `{ notes, more }`.',
              content: { 'text/event-stream': { schema: { type: 'string' } } },
            },
          },
        },
      },
      '/data': {
        get: operation('listResources', 'Resources with their properties, parents and relations.', '200'),
      },
      '/data/{resource}': {
        parameters: [resource, world],
        get: operation('listRecords', 'Records of a resource, filtered, sorted and paged.', '200', {
          parameters: [
            {
              name: 'filter',
              in: 'query',
              style: 'deepObject',
              explode: true,
              description:
                '`filter[name]=x`, `filter[name][contains]=x`, `filter[price][min]=3`; a JSON Pointer for a deeper property.',
              schema: { type: 'object' },
            },
            { ...text('sort'), description: 'Properties, with `-` before those in descending order: `name,-price`.' },
            { ...text('search'), description: 'Words that a string of the record contains.' },
            {
              ...whole('within'),
              description: 'How many records a search looks at, at most. Default 100 000.',
            },
            whole('offset'),
            whole('limit'),
          ],
        }),
        post: operation('createRecord', 'Stores a record; the generator adds what is missing.', '201', {
          parameters: [
            flag('fill', 'Whether the generator adds what is missing. Default `true`.'),
            force,
            {
              name: 'path',
              in: 'query',
              style: 'deepObject',
              explode: true,
              description:
                'Path parameters of the parents of the record, if its properties do not repeat them: `path[userId]=7`.',
              schema: { type: 'object' },
            },
          ],
          requestBody: body({ type: 'object' }),
        }),
      },
      '/data/{resource}/{address}': {
        parameters: [resource, address, world],
        get: operation('getRecord', 'One record with its version.', '200'),
        put: operation(
          'replaceRecord',
          'Replaces a record; with `If-Match` only if it is still of that version.',
          '200',
          {
            parameters: [force, ifMatch],
            requestBody: body({ type: 'object' }),
          },
        ),
        patch: operation('changeRecord', 'Changes a record by a JSON Merge Patch (RFC 7396).', '200', {
          parameters: [force, ifMatch],
          requestBody: body({ type: 'object' }),
        }),
        delete: operation('deleteRecord', 'Deletes a record and the records below it.', '204', {
          parameters: [ifMatch],
        }),
      },
      '/data/{resource}/{address}/links': {
        parameters: [resource, address, world],
        get: operation('listLinks', 'Records that this one names, records that name it, and those below it.', '200'),
      },
      '/verify': {
        post: operation(
          'verify',
          'Whether a request was received as often as expected; 409 with near misses if not.',
          '200',
          { requestBody: body(expectation) },
        ),
      },
      '/deprecations': {
        get: operation(
          'listDeprecatedUse',
          'Use of deprecated operations, parameters and properties, by client.',
          '200',
        ),
      },
      '/reset': { post: operation('reset', 'Resets the world to its seeded data.', '204', { parameters: [world] }) },
      '/state': {
        get: operation('exportState', 'The whole content of a world, with its id counters.', '200', {
          parameters: [world],
        }),
        put: operation('importState', 'Replaces the whole content of a world.', '204', {
          parameters: [world],
          requestBody: body({
            type: 'object',
            required: ['collections'],
            properties: {
              collections: { type: 'object', description: 'Records by resource, as the export has them.' },
            },
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
        delete: operation('dropSnapshot', 'Deletes a snapshot.', '204'),
      },
      '/snapshots/{name}/restore': {
        parameters: [name, world],
        post: operation('restoreSnapshot', 'Restores a snapshot into the world.', '204'),
      },
      '/snapshots/{name}/compare/{other}': {
        parameters: [name, { ...name, name: 'other', description: 'Another snapshot, or `now`.' }, world],
        get: operation('compareSnapshots', 'Records added, changed and gone between two snapshots.', '200'),
      },
      '/clock': {
        parameters: [world],
        get: operation('getClock', 'The time of a world.', '200'),
        put: operation('moveClock', 'Moves the time of a world. A reset of the world puts it back.', '200', {
          requestBody: body({
            type: 'object',
            minProperties: 1,
            maxProperties: 1,
            additionalProperties: false,
            properties: {
              now: { type: 'string', format: 'date-time', description: 'The new time.' },
              offset: { type: 'integer', description: 'Milliseconds ahead of the clock of the mock.' },
              advance: { type: 'integer', description: 'Milliseconds to move on by.' },
            },
          }),
        }),
      },
      '/starting-states': { get: operation('listStartingStates', 'Named starting states.', '200') },
      '/starting-states/{name}': {
        parameters: [name],
        get: operation('getStartingState', 'One starting state.', '200'),
        post: operation('loadStartingState', 'Empties the world and loads the starting state.', '204', {
          parameters: [world],
        }),
      },
      '/token': {
        post: operation(
          'issueToken',
          'A bearer token that is limited to its scopes (RFC 6749 §4.4); without `scope` it has all of them.',
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
        get: operation('listOverrides', 'Active overrides.', '200'),
        post: operation('addOverride', 'Changes answers: status, body, header fields, delay or fault.', '201', {
          requestBody: body(override),
        }),
        delete: operation('clearOverrides', 'Removes all overrides.', '204'),
      },
      '/overrides/{id}': {
        parameters: [{ ...name, name: 'id' }, world],
        patch: operation(
          'changeOverride',
          'Changes an override, switches it on or off, or moves it; `null` takes a property away.',
          '200',
          { requestBody: body(overrideChange) },
        ),
        delete: operation('dropOverride', 'Removes one override.', '204'),
      },
      '/worlds': { get: operation('listWorlds', 'Existing worlds.', '200') },
      '/worlds/{name}': {
        parameters: [name],
        put: operation('openWorld', 'Creates a world with the seeded data, if no world has that name.', '204'),
        delete: operation('dropWorld', 'Deletes a world.', '204'),
      },
    },
  };
}

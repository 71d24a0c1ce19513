/** A document with one operation for each thing that a request can get wrong, and answers that are hard to send. */
const json = (schema: object, extra: object = {}): object => ({
  description: 'ok',
  content: { 'application/json': { schema } },
  ...extra,
});
const tagged = { headers: { ETag: { schema: { type: 'string' } } } };
const item = { $ref: '#/components/schemas/Item' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

export const EVERYTHING: object = {
  openapi: '3.1.0',
  info: { title: 'Everything', version: '1' },
  paths: {
    '/items': {
      get: { operationId: 'listItems', responses: { 200: json({ type: 'array', items: item }) } },
      post: {
        operationId: 'createItem',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: item } } },
        responses: { 201: json(item) },
      },
    },
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        parameters: [id],
        responses: { 200: json(item, tagged), 404: { description: 'none' } },
      },
      put: {
        operationId: 'putItem',
        parameters: [id, { name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: { required: true, content: { 'application/json': { schema: item } } },
        responses: { 200: json(item, tagged), 412: { description: 'changed' } },
      },
      delete: { operationId: 'deleteItem', parameters: [id], responses: { 204: { description: 'gone' } } },
    },
    '/uploads': {
      post: {
        operationId: 'upload',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: {
                  file: { type: 'string', contentMediaType: 'application/octet-stream' },
                  note: { type: 'string' },
                },
              },
            },
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['note'], properties: { note: { type: 'string' } } },
            },
          },
        },
        responses: { 204: { description: 'taken' } },
      },
    },
    '/fields': {
      get: {
        operationId: 'getFields',
        responses: {
          200: {
            description: 'fields that cannot be sent as they are',
            headers: {
              'X-Split': { required: true, schema: { type: 'string' }, example: 'a\r\nX-Evil: 1' },
              'X-Emoji': { required: true, schema: { type: 'string' }, example: 'grüße ☃ 😀' },
              'X-Nul': { required: true, schema: { type: 'string' }, example: 'a\u0000b' },
            },
            content: { 'application/json': { schema: { type: 'object' }, example: {} } },
          },
        },
      },
    },
    '/secret': {
      get: {
        operationId: 'getSecret',
        security: [{ bearer: [] }, { basic: [] }, { key: [] }],
        responses: { 200: json({ type: 'object' }) },
      },
    },
    '/both': {
      get: {
        operationId: 'getBoth',
        responses: {
          200: { description: 'ok', content: { 'application/json': { example: {} }, 'text/plain': { example: 'x' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Item: {
        type: 'object',
        required: ['name'],
        properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
      },
    },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'access_token' },
    },
  },
};

import type { Api } from '../../src/spec/index.ts';
import { parseApi } from '../../src/spec/index.ts';

/** One document with every style of parameter and every kind of body. */
export function apiWithEverything(): Api {
  const text = JSON.stringify(document());
  return parseApi({ name: 'everything.json', text } as Parameters<typeof parseApi>[0]);
}

function document(): object {
  const query = (name: string, schema: object, more: object = {}): object => ({ name, in: 'query', schema, ...more });
  const id = { name: 'thingId', in: 'path', required: true, schema: { type: 'integer', format: 'int64', minimum: 1 } };
  const body = (mediaType: string, schema: object, required = true): object => ({
    required,
    content: { [mediaType]: { schema } },
  });
  const thing = { $ref: '#/components/schemas/Thing' };
  const ok = { responses: { 200: { description: 'ok' } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Everything', version: '1' },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          required: ['name', 'kind'],
          additionalProperties: false,
          properties: {
            id: { type: 'integer', readOnly: true },
            name: { type: 'string', minLength: 2, maxLength: 20 },
            kind: { enum: ['small', 'large'] },
            price: { type: 'number', minimum: 0, exclusiveMaximum: 1000, multipleOf: 0.01 },
            count: { type: 'integer', format: 'int32' },
            code: { type: 'string', pattern: '^[A-Z]{3}$' },
            email: { type: 'string', format: 'email' },
            note: { type: ['string', 'null'] },
            tags: {
              type: 'array',
              items: { type: 'string', minLength: 1 },
              minItems: 1,
              maxItems: 3,
              uniqueItems: true,
            },
            nested: { type: 'object', required: ['deep'], properties: { deep: { type: 'boolean' } } },
            old: { type: 'string', deprecated: true },
          },
        },
      },
    },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: [
            query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
            query('kind', { type: 'array', items: { enum: ['small', 'large'] } }, { required: true }),
            query(
              'ids',
              { type: 'array', items: { type: 'integer' }, minItems: 2 },
              { style: 'pipeDelimited', explode: false },
            ),
            query(
              'filter',
              { type: 'object', properties: { min: { type: 'integer' }, text: { type: 'string' } }, required: ['min'] },
              { style: 'deepObject', explode: true },
            ),
            query('range', {
              type: 'object',
              properties: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
            }),
            query('flag', { type: 'boolean' }),
            query('legacy', { type: 'string' }, { deprecated: true }),
            {
              name: 'json',
              in: 'query',
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
                },
              },
            },
            { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
            { name: 'session', in: 'cookie', schema: { type: 'string', minLength: 4 } },
          ],
          ...ok,
        },
        post: { operationId: 'createThing', requestBody: body('application/json', thing), ...ok },
      },
      '/things/{thingId}': {
        get: { operationId: 'readThing', parameters: [id], ...ok },
        put: {
          operationId: 'replaceThing',
          parameters: [id],
          requestBody: body('application/x-www-form-urlencoded', thing),
          ...ok,
        },
        patch: {
          operationId: 'patchThing',
          parameters: [id],
          requestBody: body('application/json', { ...thing, examples: [{ name: 'Documented', kind: 'small' }] }, false),
          ...ok,
        },
      },
      '/labels/{label}/{matrix}/{list}': {
        get: {
          operationId: 'styled',
          parameters: [
            { name: 'label', in: 'path', required: true, style: 'label', schema: { type: 'string' } },
            {
              name: 'matrix',
              in: 'path',
              required: true,
              style: 'matrix',
              schema: { type: 'array', items: { type: 'integer' }, minItems: 1 },
            },
            {
              name: 'list',
              in: 'path',
              required: true,
              schema: { type: 'array', items: { type: 'string' }, minItems: 2 },
            },
          ],
          ...ok,
        },
      },
      '/upload': {
        post: {
          operationId: 'upload',
          requestBody: body('multipart/form-data', {
            type: 'object',
            required: ['file', 'size'],
            properties: { file: { type: 'string', format: 'binary' }, size: { type: 'integer', minimum: 1 } },
          }),
          ...ok,
        },
      },
      '/xml': {
        post: {
          operationId: 'sendXml',
          requestBody: body('application/xml', {
            type: 'object',
            required: ['count'],
            properties: { count: { type: 'integer', maximum: 9 } },
            xml: { name: 'order' },
          }),
          ...ok,
        },
      },
      '/text': {
        post: { operationId: 'sendText', requestBody: body('text/plain', { type: 'string', maxLength: 5 }), ...ok },
      },
      '/image': {
        post: { operationId: 'sendImage', requestBody: { required: true, content: { 'image/*': {} } }, ...ok },
      },
    },
  };
}

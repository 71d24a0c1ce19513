import type { LabelledPair } from './message-pairs.ts';
import { bodies, named, object, pair, refTo, text, whole } from './pair-parts.ts';

/** A document of OpenAPI 2.0 with one operation. */
const old = (operation: object, root: object = {}): object => ({
  swagger: '2.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': { post: { operationId: 'createThing', responses: { 200: { description: 'Done' } }, ...operation } },
  },
  ...root,
});
const modern = (operation: object, root: object = {}): object => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': { post: { operationId: 'createThing', responses: { 200: { description: 'Done' } }, ...operation } },
  },
  ...root,
});
const between = (
  name: string,
  [base, revision]: readonly [object, object],
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => ({ name, base, revision, verdict, ...(check === undefined ? {} : { check }) });
const bodyOf = (schema: object, required: boolean): object => ({ name: 'body', in: 'body', required, schema });
const field = (name: string, rest: object = {}): object => ({ name, in: 'formData', type: 'string', ...rest });
const listOf = (collectionFormat: string): object => ({
  parameters: [{ name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat }],
});
const answering = (produces: readonly string[]): object => ({
  produces,
  responses: { 200: { description: 'Done', schema: object({ a: text }) } },
});
const content = (schema: object): object => ({ 'application/json': { schema } });

/** Documents of OpenAPI 2.0, the same API in two versions of OpenAPI, and faults of documents. */
export const DOCUMENT_PAIRS: readonly LabelledPair[] = [
  between(
    '2.0: the body becomes required',
    [
      old({ parameters: [bodyOf(object({ a: text }), false)] }),
      old({ parameters: [bodyOf(object({ a: text }), true)] }),
    ],
    'breaking',
    'body.required',
  ),
  between(
    '2.0: a property of the body becomes required',
    [
      old({ parameters: [bodyOf(object({ a: text }), true)] }),
      old({ parameters: [bodyOf(object({ a: text }, { required: ['a'] }), true)] }),
    ],
    'breaking',
    'request.required',
  ),
  between(
    '2.0: a list is repeated and was in one value',
    [old(listOf('csv')), old(listOf('multi'))],
    'breaking',
    'parameter.wire-form',
  ),
  between(
    '2.0: a list is separated by pipes',
    [old(listOf('csv')), old(listOf('pipes'))],
    'breaking',
    'parameter.wire-form',
  ),
  between(
    '2.0: a field of a form is required',
    [
      old({ consumes: ['multipart/form-data'], parameters: [field('a')] }),
      old({ consumes: ['multipart/form-data'], parameters: [field('a', { required: true })] }),
    ],
    'breaking',
    'request.required',
  ),
  between(
    '2.0: a field of a form is a file',
    [
      old({ consumes: ['multipart/form-data'], parameters: [field('a', { type: 'integer' })] }),
      old({ consumes: ['multipart/form-data'], parameters: [field('a', { type: 'file' })] }),
    ],
    'safe',
  ),
  between(
    '2.0: a media type is no longer produced',
    [old(answering(['application/json', 'text/xml'])), old(answering(['application/json']))],
    'breaking',
    'response.media-type',
  ),
  between(
    '2.0: a media type is no longer consumed',
    [
      old({ consumes: ['application/json', 'text/xml'], parameters: [bodyOf(object({ a: text }), true)] }),
      old({ consumes: ['application/json'], parameters: [bodyOf(object({ a: text }), true)] }),
    ],
    'breaking',
    'body.media-type',
  ),
  between(
    '2.0: another base path',
    [old({}, { basePath: '/v1' }), old({}, { basePath: '/v2' })],
    'risky',
    'server.base-path',
  ),
  between(
    '2.0: x-nullable is withdrawn',
    [
      old({ parameters: [bodyOf(object({ a: { type: 'string', 'x-nullable': true } }), true)] }),
      old({ parameters: [bodyOf(object({ a: text }), true)] }),
    ],
    'breaking',
    'request.nullability',
  ),
  between(
    '2.0: the same in 3.0',
    [
      old(
        {
          consumes: ['application/json'],
          produces: ['application/json'],
          parameters: [
            bodyOf({ $ref: '#/definitions/A' }, true),
            { name: 'ids', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
            { name: 'X-A', in: 'header', type: 'integer', maximum: 5 },
          ],
          responses: {
            200: { description: 'Done', schema: { $ref: '#/definitions/A' }, headers: { 'X-B': { type: 'string' } } },
          },
          security: [{ key: [] }],
        },
        {
          basePath: '/v1',
          definitions: { A: object({ a: text }) },
          securityDefinitions: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
        },
      ),
      modern(
        {
          parameters: [
            { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
            { name: 'X-A', in: 'header', schema: { type: 'integer', maximum: 5 } },
          ],
          requestBody: { required: true, content: content(refTo('A')) },
          responses: {
            200: { description: 'Done', content: content(refTo('A')), headers: { 'X-B': { schema: text } } },
          },
          security: [{ key: [] }],
        },
        {
          servers: [{ url: '/v1' }],
          components: {
            schemas: { A: object({ a: text }) },
            securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
          },
        },
      ),
    ],
    'safe',
  ),
  between(
    '2.0: a form in 3.0',
    [
      old({
        consumes: ['application/x-www-form-urlencoded'],
        parameters: [field('a', { required: true }), field('b')],
      }),
      modern({
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: object({ a: text, b: text }, { required: ['a'] }) },
          },
        },
      }),
    ],
    'safe',
  ),
  between(
    '2.0: an OAuth flow in 3.0',
    [
      old(
        { security: [{ o: ['read'] }] },
        {
          securityDefinitions: {
            o: { type: 'oauth2', flow: 'application', tokenUrl: 'https://a.example/token', scopes: { read: '' } },
          },
        },
      ),
      modern(
        { security: [{ o: ['read'] }] },
        {
          components: {
            securitySchemes: {
              o: {
                type: 'oauth2',
                flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: '' } } },
              },
            },
          },
        },
      ),
    ],
    'safe',
  ),
  between(
    '2.0: an upload in 3.0',
    [
      old({ consumes: ['multipart/form-data'], parameters: [field('f', { type: 'file', required: true })] }),
      modern({
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': { schema: object({ f: { type: 'string', format: 'binary' } }, { required: ['f'] }) },
          },
        },
      }),
    ],
    'safe',
  ),
  pair(
    'document: a schema that nothing fits',
    [{ response: whole }, { response: { type: 'integer', minimum: 5, maximum: 3 } }],
    'risky',
    'document.unsatisfiable',
  ),
  pair(
    'document: a property that nothing fits',
    [
      named({ A: object({ a: text }) }, { response: refTo('A') }),
      named({ A: object({ a: { type: 'string', minLength: 5, maxLength: 3 } }) }, { response: refTo('A') }),
    ],
    'risky',
    'document.unsatisfiable',
  ),
  pair(
    'document: a body that nothing fits',
    bodies(whole, { type: 'integer', minimum: 5, maximum: 3 }),
    'breaking',
    'document.unsatisfiable',
  ),
  pair(
    'document: nothing fitted before',
    [
      { response: { type: 'integer', minimum: 5, maximum: 3 } },
      { response: { type: 'integer', minimum: 5, maximum: 3 } },
    ],
    'safe',
  ),
  pair(
    'document: a reference that leads nowhere',
    [{ response: object({ a: text }) }, { response: object({ a: refTo('Missing') }) }],
    'breaking',
    'document.worse',
  ),
];

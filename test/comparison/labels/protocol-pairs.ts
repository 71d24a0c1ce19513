import type { LabelledPair } from './message-pairs.ts';
import {
  inHeader,
  inQuery,
  media,
  object,
  ok,
  type Parts,
  pair,
  parameters,
  statuses,
  text,
  whole,
} from './pair-parts.ts';

const many = { type: 'array', items: text };
const inPath = (name: string, schema: object, rest: object = {}): object => ({
  name,
  in: 'path',
  required: true,
  schema,
  ...rest,
});
const atPath = (path: string, ...given: readonly object[]): Parts => ({ path, parameters: given });
const sent = (content: object, rest: object = {}): Parts => ({
  more: { requestBody: { required: true, content, ...rest } },
});
const form = (schema: object, rest: object = {}): object => ({
  'application/x-www-form-urlencoded': { schema, ...rest },
});
const parts = (schema: object, rest: object = {}): object => ({ 'multipart/form-data': { schema, ...rest } });
const secured = (schemes: object, ...security: readonly object[]): Parts => ({
  root: { components: { securitySchemes: schemes } },
  more: { security },
});
const oauth = (flow: object, rest: object = {}): object => ({
  type: 'oauth2',
  flows: {
    authorizationCode: {
      authorizationUrl: 'https://a.example/in',
      tokenUrl: 'https://a.example/token',
      scopes: { read: '', write: '' },
      ...flow,
    },
    ...rest,
  },
});
const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const TOKEN = { type: 'http', scheme: 'bearer' };
const at = (...urls: readonly string[]): Parts => ({ root: { servers: urls.map((url) => ({ url })) } });
const hook = (operation: object | undefined): Parts => ({
  root: { webhooks: operation === undefined ? {} : { created: { post: { responses: ok(), ...operation } } } },
});
const hookBody = (schema: object): Parts =>
  hook({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const callback = (operation: object | undefined): Parts => ({
  more: {
    callbacks:
      operation === undefined ? {} : { done: { '{$request.body#/url}': { post: { responses: ok(), ...operation } } } },
  },
});
const callbackBody = (schema: object): Parts =>
  callback({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const needsCode = object({ code: text }, { required: ['code'] });

/** Changes of the parts of messages, and of what leads to an operation. */
export const PROTOCOL_PAIRS: readonly LabelledPair[] = [
  // Forms of parameters.
  pair(
    'parameter: a list is separated by spaces',
    parameters(
      [inQuery('ids', many, { style: 'form', explode: false })],
      [inQuery('ids', many, { style: 'spaceDelimited', explode: false })],
    ),
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: a list is separated by pipes',
    parameters(
      [inQuery('ids', many, { explode: false })],
      [inQuery('ids', many, { style: 'pipeDelimited', explode: false })],
    ),
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: an object is no longer in brackets',
    parameters(
      [inQuery('filter', object({ a: text }, { required: ['a'] }), { style: 'deepObject', explode: true })],
      [inQuery('filter', object({ a: text }, { required: ['a'] }))],
    ),
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: the style that holds anyhow is written out',
    parameters([inQuery('ids', many)], [inQuery('ids', many, { style: 'form', explode: true })]),
    'safe',
  ),
  pair(
    'parameter: a list in a header is exploded',
    parameters([inHeader('X-Ids', many)], [inHeader('X-Ids', many, { explode: true })]),
    'safe',
  ),
  pair(
    'parameter: an object in a header is exploded',
    parameters(
      [inHeader('X-Point', object({ x: whole }, { required: ['x'] }))],
      [inHeader('X-Point', object({ x: whole }, { required: ['x'] }), { explode: true })],
    ),
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: a path parameter gets a label',
    [atPath('/things/{id}', inPath('id', text)), atPath('/things/{id}', inPath('id', text, { style: 'label' }))],
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: a path parameter gets its name in the path',
    [atPath('/things/{id}', inPath('id', text)), atPath('/things/{id}', inPath('id', text, { style: 'matrix' }))],
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: reserved characters are no longer written as they are',
    parameters([inQuery('q', text, { allowReserved: true })], [inQuery('q', text)]),
    'safe',
  ),
  pair(
    'parameter: a text is written as JSON',
    parameters([inQuery('q', text)], [{ name: 'q', in: 'query', content: { 'application/json': { schema: text } } }]),
    'breaking',
    'parameter.wire-form',
  ),
  pair(
    'parameter: JSON in a query narrows',
    parameters(
      [{ name: 'q', in: 'query', content: { 'application/json': { schema: object({ a: whole }) } } }],
      [
        {
          name: 'q',
          in: 'query',
          content: { 'application/json': { schema: object({ a: { type: 'integer', maximum: 5 } }) } },
        },
      ],
    ),
    'breaking',
    'request.range',
  ),

  // Presence of parameters.
  pair(
    'parameter: a required one moves from the query to a header',
    parameters([inQuery('tenant', text, { required: true })], [inHeader('tenant', text, { required: true })]),
    'breaking',
    'parameter.added-required',
  ),
  pair(
    'parameter: an optional one moves from the query to a header',
    parameters([inQuery('tenant', text)], [inHeader('tenant', text)]),
    'risky',
    'parameter.removed',
  ),
  pair(
    'parameter: an optional one has another name',
    parameters([inQuery('limit', whole)], [inQuery('size', whole)]),
    'risky',
    'parameter.removed',
  ),
  pair(
    'parameter: a required cookie is new',
    parameters([], [{ name: 'session', in: 'cookie', required: true, schema: text }]),
    'breaking',
    'parameter.added-required',
  ),
  pair(
    'parameter: a required header is removed',
    parameters([inHeader('X-A', text, { required: true })], []),
    'risky',
    'parameter.removed',
  ),
  pair(
    'parameter: a header that the protocol owns is required',
    parameters([], [inHeader('Content-Type', text, { required: true })]),
    'safe',
  ),
  pair(
    'parameter: one of the path stands at the operation',
    [
      {
        root: {
          paths: {
            '/things': { parameters: [inQuery('limit', whole)], post: { operationId: 'createThing', responses: ok() } },
          },
        },
      },
      { parameters: [inQuery('limit', whole)] },
    ],
    'safe',
  ),
  pair(
    'parameter: one of the path is required',
    [
      {
        root: {
          paths: {
            '/things': { parameters: [inQuery('limit', whole)], post: { operationId: 'createThing', responses: ok() } },
          },
        },
      },
      {
        root: {
          paths: {
            '/things': {
              parameters: [inQuery('limit', whole, { required: true })],
              post: { operationId: 'createThing', responses: ok() },
            },
          },
        },
      },
    ],
    'breaking',
    'parameter.required',
  ),
  pair(
    'parameter: a component is written out',
    [
      {
        parameters: [{ $ref: '#/components/parameters/Limit' }],
        root: { components: { parameters: { Limit: inQuery('limit', whole) } } },
      },
      { parameters: [inQuery('limit', whole)] },
    ],
    'safe',
  ),
  pair(
    'parameter: they stand in another order',
    parameters([inQuery('a', whole), inQuery('b', text)], [inQuery('b', text), inQuery('a', whole)]),
    'safe',
  ),

  // Values of parameters.
  pair(
    'parameter: a text in the path becomes a UUID',
    [
      atPath('/things/{id}', inPath('id', text)),
      atPath('/things/{id}', inPath('id', { type: 'string', format: 'uuid' })),
    ],
    'breaking',
    'request.format',
  ),
  pair(
    'parameter: a number in the path becomes text',
    [atPath('/things/{id}', inPath('id', whole)), atPath('/things/{id}', inPath('id', text))],
    'safe',
  ),
  pair(
    'parameter: one of the path has another name and narrows',
    [
      atPath('/things/{id}', inPath('id', { type: 'integer' })),
      atPath('/things/{thing}', inPath('thing', { type: 'integer', minimum: 10 })),
    ],
    'breaking',
    'request.range',
  ),
  pair(
    'parameter: items of a list lose a value',
    parameters(
      [inQuery('sort', { type: 'array', items: { type: 'string', enum: ['a', 'b'] } })],
      [inQuery('sort', { type: 'array', items: { type: 'string', enum: ['a'] } })],
    ),
    'breaking',
    'request.enum',
  ),
  pair(
    'parameter: maxItems is stated',
    parameters([inQuery('ids', many)], [inQuery('ids', { ...many, maxItems: 2 })]),
    'breaking',
    'request.array-size',
  ),
  pair(
    'parameter: maxLength of a header is stated',
    parameters([inHeader('X-Note', text)], [inHeader('X-Note', { type: 'string', maxLength: 8 })]),
    'breaking',
    'request.max-length',
  ),
  pair(
    'parameter: an enum of a cookie loses a value',
    parameters(
      [{ name: 'theme', in: 'cookie', schema: { enum: ['light', 'dark'] } }],
      [{ name: 'theme', in: 'cookie', schema: { enum: ['light'] } }],
    ),
    'breaking',
    'request.enum',
  ),
  pair(
    'parameter: minLength of text is stated',
    parameters([inQuery('q', text)], [inQuery('q', { type: 'string', minLength: 3 })]),
    'breaking',
    'request.min-length',
  ),
  pair(
    'parameter: multipleOf is dropped',
    parameters([inQuery('step', { type: 'integer', multipleOf: 5 })], [inQuery('step', whole)]),
    'safe',
  ),
  pair(
    'parameter: number becomes integer',
    parameters([inQuery('n', { type: 'number' })], [inQuery('n', whole)]),
    'breaking',
    'request.type',
  ),
  pair(
    'parameter: text becomes boolean',
    parameters([inQuery('flag', text)], [inQuery('flag', { type: 'boolean' })]),
    'breaking',
    'request.type',
  ),
  pair(
    'parameter: a property of an object narrows',
    parameters(
      [inQuery('filter', object({ a: text }), { style: 'deepObject', explode: true })],
      [inQuery('filter', object({ a: { type: 'string', enum: ['x'] } }), { style: 'deepObject', explode: true })],
    ),
    'breaking',
    'request.enum',
  ),
  pair(
    'parameter: a default is no longer stated',
    parameters([inQuery('limit', { type: 'integer', default: 10 })], [inQuery('limit', whole)]),
    'risky',
    'request.default-stated',
  ),
  pair(
    'parameter: another description and example',
    parameters([inQuery('limit', whole)], [inQuery('limit', whole, { description: 'How many', example: 5 })]),
    'safe',
  ),

  // Bodies.
  pair(
    'body: a charset is named',
    [sent({ 'application/json': { schema: text } }), sent({ 'application/json; charset=utf-8': { schema: text } })],
    'safe',
  ),
  pair(
    'body: a range becomes one media type',
    [sent({ 'application/*': { schema: text } }), sent({ 'application/json': { schema: text } })],
    'breaking',
    'body.media-type',
  ),
  pair(
    'body: one media type becomes a range',
    [sent({ 'application/json': { schema: text } }), sent({ 'application/*': { schema: text } })],
    'safe',
  ),
  pair(
    'body: JSON becomes a form',
    [sent({ 'application/json': { schema: object({ a: text }) } }), sent(form(object({ a: text })))],
    'breaking',
    'body.media-type',
  ),
  pair(
    'body: a schema is stated',
    [sent({ 'application/json': {} }), sent({ 'application/json': { schema: object({ a: text }) } })],
    'breaking',
  ),
  pair(
    'body: a schema is dropped',
    [sent({ 'application/json': { schema: object({ a: text }) } }), sent({ 'application/json': {} })],
    'safe',
  ),
  pair(
    'body: a field of a form becomes required',
    [sent(form(object({ a: text }))), sent(form(object({ a: text }, { required: ['a'] })))],
    'breaking',
    'request.required',
  ),
  pair(
    'body: a list in a form is written in one field',
    [
      sent(form(object({ ids: many }, { required: ['ids'] }))),
      sent(
        form(object({ ids: many }, { required: ['ids'] }), { encoding: { ids: { style: 'form', explode: false } } }),
      ),
    ],
    'breaking',
  ),
  pair(
    'body: a part of a multipart body becomes required',
    [sent(parts(object({ note: text }))), sent(parts(object({ note: text }, { required: ['note'] })))],
    'breaking',
    'request.required',
  ),
  pair(
    'body: the schema of one of two media types narrows',
    [
      sent({ 'application/json': { schema: object({ a: text }) }, ...form(object({ a: text })) }),
      sent({
        'application/json': { schema: object({ a: { type: 'string', maxLength: 3 } }) },
        ...form(object({ a: text })),
      }),
    ],
    'breaking',
    'request.max-length',
  ),
  pair(
    'body: a component is written out',
    [
      {
        more: { requestBody: { $ref: '#/components/requestBodies/Thing' } },
        root: {
          components: {
            requestBodies: {
              Thing: { required: true, content: { 'application/json': { schema: object({ a: text }) } } },
            },
          },
        },
      },
      { body: object({ a: text }) },
    ],
    'safe',
  ),
  pair(
    'body: that it is optional is written out',
    [
      { more: { requestBody: { content: { 'application/json': { schema: text } } } } },
      { more: { requestBody: { required: false, content: { 'application/json': { schema: text } } } } },
    ],
    'safe',
  ),

  // Statuses and answers.
  pair('answer: a range becomes one of its statuses', statuses({ '2XX': { description: '' } }, ok()), 'safe'),
  pair(
    'answer: one of two successes is withdrawn',
    statuses({ ...ok(), 201: { description: '' } }, ok()),
    'breaking',
    'response.status-lost',
  ),
  pair(
    'answer: a redirection is withdrawn',
    statuses({ 302: { description: '' } }, { 303: { description: '' } }),
    'breaking',
    'response.status-lost',
  ),
  pair('answer: a default is added', statuses(ok(), { ...ok(), default: { description: '' } }), 'safe'),
  pair('answer: a default is removed', statuses({ ...ok(), default: { description: '' } }, ok()), 'safe'),
  pair('answer: a range of errors is added', statuses(ok(), { ...ok(), '4XX': { description: '' } }), 'safe'),
  pair(
    'answer: a redirection is added',
    statuses(ok(), { ...ok(), 301: { description: '' } }),
    'risky',
    'response.status-added',
  ),
  pair(
    'answer: the body of an error loses a property',
    statuses({ ...ok(), 404: json(needsCode) }, { ...ok(), 404: json(object({ code: text })) }),
    'breaking',
    'response.required',
  ),
  pair(
    'answer: the body of the default loses a property',
    statuses({ ...ok(), default: json(needsCode) }, { ...ok(), default: json(object({})) }),
    'breaking',
    'response.property-lost',
  ),
  pair(
    'answer: an error falls under a default with the same body',
    statuses({ ...ok(), 404: json(needsCode) }, { ...ok(), default: json(needsCode) }),
    'safe',
  ),
  pair(
    'answer: an error falls under a default with another body',
    statuses({ ...ok(), 404: json(needsCode) }, { ...ok(), default: json(object({ text })) }),
    'breaking',
  ),
  pair(
    'answer: an error is told apart from the default and has another body',
    statuses(
      { ...ok(), default: json(needsCode) },
      { ...ok(), default: json(needsCode), 404: json(object({ code: text })) },
    ),
    'breaking',
    'response.required',
  ),
  pair(
    'answer: an error is told apart from the default and has the same body',
    statuses({ ...ok(), default: json(needsCode) }, { ...ok(), default: json(needsCode), 404: json(needsCode) }),
    'safe',
  ),
  pair(
    'answer: one media type becomes a range',
    statuses(ok(media('application/json')), ok(media('application/*'))),
    'breaking',
    'response.media-type',
  ),
  pair(
    'answer: a range becomes one media type',
    statuses(ok(media('application/*')), ok(media('application/json'))),
    'safe',
  ),
  pair(
    'answer: an error becomes problem JSON',
    statuses({ ...ok(), 400: json(text) }, { ...ok(), 400: { description: '', ...media('application/problem+json') } }),
    'breaking',
    'response.media-type',
  ),
  pair(
    'answer: a schema is dropped',
    statuses(
      ok({ content: { 'application/json': { schema: object({ a: text }) } } }),
      ok({ content: { 'application/json': {} } }),
    ),
    'breaking',
  ),
  pair(
    'answer: a schema is stated',
    statuses(
      ok({ content: { 'application/json': {} } }),
      ok({ content: { 'application/json': { schema: object({ a: text }) } } }),
    ),
    'safe',
  ),
  pair(
    'answer: a body is no longer documented',
    statuses(ok(media('application/json')), ok()),
    'breaking',
    'response.media-type',
  ),
  pair('answer: a body is documented', statuses(ok(), ok(media('application/json'))), 'safe'),
  pair(
    'answer: a component is written out',
    [
      {
        responses: { 200: { $ref: '#/components/responses/Done' } },
        root: { components: { responses: { Done: json(object({ a: text })) } } },
      },
      { responses: { 200: json(object({ a: text })) } },
    ],
    'safe',
  ),
  pair(
    'answer: links and examples change',
    statuses(
      ok({ links: { next: { operationId: 'createThing' } } }),
      ok({ content: { 'application/json': { example: 1 } } }),
    ),
    'safe',
  ),

  // Header fields of answers.
  pair(
    'header: text becomes a number',
    statuses(ok({ headers: { 'X-A': { schema: text } } }), ok({ headers: { 'X-A': { schema: whole } } })),
    'safe',
  ),
  pair(
    'header: a number becomes text',
    statuses(ok({ headers: { 'X-A': { schema: whole } } }), ok({ headers: { 'X-A': { schema: text } } })),
    'breaking',
    'response.type',
  ),
  pair(
    'header: an enum gains a value',
    statuses(
      ok({ headers: { 'X-A': { schema: { enum: ['a'] } } } }),
      ok({ headers: { 'X-A': { schema: { enum: ['a', 'b'] } } } }),
    ),
    'breaking',
    'response.enum',
  ),
  pair(
    'header: other letters',
    statuses(
      ok({ headers: { 'X-Rate': { required: true, schema: whole } } }),
      ok({ headers: { 'x-rate': { required: true, schema: whole } } }),
    ),
    'safe',
  ),
  pair(
    'header: becomes required',
    statuses(
      ok({ headers: { 'X-A': { schema: text } } }),
      ok({ headers: { 'X-A': { required: true, schema: text } } }),
    ),
    'safe',
  ),
  pair(
    'header: one that the protocol owns is removed',
    statuses(ok({ headers: { 'Content-Type': { required: true, schema: text } } }), ok()),
    'safe',
  ),
  pair(
    'header: one of an error is removed',
    statuses(
      { ...ok(), 429: { description: '', headers: { 'Retry-After': { required: true, schema: whole } } } },
      { ...ok(), 429: { description: '' } },
    ),
    'breaking',
    'response.header-lost',
  ),
  pair(
    'header: one of the default is lost for a status of its own',
    statuses(
      { ...ok(), default: { description: '', headers: { 'X-Id': { required: true, schema: text } } } },
      {
        ...ok(),
        404: { description: '' },
        default: { description: '', headers: { 'X-Id': { required: true, schema: text } } },
      },
    ),
    'breaking',
    'response.header-lost',
  ),

  // Security.
  pair(
    'security: a way to sign in is removed',
    [secured({ key: KEY, token: TOKEN }, { key: [] }, { token: [] }), secured({ key: KEY, token: TOKEN }, { key: [] })],
    'breaking',
    'security.tightened',
  ),
  pair('security: is dropped', [secured({ key: KEY }, { key: [] }), secured({ key: KEY })], 'safe'),
  pair(
    'security: the scheme has another name',
    [secured({ key: KEY }, { key: [] }), secured({ apiKey: KEY }, { apiKey: [] })],
    'safe',
  ),
  pair(
    'security: a key moves to the query',
    [secured({ key: KEY }, { key: [] }), secured({ key: { ...KEY, in: 'query' } }, { key: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: a key has another name',
    [secured({ key: KEY }, { key: [] }), secured({ key: { ...KEY, name: 'X-Token' } }, { key: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: the header of a key in other letters',
    [secured({ key: KEY }, { key: [] }), secured({ key: { ...KEY, name: 'x-key' } }, { key: [] })],
    'safe',
  ),
  pair(
    'security: bearer becomes basic',
    [secured({ token: TOKEN }, { token: [] }), secured({ token: { ...TOKEN, scheme: 'basic' } }, { token: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: the form of a token is named',
    [secured({ token: TOKEN }, { token: [] }), secured({ token: { ...TOKEN, bearerFormat: 'JWT' } }, { token: [] })],
    'safe',
  ),
  pair(
    'security: the key is a parameter now',
    [
      secured({ key: { ...KEY, in: 'query', name: 'k' } }, { key: [] }),
      { parameters: [inQuery('k', text, { required: true })] },
    ],
    'safe',
  ),
  pair(
    'security: the key was a required parameter',
    [
      { parameters: [inQuery('k', text, { required: true })] },
      secured({ key: { ...KEY, in: 'query', name: 'k' } }, { key: [] }),
    ],
    'safe',
  ),
  pair(
    'security: the key was a parameter that may be left out',
    [{ parameters: [inQuery('k', text)] }, secured({ key: { ...KEY, in: 'query', name: 'k' } }, { key: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: one of two ways to sign in has the parameter that is required now',
    [
      secured({ key: { ...KEY, in: 'query', name: 'k' }, token: TOKEN }, { key: [] }, { token: [] }),
      { parameters: [inQuery('k', text, { required: true })] },
    ],
    'breaking',
    'parameter.added-required',
  ),
  pair(
    'security: a key in Authorization is a bearer token now',
    [secured({ key: { ...KEY, name: 'Authorization' } }, { key: [] }), secured({ token: TOKEN }, { token: [] })],
    'risky',
    'security.scheme',
  ),
  pair(
    'security: a token of OAuth is a bearer token now',
    [secured({ o: oauth({}) }, { o: ['read'] }), secured({ token: TOKEN }, { token: [] })],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: a bearer token comes from OAuth now',
    [secured({ token: TOKEN }, { token: [] }), secured({ o: oauth({}) }, { o: ['read'] })],
    'risky',
    'security.scheme',
  ),
  pair(
    'security: basic becomes OAuth',
    [secured({ b: { ...TOKEN, scheme: 'basic' } }, { b: [] }), secured({ o: oauth({}) }, { o: ['read'] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'answer: a key of content that is not a media type is gone',
    statuses(ok(media('application/json', 'reported')), ok(media('application/json'))),
    'safe',
  ),
  pair(
    'security: a scope is no longer needed',
    [secured({ o: oauth({}) }, { o: ['read', 'write'] }), secured({ o: oauth({}) }, { o: ['read'] })],
    'safe',
  ),
  pair(
    'security: another scope',
    [secured({ o: oauth({}) }, { o: ['read'] }), secured({ o: oauth({}) }, { o: ['write'] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: the address for tokens changes',
    [
      secured({ o: oauth({}) }, { o: ['read'] }),
      secured({ o: oauth({ tokenUrl: 'https://b.example/token' }) }, { o: ['read'] }),
    ],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: the address to sign in changes',
    [
      secured({ o: oauth({}) }, { o: ['read'] }),
      secured({ o: oauth({ authorizationUrl: 'https://b.example/in' }) }, { o: ['read'] }),
    ],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: the address for new tokens changes',
    [
      secured({ o: oauth({ refreshUrl: 'https://a.example/new' }) }, { o: ['read'] }),
      secured({ o: oauth({ refreshUrl: 'https://b.example/new' }) }, { o: ['read'] }),
    ],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: a flow is removed',
    [
      secured(
        { o: oauth({}, { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: '' } } }) },
        { o: ['read'] },
      ),
      secured({ o: oauth({}) }, { o: ['read'] }),
    ],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: a flow is added',
    [
      secured({ o: oauth({}) }, { o: ['read'] }),
      secured(
        { o: oauth({}, { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: '' } } }) },
        { o: ['read'] },
      ),
    ],
    'safe',
  ),
  pair(
    'security: the address of OpenID Connect changes',
    [
      secured(
        { id: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/.well-known/openid-configuration' } },
        { id: [] },
      ),
      secured(
        { id: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example/.well-known/openid-configuration' } },
        { id: [] },
      ),
    ],
    'risky',
    'security.endpoint',
  ),
  pair(
    'security: the address of a scheme that nothing uses changes',
    [
      secured({ o: oauth({}), key: KEY }, { key: [] }),
      secured({ o: oauth({ tokenUrl: 'https://b.example/token' }), key: KEY }, { key: [] }),
    ],
    'safe',
  ),
  pair(
    'security: a scope of OpenID Connect is added',
    [
      secured({ id: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/c' } }, { id: ['openid'] }),
      secured({ id: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/c' } }, { id: ['openid', 'email'] }),
    ],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: use without credentials ends',
    [secured({ key: KEY }, {}, { key: [] }), secured({ key: KEY }, { key: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: use without credentials is allowed',
    [secured({ key: KEY }, { key: [] }), secured({ key: KEY }, {}, { key: [] })],
    'safe',
  ),
  pair(
    'security: two credentials instead of one',
    [secured({ key: KEY, token: TOKEN }, { key: [] }), secured({ key: KEY, token: TOKEN }, { key: [], token: [] })],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: one credential instead of two',
    [secured({ key: KEY, token: TOKEN }, { key: [], token: [] }), secured({ key: KEY, token: TOKEN }, { key: [] })],
    'safe',
  ),
  pair(
    'security: that of the document stands at the operation',
    [
      { root: { components: { securitySchemes: { key: KEY } }, security: [{ key: [] }] } },
      secured({ key: KEY }, { key: [] }),
    ],
    'safe',
  ),
  pair(
    'security: that of the document is asked for',
    [
      { root: { components: { securitySchemes: { key: KEY } } } },
      { root: { components: { securitySchemes: { key: KEY } }, security: [{ key: [] }] } },
    ],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: a certificate is asked for too',
    [
      secured({ key: KEY, tls: { type: 'mutualTLS' } }, { key: [] }),
      secured({ key: KEY, tls: { type: 'mutualTLS' } }, { key: [], tls: [] }),
    ],
    'breaking',
    'security.tightened',
  ),
  pair(
    'security: a scheme that nothing uses is removed',
    [secured({ key: KEY, token: TOKEN }, { key: [] }), secured({ key: KEY }, { key: [] })],
    'safe',
  ),

  // Servers.
  pair(
    'servers: one is added',
    [at('https://a.example/v1'), at('https://a.example/v1', 'https://b.example/v1')],
    'safe',
  ),
  pair('servers: a path without a host', [at('https://a.example/v1'), at('/v1')], 'safe'),
  pair('servers: a slash at the end', [at('https://a.example/v1'), at('https://a.example/v1/')], 'safe'),
  pair(
    'servers: one of two base paths goes',
    [at('https://a.example/v1', 'https://a.example/v2'), at('https://a.example/v2')],
    'risky',
    'server.base-path',
  ),
  pair(
    'servers: a variable of the base path has another default',
    [
      { root: { servers: [{ url: 'https://a.example/{version}', variables: { version: { default: 'v1' } } }] } },
      { root: { servers: [{ url: 'https://a.example/{version}', variables: { version: { default: 'v2' } } }] } },
    ],
    'risky',
    'server.base-path',
  ),
  pair(
    'servers: a variable is written out',
    [
      { root: { servers: [{ url: 'https://a.example/{version}', variables: { version: { default: 'v1' } } }] } },
      at('https://a.example/v1'),
    ],
    'safe',
  ),

  // Operations.
  pair(
    'operation: another method',
    [{ root: { paths: { '/things': { get: { responses: ok() } } } } }, {}],
    'breaking',
    'operation.removed',
  ),
  pair(
    'operation: one of two methods goes',
    [
      { root: { paths: { '/things': { get: { responses: ok() }, delete: { responses: ok() } } } } },
      { root: { paths: { '/things': { get: { responses: ok() } } } } },
    ],
    'breaking',
    'operation.removed',
  ),
  pair(
    'operation: is new',
    [
      {},
      {
        root: {
          paths: { '/things': { post: { operationId: 'createThing', responses: ok() }, get: { responses: ok() } } },
        },
      },
    ],
    'safe',
  ),
  pair('operation: a slash at the end of the path', [{ path: '/things' }, { path: '/things/' }], 'safe'),
  pair(
    'operation: a parameter in the path is added',
    [
      atPath('/things/{id}', inPath('id', text)),
      atPath('/things/{id}/{part}', inPath('id', text), inPath('part', text)),
    ],
    'breaking',
  ),
  pair(
    'operation: two paths of one form change their names',
    [
      {
        root: {
          paths: {
            '/a/{x}': { get: { parameters: [inPath('x', text)], responses: ok() } },
            '/a/{x}/b': { get: { parameters: [inPath('x', text)], responses: ok() } },
          },
        },
      },
      {
        root: {
          paths: {
            '/a/{y}': { get: { parameters: [inPath('y', text)], responses: ok() } },
            '/a/{z}/b': { get: { parameters: [inPath('z', text)], responses: ok() } },
          },
        },
      },
    ],
    'safe',
  ),
  pair(
    'operation: the path moves under another one',
    [{ path: '/v1/things' }, { path: '/v2/things' }],
    'breaking',
    'operation.moved',
  ),
  pair(
    'operation: it moves without an id',
    [
      { root: { paths: { '/things': { get: { responses: { 200: json(object({ a: text })) } } } } } },
      { root: { paths: { '/objects': { get: { responses: { 200: json(object({ a: text })) } } } } } },
    ],
    'breaking',
    'operation.moved',
  ),
  pair(
    'operation: extensions, summary and externalDocs change',
    [{ more: { 'x-a': 1 } }, { more: { 'x-b': 2, summary: 'New', externalDocs: { url: 'https://a.example' } } }],
    'safe',
  ),
  pair(
    'operation: the path item is a component',
    [
      {
        root: {
          paths: { '/things': { $ref: '#/components/pathItems/Things' } },
          components: { pathItems: { Things: { post: { operationId: 'createThing', responses: ok() } } } },
        },
      },
      {},
    ],
    'safe',
  ),

  // Webhooks and callbacks: what a client receives is the request.
  pair('webhook: goes', [hook({}), hook(undefined)], 'breaking', 'webhook.removed'),
  pair('webhook: is new', [hook(undefined), hook({})], 'safe'),
  pair(
    'webhook: a property may be absent',
    [hookBody(object({ a: text }, { required: ['a'] })), hookBody(object({ a: text }))],
    'breaking',
    'response.required',
  ),
  pair(
    'webhook: a property is always there',
    [hookBody(object({ a: text })), hookBody(object({ a: text }, { required: ['a'] }))],
    'safe',
  ),
  pair(
    'webhook: an enum gains a value',
    [hookBody(object({ a: { enum: ['x'] } })), hookBody(object({ a: { enum: ['x', 'y'] } }))],
    'breaking',
    'response.enum',
  ),
  pair(
    'webhook: an enum loses a value',
    [hookBody(object({ a: { enum: ['x', 'y'] } })), hookBody(object({ a: { enum: ['x'] } }))],
    'safe',
  ),
  pair(
    'webhook: a new media type is sent',
    [
      hook({ requestBody: { required: true, ...media('application/json') } }),
      hook({ requestBody: { required: true, ...media('application/json', 'text/plain') } }),
    ],
    'breaking',
  ),
  pair(
    'webhook: a media type is no longer sent',
    [
      hook({ requestBody: { required: true, ...media('application/json', 'text/plain') } }),
      hook({ requestBody: { required: true, ...media('application/json') } }),
    ],
    'safe',
  ),
  pair(
    'webhook: an answer of the client is no longer taken',
    [
      hook({ responses: { 200: json(object({ a: text })) } }),
      hook({ responses: { 200: json(object({ a: text }, { required: ['a'] })) } }),
    ],
    'breaking',
    'request.required',
  ),
  pair(
    'webhook: the client may answer less',
    [
      hook({ responses: { 200: json(object({ a: text }, { required: ['a'] })) } }),
      hook({ responses: { 200: json(object({ a: text })) } }),
    ],
    'safe',
  ),
  pair(
    'webhook: a status of the client is no longer taken',
    [
      hook({ responses: { 200: { description: '' }, 202: { description: '' } } }),
      hook({ responses: { 200: { description: '' } } }),
    ],
    'breaking',
  ),
  pair(
    'webhook: another status of the client is taken',
    [
      hook({ responses: { 200: { description: '' } } }),
      hook({ responses: { 200: { description: '' }, 202: { description: '' } } }),
    ],
    'safe',
  ),
  pair(
    'webhook: a required header is no longer sent',
    [hook({ parameters: [inHeader('X-Signature', text, { required: true })] }), hook({})],
    'breaking',
  ),
  pair(
    'webhook: a header is sent too',
    [hook({}), hook({ parameters: [inHeader('X-Signature', text, { required: true })] })],
    'safe',
  ),
  pair(
    'webhook: a header has other values',
    [
      hook({ parameters: [inHeader('X-Kind', { enum: ['a'] }, { required: true })] }),
      hook({ parameters: [inHeader('X-Kind', { enum: ['a', 'b'] }, { required: true })] }),
    ],
    'breaking',
    'response.enum',
  ),
  pair('webhook: a body is no longer sent', [hookBody(object({ a: text })), hook({})], 'breaking'),
  pair('webhook: a body is sent', [hook({}), hookBody(object({ a: text }))], 'safe'),
  pair('callback: goes', [callback({}), callback(undefined)], 'breaking', 'callback.removed'),
  pair('callback: is new', [callback(undefined), callback({})], 'safe'),
  pair(
    'callback: a required property is lost',
    [
      callbackBody(object({ a: text, b: text }, { required: ['a', 'b'] })),
      callbackBody(object({ a: text }, { required: ['a'] })),
    ],
    'breaking',
    'response.property-lost',
  ),
  pair(
    'callback: a property is new',
    [callbackBody(object({ a: text })), callbackBody(object({ a: text, b: text }))],
    'safe',
  ),
  pair(
    'callback: maxLength falls',
    [
      callbackBody(object({ a: { type: 'string', maxLength: 9 } })),
      callbackBody(object({ a: { type: 'string', maxLength: 4 } })),
    ],
    'safe',
  ),
  pair(
    'callback: the answer of the client narrows',
    [
      callback({ responses: { 200: json(object({ a: text })) } }),
      callback({ responses: { 200: json(object({ a: { type: 'string', maxLength: 4 } })) } }),
    ],
    'breaking',
    'request.max-length',
  ),
];

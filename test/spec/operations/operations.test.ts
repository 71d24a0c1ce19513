import { describe, expect, it } from 'vitest';
import { codesOf, operationOf } from '../documents.ts';

describe('An operation', () => {
  it('has its parts read when they are first asked for, and each time the same', () => {
    const { api, operation } = operationOf({ responses: { '2xx': {} }, parameters: [{ name: 'a', in: 'query' }] });
    expect(api.diagnostics).toEqual([]);
    expect(operation.responses).toBe(operation.responses);
    expect(operation.parameters).toBe(operation.parameters);
    expect(api.diagnostics.map((each) => each.code)).toEqual(['invalid-status', 'no-responses']);
  });

  it('has the links of its answers', () => {
    const links = {
      read: { operationId: 'get', parameters: { id: '$response.body#/id', 'path.n': 5 } },
      next: { operationRef: '#/paths/~1x/get', requestBody: { a: 1 } },
    };
    const { operation } = operationOf({ responses: { 201: { description: '', links } } });
    expect(operation.responses[0]?.links).toMatchObject([
      {
        name: 'read',
        operationId: 'get',
        parameters: { id: '$response.body#/id', 'path.n': 5 },
        pointer: '/paths/~1x/get/responses/201/links/read',
      },
      { name: 'next', operationRef: '#/paths/~1x/get', requestBody: { a: 1 } },
    ]);
  });

  it('reads a header field that is named with its scheme as that scheme', () => {
    const schemes = (name: string) =>
      operationOf({ security: [{ key: [] }] }, '3.1.0', {
        components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } },
      }).operation.security[0]?.[0]?.scheme;
    expect(schemes('Authorization: Bearer')).toEqual({ kind: 'http', scheme: 'bearer' });
    expect(schemes('Authorization')).toEqual({ kind: 'apiKey', in: 'header', name: 'Authorization' });
    expect(schemes('X-Bearer')).toEqual({ kind: 'apiKey', in: 'header', name: 'X-Bearer' });
  });

  it('has its own security in place of the document’s, and none where it says so', () => {
    const members = {
      security: [{ key: [] }],
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'cookie', name: 'sid' },
          token: { type: 'http', scheme: 'Bearer' },
          flow: {
            type: 'oauth2',
            flows: { implicit: { authorizationUrl: 'https://h', scopes: { read: '', write: '' } } },
          },
          oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://h' },
          tls: { type: 'mutualTLS' },
          odd: { type: 'magic' },
        },
      },
    };
    expect(operationOf({}, '3.1.0', members).operation.security).toEqual([
      [{ name: 'key', scheme: { kind: 'apiKey', in: 'cookie', name: 'sid' }, scopes: [] }],
    ]);
    expect(operationOf({ security: [] }, '3.1.0', members).operation.security).toEqual([]);
    const { api, operation } = operationOf({ security: [{ token: [], flow: ['read'] }, {}] }, '3.1.0', members);
    expect(operation.security.map((all) => all.map((use) => use.scheme.kind))).toEqual([['http', 'oauth2'], []]);
    expect(operation.security[0]?.[0]?.scheme).toEqual({ kind: 'http', scheme: 'bearer' });
    expect(api.securitySchemes['flow']).toEqual({
      kind: 'oauth2',
      scopes: ['read', 'write'],
      endpoints: { 'implicit authorizationUrl': 'https://h' },
    });
    expect(codesOf(api)).toEqual(['unenforceable-security', 'invalid-security-scheme']);
  });

  it('has its media types with examples and encodings', () => {
    const content = {
      'multipart/form-data': {
        schema: {},
        encoding: {
          a: {
            contentType: 'image/png',
            style: 'form',
            explode: false,
            headers: { 'X-A': { schema: { type: 'integer' }, required: true } },
          },
        },
      },
    };
    const { operation } = operationOf({ requestBody: { required: true, description: 'd', content } });
    expect(operation.body).toMatchObject({
      required: true,
      description: 'd',
      content: [
        {
          mediaType: 'multipart/form-data',
          encoding: {
            a: {
              contentType: 'image/png',
              style: 'form',
              explode: false,
              headers: [{ name: 'X-A', required: true, schema: { type: 'integer' } }],
            },
          },
        },
      ],
    });
  });

  it('has summary, description, tags, documentation and extensions, the path’s where it has none', () => {
    const { operation } = operationOf({ summary: 's', tags: ['a', 5], externalDocs: { url: 'https://d' }, 'x-a': 1 });
    expect(operation).toMatchObject({
      id: 'GET /x',
      summary: 's',
      tags: ['a'],
      externalDocs: 'https://d',
      pointer: '/paths/~1x/get',
      method: 'GET',
    });
    expect({ ...operation.extensions }).toEqual({ 'x-a': 1 });
  });

  it('has response headers but Content-Type, which the media types say', () => {
    const headers = {
      'content-type': { schema: {} },
      'X-N': { required: true, schema: { type: 'integer' }, example: 5 },
    };
    const { operation } = operationOf({ responses: { 200: { description: '', headers } } });
    expect(operation.responses[0]?.headers).toMatchObject([
      { name: 'X-N', required: true, explode: false, examples: [{ value: 5 }] },
    ]);
  });
});

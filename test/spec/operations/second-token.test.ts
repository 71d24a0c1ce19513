import { expect, it } from 'vitest';
import { loadApi } from '../../../src/spec/index.ts';

const oauth2 = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://example.com/token', scopes: {} } } };

async function requiredOf(parameter: object, scheme: object | undefined): Promise<boolean | undefined> {
  const api = await loadApi({
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    ...(scheme === undefined ? {} : { components: { securitySchemes: { main: scheme } }, security: [{ main: [] }] }),
    paths: {
      '/x': {
        get: {
          operationId: 'x',
          parameters: [{ in: 'header', required: true, schema: { type: 'string' }, ...parameter }],
          responses: { 200: { description: '' } },
        },
      },
    },
  });
  return api.operation('x')?.parameters[0]?.required;
}

const token = { name: 'token', description: 'Authentication token. Requires scope: `chat:write`' };

it.each([
  [token, oauth2],
  [{ ...token, in: 'query' }, oauth2],
  [
    { name: 'access_token', description: 'The access token.' },
    { type: 'http', scheme: 'bearer' },
  ],
])('a parameter for the token that the security describes may be left out: %j', async (parameter, scheme) => {
  expect(await requiredOf(parameter, scheme)).toBe(false);
});

it.each([
  [token, undefined],
  [token, { type: 'apiKey', in: 'header', name: 'token' }],
  [{ name: 'token', description: 'The token of the next page.' }, oauth2],
  [{ name: 'X-Api-Key', description: 'The API key, beside the access token' }, oauth2],
])('and any other is required as it is described: %j', async (parameter, scheme) => {
  expect(await requiredOf(parameter, scheme)).toBe(true);
});

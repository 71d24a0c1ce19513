import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Boards behind a key in the query, which is a parameter of the operation as well. */
const boards = (required: boolean) =>
  fromYaml(`
openapi: 3.1.0
info: { title: Boards, version: '1' }
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: query, name: key } } }
paths:
  /boards:
    get:
      operationId: listBoards
      parameters: [{ name: key, in: query, required: ${required}, schema: { type: string } }]
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: string } } } } }
        '400': { description: invalid }
        '401': { description: refused }
`);

/** Answers 400 without a key, and 401 for a wrong one. */
const target = async (request: Request): Promise<Response> => {
  const key = new URL(request.url).searchParams.get('key');
  if (key === null) return new Response(null, { status: 400 });
  return key === 'open-sesame-27'
    ? Response.json(['one'])
    : new Response(null, { status: 401, headers: { 'www-authenticate': 'ApiKey' } });
};

test.each([
  [true, []],
  [false, ['auth.wrong-status']],
])('a request without a key may be invalid where the key is a required parameter: %s', async (required, expected) => {
  const { summary } = await tell({ ...boards(required), target, credentials: { apiKeys: { key: 'open-sesame-27' } } });
  expect(summary.counts.passed).toBeGreaterThan(0);
  const said = summary.findings.filter(({ check }) => check === 'auth.wrong-status').map(({ check }) => check);
  expect(said).toEqual(expected);
});

test('a refusal of the request itself says nothing of a missing key', async () => {
  let worked = 0;
  /** Answers the first request with the key, and refuses every later one as invalid. */
  const once = async (request: Request): Promise<Response> => {
    worked += 1;
    return worked === 1 ? target(request) : new Response(null, { status: 400 });
  };
  const credentials = { apiKeys: { key: 'open-sesame-27' } };
  const { summary } = await tell({ ...boards(false), target: once, credentials, concurrency: 1 });
  expect(summary.findings.map(({ check }) => check)).not.toContain('auth.wrong-status');
  const { summary: without } = await tell({ ...boards(false), target: once, concurrency: 1 });
  expect(without.findings.map(({ check }) => check)).not.toContain('auth.wrong-status');
});

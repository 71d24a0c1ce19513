import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Letters, version: '1' }
security: [{ token: [] }]
paths:
  /stamps: { get: { operationId: listStamps, responses: { '200': { description: ok }, '401': { description: no } } } }
  /letters:
    get: { operationId: listLetters, responses: { '200': { description: ok }, '401': { description: no } } }
    post: { operationId: sendLetter, responses: { '201': { description: ok }, '401': { description: no } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`);

/** The operations that `auth.valid-refused` names, at a service that lets in as told. */
async function refused(
  letsIn: (path: string, isKnown: boolean, given: string | null) => boolean,
  parts = PARTS,
): Promise<readonly (string | undefined)[]> {
  const target = async ({ method, url, headers }: Request): Promise<Response> => {
    const given = headers.get('authorization');
    const isIn = letsIn(`${method} ${new URL(url).pathname}`, given === 'Bearer the-token-of-the-run', given);
    return Response.json({}, { status: isIn ? (method === 'POST' ? 201 : 200) : 401 });
  };
  const credentials = { bearer: 'the-token-of-the-run' };
  const { summary } = await tell({ ...parts, target, credentials, phases: ['coverage'], concurrency: 1 });
  return summary.findings.flatMap(({ check, operation }) => (check === 'auth.valid-refused' ? operation : []));
}

test('a token that nothing needs may be a wrong one where it is refused', async () => {
  expect(await refused((path) => path !== 'POST /letters')).toEqual([]);
});

test('a token that one operation needs and takes is refused wrongly by another', async () => {
  const letsIn = (path: string, isKnown: boolean): boolean =>
    path === 'GET /stamps' || (path === 'GET /letters' && isKnown);
  expect(await refused(letsIn)).toEqual(['sendLetter']);
});

test('a token that is refused wherever one is needed is a wrong one', async () => {
  expect(await refused((path) => path === 'GET /stamps')).toEqual([]);
});

test('where nothing is read, an operation that answers without the token shows that the token is a wrong one', async () => {
  const calls = fromYaml(`
openapi: 3.1.0
info: { title: Calls, version: '1' }
security: [{ token: [] }]
paths:
  /watch: { post: { operationId: watch, responses: { '200': { description: ok }, '401': { description: no } } } }
  /store: { post: { operationId: store, responses: { '201': { description: ok }, '401': { description: no } } } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`);
  expect(await refused((path, _, given) => path === 'POST /watch' || given === null, calls)).toEqual([]);
  expect(await refused((path) => path === 'POST /watch', calls)).toEqual(['store']);
});

test.each([
  ['a token', { bearer: 'the-token-of-the-run' }],
  ['a header field', { headers: [['Authorization', 'Bearer the-token-of-the-run'] as const] }],
])('a refusal with another status is told where the credential is given as %s', async (_, credentials) => {
  const target = async ({ headers }: Request): Promise<Response> =>
    Response.json({}, { status: headers.get('authorization') === 'Bearer the-token-of-the-run' ? 200 : 400 });
  const { summary } = await tell({ ...PARTS, target, credentials, phases: ['protocol'] });
  const wrong = summary.findings.filter(({ check, keyword }) => check === 'auth.wrong-status' && keyword === 'none');
  expect(wrong.map(({ operation }) => operation)).toContain('listLetters');
});

test('a header field that one operation needs and takes is refused wrongly by another', async () => {
  const target = async ({ method, headers }: Request): Promise<Response> => {
    const isKnown = headers.get('authorization') === 'Bearer the-token-of-the-run';
    return Response.json({}, { status: isKnown && method === 'GET' ? 200 : 401 });
  };
  const credentials = { headers: [['Authorization', 'Bearer the-token-of-the-run'] as const] };
  const { summary } = await tell({ ...PARTS, target, credentials, phases: ['coverage'], concurrency: 1 });
  const refused = summary.findings.filter(({ check }) => check === 'auth.valid-refused');
  expect(refused.map(({ operation }) => operation)).toEqual(['sendLetter']);
});

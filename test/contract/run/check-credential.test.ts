import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const document = (open: string): string => `openapi: 3.1.0
info: { title: Letters, version: '1' }
security: [{ token: [] }]
paths:
  /letters:
    get: { operationId: listLetters, responses: { '200': { description: ok } } }
    post: { operationId: sendLetter, responses: { '201': { description: ok } } }
  /stamps:
    get: { operationId: listStamps, responses: { '200': { description: ok } } }
  /health:
    get: { operationId: health, ${open} responses: { '200': { description: ok } } }
components: { securitySchemes: { token: { type: http, scheme: bearer }, other: { type: apiKey, in: header, name: X-Key } } }
`;

/** A service that lets nobody in but at one path. */
function guarded(refusal: number, openPath?: string) {
  const asked: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    asked.push(`${request.method} ${pathname}`);
    return pathname === openPath
      ? new Response('')
      : Response.json({ message: 'Please identify yourself' }, { status: refusal });
  };
  return { fetch, asked };
}

test.each([401, 403])(
  'a service that answers %i everywhere is asked three times, and the flag is named once',
  async (status) => {
    const { fetch, asked } = guarded(status);
    const { summary } = await tell({ ...fromYaml(document('')), target: fetch });
    expect(asked).toEqual(['GET /letters', 'GET /stamps', 'GET /health']);
    expect(summary.exitStatus).toBe(2);
    expect(summary.findings).toEqual([]);
    expect(summary.reasons).toEqual([
      `the service refuses every request without a credential (GET /letters ${status}, GET /stamps ${status}, GET /health ${status}): “Please identify yourself”.`,
      'One is given by --bearer <token> or --auth-cmd. With --no-auth-check the run continues without it.',
    ]);
  },
);

test('a credential that is accepted nowhere is named by its place, without its value', async () => {
  const { fetch } = guarded(401);
  const credentials = { bearer: 'worthless-token-of-the-test' };
  const { events, summary } = await tell({ ...fromYaml(document('')), target: fetch, credentials });
  expect(summary.exitStatus).toBe(2);
  expect(summary.reasons[0]).toContain('accepts the credential nowhere');
  expect(summary.reasons[0]).toContain('It was sent in Authorization (Bearer).');
  expect(JSON.stringify(events)).not.toContain(credentials.bearer);
});

test('who is known and may do little gets the whole run', async () => {
  const { fetch } = guarded(403);
  const { summary } = await tell({
    ...fromYaml(document('')),
    target: fetch,
    credentials: { bearer: 'a-token-of-a-guest' },
  });
  expect(summary.exitStatus).not.toBe(2);
  const denied = summary.findings.filter(({ check }) => check === 'vacuous.only-401-403');
  expect(denied).toHaveLength(4);
  expect(denied.map(({ cause }) => cause?.kind)).toEqual(Array.from({ length: 4 }, () => 'everywhere'));
  expect(denied.filter(({ because }) => because === undefined)).toHaveLength(1);
});

test('where the document opens an operation to all callers, or the check is off, the run goes on', async () => {
  const open = await tell({ ...fromYaml(document('security: [],')), target: guarded(401, '/health').fetch });
  expect(open.summary.exitStatus).not.toBe(2);
  expect(open.summary.coverage.totals.operations.covered).toBe(1);
  const unasked = await tell({ ...fromYaml(document('')), target: guarded(401).fetch, authCheck: false });
  expect(unasked.summary.exitStatus).not.toBe(2);
  expect(unasked.summary.counts.inconclusive).toBeGreaterThan(0);
});

test('where one of the first reads is let in, the run goes on', async () => {
  const { summary } = await tell({ ...fromYaml(document('')), target: guarded(401, '/stamps').fetch });
  expect(summary.exitStatus).not.toBe(2);
  expect(summary.coverage.totals.operations.covered).toBe(1);
});

test('one plain read is enough where every operation asks for a credential and none was given', async () => {
  const only = document('')
    .replace(/ {2}\/stamps:\n.*\n/, '')
    .replace(/ {2}\/health:\n.*\n.*\n/, '');
  const { summary } = await tell({ ...fromYaml(only), target: guarded(401).fetch });
  expect(summary).toMatchObject({ exitStatus: 2, findings: [] });
});

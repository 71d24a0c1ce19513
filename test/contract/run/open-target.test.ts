import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const read = (id: string): string =>
  `get: { operationId: ${id}, responses: { '200': { description: ok, content: { application/json: { schema: { type: object } } } }, '401': { description: no } } }`;
const DOCUMENT = `openapi: 3.1.0
info: { title: Safe, version: '1' }
security: [{ token: [] }]
paths:
  /one: { ${read('readOne')} }
  /two: { ${read('readTwo')} }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;

const authChecks = (checks: readonly string[]): readonly string[] => checks.filter((each) => each.startsWith('auth.'));

async function findingsOf(
  isOpen: (path: string) => boolean,
  credentials: { readonly bearer?: string } = {},
): Promise<{ readonly checks: readonly string[]; readonly notes: readonly string[] }> {
  const target = (request: Request): Promise<Response> => {
    const isIn = isOpen(new URL(request.url).pathname) || request.headers.get('authorization') === 'Bearer secret-one';
    return Promise.resolve(isIn ? Response.json({}) : new Response(null, { status: 401 }));
  };
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target, credentials });
  return { checks: authChecks(summary.findings.map(({ check }) => check)), notes: summary.notes };
}

test('without a credential, a target that asks for none is not accused: the report has one note', async () => {
  const { checks, notes } = await findingsOf(() => true);
  expect(checks).toEqual([]);
  expect(notes.join()).toContain('the run has no credential');
});

test('with a credential, or where another read asks for one, it is', async () => {
  const open = await findingsOf(() => true, { bearer: 'secret-one' });
  expect(open.checks).toContain('auth.missing-accepted');
  const hole = await findingsOf((path) => path === '/two');
  expect(hole.checks).toContain('auth.missing-accepted');
  expect(hole.notes.join()).not.toContain('the run has no credential');
});

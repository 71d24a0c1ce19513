import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Images, version: '1' }
paths:
  /projects:
    get: { operationId: listProjects, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Project' } } } } } } }
  /projects/{name}:
    get: { operationId: readProject, parameters: [{ name: name, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Project' } } } }, '404': { description: none } } }
  /images:
    post:
      operationId: makeImage
      parameters: [{ name: project, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1 }, from: { type: object, properties: { registry: { type: string } }, example: { registry: hub } } } } } } }
      responses: { '201': { description: made }, '400': { description: wrong } }
components:
  schemas:
    Project: { type: object, required: [name], properties: { name: { type: string } } }
`;

/** Looks for the project before it reads the body, and for the project that the body names afterwards. */
const target =
  (missing: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/projects') return Response.json([]);
    if (pathname !== '/images') return new Response(null, { status: 404 });
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    if (searchParams.has('project')) return Response.json({ message: missing }, { status: 404 });
    const sent = (await request.json().catch(() => null)) as { label?: unknown; from?: { registry?: unknown } } | null;
    if (typeof sent?.label !== 'string' || sent.label === '') return new Response(null, { status: 400 });
    const { registry } = sent.from ?? {};
    if (registry === undefined) return new Response(null, { status: 201 });
    return Response.json(
      { message: `Registry "${String(registry)}" is of no project: project not found` },
      { status: 400 },
    );
  };

async function found(missing: string): Promise<readonly string[]> {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: target(missing), only: ['makeImage'] });
  return [...new Set(summary.findings.map(({ check }) => check))];
}

test('a refusal that calls another resource missing is about what names it, not about the broken part of the request', async () => {
  const checks = await found('Project not found');
  expect(checks).not.toContain('reject.wrong-code');
  expect(checks).not.toContain('status.unexpected');
  expect(checks).not.toContain('accept.valid-rejected');
});

test('a refusal that calls nothing missing has the wrong status', async () => {
  expect(await found('No luck')).toContain('reject.wrong-code');
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../../harness.ts';

const PARTS = fromYaml(`
openapi: 3.1.0
info: { title: Builds, version: '1' }
paths:
  /builds:
    get: { operationId: listBuilds, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Build' } } } } } } }
    post:
      operationId: addBuild
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [Runtime], properties: { Runtime: { type: string } } } } } }
      responses: { '201': { description: Added., content: { application/json: { schema: { $ref: '#/components/schemas/Build' } } } } }
  /builds/{sid}:
    parameters: [{ name: sid, in: path, required: true, schema: { type: string } }]
    get: { operationId: readBuild, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Build' } } } } } }
components:
  schemas:
    Build: { type: object, required: [sid, runtime], properties: { sid: { type: string, readOnly: true }, runtime: { type: string, enum: [node18, node20] } } }
`);

/** A service that refuses other runtimes than the listed ones. */
async function builds(request: Request): Promise<Response> {
  if (request.method !== 'POST') return Response.json([]);
  const { Runtime } = (await request.json()) as { Runtime: string };
  return ['node18', 'node20'].includes(Runtime)
    ? Response.json({ sid: 'b1', runtime: Runtime }, { status: 201 })
    : new Response(null, { status: 422 });
}

test('a value that the item cannot have may be refused, also where its property is spelled otherwise', async () => {
  const { summary } = await tell({ ...PARTS, target: builds, phases: ['coverage'] });
  expect(summary.findings.filter(({ check }) => check === 'status.undocumented')).toEqual([]);
});

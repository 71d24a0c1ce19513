import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /projects:
    get: { operationId: listProjects, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { projects: { type: array, items: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string }, health: { type: integer } } } } } } } } } } }
  /projects/{projectId}:
    parameters: [{ name: projectId, in: path, required: true, schema: { type: string } }]
    get: { operationId: readProject, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string }, health: { type: integer }, members: { type: integer } } } } } }, '404': { description: none } } }
  /environments:
    get: { operationId: listEnvironments, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { environments: { type: array, items: { $ref: '#/components/schemas/Environment' } } } } } } } } }
  /environments/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: readEnvironment, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Environment' } } } }, '404': { description: none } } }
  /projects/{projectId}/environments/{environment}:
    parameters: [{ name: projectId, in: path, required: true, schema: { type: string } }, { name: environment, in: path, required: true, schema: { type: string } }]
    get: { operationId: readInProject, responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { environment: { type: string }, enabled: { type: boolean } } } } } }, '404': { description: none } } }
components:
  schemas:
    Environment: { type: object, required: [name], properties: { name: { type: string }, type: { type: string } } }
`;

function target({ method, url }: Request): Response {
  if (method !== 'GET' && method !== 'HEAD')
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
  const [, collection, id, , environment] = new URL(url).pathname.split('/');
  if (id === undefined)
    return Response.json(
      collection === 'projects'
        ? { projects: [{ id: 'default', name: 'Default', health: 1 }] }
        : { environments: [{ name: 'production', type: 'production' }] },
    );
  if (environment !== undefined)
    return id === 'default' && environment === 'production'
      ? Response.json({ environment, enabled: true })
      : new Response(null, { status: 404 });
  if (collection === 'projects' && id === 'default') return Response.json({ name: 'Default', health: 1, members: 2 });
  if (collection === 'environments' && id === 'production')
    return Response.json({ name: 'production', type: 'production' });
  return new Response(null, { status: 404 });
}

test('ids come from the list that shows them, where the item does not, and from the list of the same things elsewhere', async () => {
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: async (request) => target(request) });
  const { covered, total } = summary.coverage.totals.operations;
  expect([covered, total]).toEqual([5, 5]);
  expect(summary.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const TASKS = fromYaml(`
openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { enum: [t1] } }]
    get:
      operationId: readTask
      responses:
        '200':
          description: A task
          content: { application/json: { schema: { $ref: '#/components/schemas/Task' } } }
          links: { owner: { operationId: readUser, parameters: { id: '$response.body#/owner_id' } } }
        '404': { description: None. }
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readUser, responses: { '200': { description: A user, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } }, '404': { description: None. } } }
components:
  schemas:
    Task: { type: object, required: [id, owner_id], properties: { id: { type: string }, owner_id: { type: [string, 'null'] } } }
`);

const tasks =
  (owner: string | null) =>
  async (request: Request): Promise<Response> => {
    const [, kind, id] = new URL(request.url).pathname.split('/');
    if (kind === 'tasks' && id === 't1') return Response.json({ id, owner_id: owner });
    return kind === 'users' && id === 'u1' ? Response.json({ id }) : new Response(null, { status: 404 });
  };

test.each([
  ['u1', false],
  [null, false],
  ['u2', true],
])('a link is followed where the answer names what it leads to: %s', async (owner, isBroken) => {
  const { summary } = await tell({ ...TASKS, target: tasks(owner), phases: ['stateful'], seed: 3 });
  expect(summary.findings.length > 0).toBe(isBroken);
});

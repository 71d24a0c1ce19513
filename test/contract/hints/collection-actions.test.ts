import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject, parseJson } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /groups:
    get:
      operationId: listGroups
      parameters: [{ name: q, in: query, schema: { type: string } }, { name: sort, in: query, schema: { type: string } }, { name: dir, in: query, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Group' } } } } } }
  /groups/{id}:
    get:
      operationId: readGroup
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Group' } } } }, '404': { description: none } }
  /members:
    get:
      operationId: listMembers
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } }
  /members/{id}:
    get:
      operationId: readMember
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }, '404': { description: none } }
  /members/invite:
    post:
      operationId: invite
      requestBody: { content: { application/json: { schema: { type: object, properties: { address: { type: string, format: email } } } } } }
      responses: { '200': { description: sent }, '400': { description: refused } }
components:
  schemas:
    Group: { type: object, required: [id], properties: { id: { type: string } } }
    Member: { type: object, required: [id], properties: { id: { type: string }, group: { type: string } } }
`;

/** The same service with another path for the invitation. */
const at = (path: string): string => DOCUMENT.replace('/members/invite', path);

const member = { id: 'm-1', group: 'g-7' };

function read(text: string): Json | undefined {
  const found = parseJson(text);
  return found.ok ? found.value : undefined;
}

/** A service that invites with an address and a group, of which the document has only the address. */
async function target(request: Request, path = '/members/invite'): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === '/groups') return Response.json([{ id: 'g-7' }]);
  if (pathname === '/groups/g-7') return Response.json({ id: 'g-7' });
  if (pathname === '/members') return Response.json([member]);
  if (pathname === '/members/m-1') return Response.json(member);
  if (pathname !== path) return Response.json({ error: 'not found' }, { status: 404 });
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
  const body = read(await request.text());
  const { address, group } = isObject(body) ? body : {};
  const missing = typeof address !== 'string' ? 'address' : group !== 'g-7' ? 'group' : undefined;
  return missing === undefined
    ? Response.json({})
    : Response.json({ message: `"${missing}" is required` }, { status: 400 });
}

test('an action on a collection learns from its refusals what it needs, before the cases', async () => {
  expect(await isReached('/members/invite')).toBe(true);
});

async function isReached(path: string): Promise<boolean | undefined> {
  const { summary } = await tell({
    ...fromYaml(at(path)),
    phases: ['coverage'],
    target: (request) => target(request, path),
  });
  return summary.coverage.operations.find(({ operation }) => operation === 'invite')?.reached;
}

test.each(['/guests:signUp', '/invitation/submit'])('so does %s, which takes what is sent', async (path) => {
  expect(await isReached(path)).toBe(true);
});

test('a command that may act on the whole service is not tried before the cases', async () => {
  expect(await isReached('/cluster:freeze')).toBe(false);
});

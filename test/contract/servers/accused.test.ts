import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const KEY = 'a-key-that-fits-2207';
const json = (schema: object) => ({ 'application/json': { schema } });
const answers = (schema: object) => ({ description: 'what there is', content: json(schema) });
const problem = { description: 'a refusal', content: json({ type: 'object' }) };
const thing = (kind: string) => ({
  type: 'object',
  required: ['id', 'kind', 'name'],
  properties: {
    id: { type: 'integer' },
    kind: { type: 'string', const: kind },
    name: { type: 'string', maxLength: 40 },
  },
});
const named = (property: string) => ({
  required: true,
  content: json({
    type: 'object',
    required: [property],
    properties: { [property]: { type: 'string', maxLength: 40 } },
  }),
});
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Accused', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: {
        operationId: 'list',
        responses: { 200: answers({ type: 'array', items: thing('thing_reference') }), 401: problem },
      },
      post: {
        operationId: 'make',
        requestBody: named('name'),
        responses: { 201: answers(thing('thing')), 400: problem, 401: problem, 415: problem },
      },
    },
    '/things/{id}': {
      parameters: [ID],
      get: {
        operationId: 'read',
        responses: { 200: answers(thing('thing')), 400: problem, 401: problem, 404: problem },
      },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: 'gone' }, 400: problem, 401: problem, 404: problem },
      },
    },
    '/session': {
      post: {
        operationId: 'login',
        requestBody: named('password'),
        responses: { 200: { description: 'in' }, 400: problem, 401: problem, 415: problem },
      },
    },
    '/upgrade': {
      post: { operationId: 'upgrade', responses: { 200: { description: 'done' }, 401: problem, 412: problem } },
    },
    '/later': { get: { operationId: 'later', responses: { 401: problem, 501: { description: 'not yet' } } } },
    '/export': {
      get: {
        operationId: 'exported',
        responses: {
          200: { description: 'a file', content: { 'text/yaml': { schema: { type: 'string', format: 'binary' } } } },
          401: problem,
        },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
};

/** A service whose habits look like faults: a page that answers every unknown path, a login, a list with a constant of its own. */
function accused(): (request: Request) => Promise<Response> {
  const things = new Map<string, { readonly id: number; readonly kind: string; readonly name: string }>();
  let next = 1;
  const refuse = (status: number, headers: Record<string, string> = {}) => Response.json({}, { status, headers });
  return async (request) => {
    const [, first = '', id] = new URL(request.url).pathname.split('/');
    const content = await request.text();
    const page = () => new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } });
    const known = `${first}${id === undefined ? '' : '/id'}`;
    const methods = {
      things: 'GET POST',
      'things/id': 'GET DELETE',
      session: 'POST',
      upgrade: 'POST',
      later: 'GET',
      export: 'GET',
    }[known];
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (methods?.includes(method) !== true)
      return methods === undefined || method === 'GET' ? page() : refuse(405, { Allow: methods.replace(' ', ', ') });
    // Whether it can be upgraded at all is asked first.
    if (first === 'upgrade') return refuse(412);
    if (request.headers.get('authorization') !== `Bearer ${KEY}`) return refuse(401, { 'WWW-Authenticate': 'Bearer' });
    if (first === 'later') return new Response(null, { status: 501 });
    if (first === 'export') return new Response('things:\n  - 1\n', { headers: { 'Content-Type': 'text/yaml' } });
    if (id !== undefined && !/^\d+$/.test(id)) return refuse(400);
    if (id !== undefined && !things.has(id)) return refuse(404);
    if (method === 'DELETE') return things.delete(id ?? '') ? new Response(null, { status: 204 }) : refuse(404);
    if (method === 'GET' && id !== undefined) return Response.json(things.get(id));
    if (method === 'GET')
      return Response.json([...things.values()].map((one) => ({ ...one, kind: 'thing_reference' })));
    if (!/^application\/json/i.test(request.headers.get('content-type') ?? ''))
      return refuse(content === '' ? 400 : 415);
    const sent = read(content)?.[first === 'session' ? 'password' : 'name'];
    if (typeof sent !== 'string' || [...sent].length > 40) return refuse(400);
    if (first === 'session') return refuse(401, { 'WWW-Authenticate': 'Bearer' });
    const made = { id: next++, kind: 'thing', name: sent };
    things.set(String(made.id), made);
    return Response.json(made, { status: 201 });
  };
}

function read(content: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(content) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

test('habits that look like faults are not reported: a fallback page, a wrong password, a constant of the list, a file in YAML, only 501', async () => {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    strict: true,
    credentials: { bearer: KEY },
    target: accused(),
  });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  expect(told.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
});

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

const NOTES = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /instances:
    get: { operationId: listInstances, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Instance' } } } } } } }
  /instances/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: readInstance, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Instance' } } } } } }
  /instances/{name}/rename:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    post:
      operationId: rename
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [label], properties: { label: { type: string, minLength: 1 } } } } } }
      responses: { '200': { description: done }, '400': { description: wrong } }
  /queues:
    get: { operationId: listQueues, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/MessageQueue' } } } } } } }
  /subscriptions/{id}:
    get: { operationId: readSubscription, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Subscription' } } } }, '404': { description: none } } }
  /subscriptions:
    post:
      operationId: subscribe
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [source], properties: { source: { type: string, enum: ['queue://main/orders'] } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Subscription' } } } } }
  /scans/{id}:
    get: { operationId: readScan, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Scan' } } } }, '404': { description: none } } }
  /scans:
    post:
      operationId: addScan
      requestBody: { required: true, content: { image/tiff: { schema: { description: The scan } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Scan' } } } } }
components:
  schemas:
    Instance: { type: object, required: [name], properties: { name: { type: string } } }
    Subscription: { type: object, required: [id, source], properties: { id: { type: integer }, source: { type: string } } }
    Scan: { type: object, required: [id], properties: { id: { type: integer } } }
    MessageQueue: { type: object, required: [name], properties: { name: { type: string } } }
`;

/** Refuses each request for what is not there, and a scan that cannot be read. */
const notes =
  (missing: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, table, name, action] = pathname.split('/');
    const refused = (status: number, message: string): Response => Response.json({ message }, { status });
    if (request.method === 'GET') {
      if (table === 'instances' && name === undefined) return Response.json([{ name: 'first' }]);
      if (table === 'queues') return Response.json([]);
      return name === 'first' ? Response.json({ name }) : refused(404, 'none');
    }
    if (request.method !== 'POST' || searchParams.size > 0) return new Response(null, { status: 405 });
    if (action === 'rename') {
      const sent = (await request.json().catch(() => null)) as { label?: unknown } | null;
      return typeof sent?.label === 'string' && sent.label !== '' ? Response.json({}) : refused(404, missing);
    }
    if (table === 'subscriptions') return refused(400, missing);
    return table === 'scans' ? refused(400, 'This is no picture') : refused(404, 'none');
  };

async function told(operation: string, missing: string): Promise<readonly string[]> {
  const { summary } = await tell({
    ...fromYaml(NOTES),
    target: notes(missing),
    phases: ['coverage', 'stateful'],
    touchExisting: true,
  });
  const found = summary.findings.filter((each) => each.operation === operation);
  return [...new Set(found.map(({ check }) => check))];
}

test('a 404 that calls the item of the path missing is about the path', async () => {
  expect(await told('rename', 'Instance not found')).not.toContain('reject.wrong-code');
  expect(await told('rename', 'No luck')).toContain('reject.wrong-code');
});

test('a refusal that calls a record missing, by two words, may quote a part of the value that names it', async () => {
  expect(await told('subscribe', "Message queue 'main' not found")).not.toContain('accept.valid-rejected');
  expect(await told('subscribe', 'No luck with this')).toContain('accept.valid-rejected');
});

test('a body of a media type with a format of its own may be refused', async () => {
  expect(await told('addScan', '')).not.toContain('accept.valid-rejected');
});

const PAGES = `openapi: 3.1.0
info: { title: Pages, version: '1' }
paths:
  /pages:
    post:
      operationId: makePage
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [folder, slug], properties: { folder: { type: string }, slug: { type: string } } } } } }
      responses: { '201': { description: made }, '400': { description: wrong } }
`;

/** Makes no folder compulsory, and refuses what is without one with these words. */
async function ofPages(words: string, status = 409): Promise<readonly string[]> {
  const target = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const sent = (await request.json().catch(() => null)) as { folder?: unknown; slug?: unknown } | null;
    if (typeof sent?.slug !== 'string') return new Response(null, { status: 400 });
    return sent.folder === undefined
      ? Response.json({ error: words }, { status })
      : new Response(null, { status: 201 });
  };
  const { summary } = await tell({ ...fromYaml(PAGES), target });
  return [...new Set(summary.findings.map(({ check }) => check))];
}

test('a 409 that says that a value is taken is about another record, not about the broken part of the request', async () => {
  expect(await ofPages('A page with this slug already exists')).not.toContain('reject.wrong-code');
  expect(await ofPages('No luck')).toContain('reject.wrong-code');
  expect(await ofPages('A page with this slug already exists', 422)).toContain('reject.wrong-code');
});

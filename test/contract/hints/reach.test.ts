import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { isObject } from '../../../src/wire/index.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
  /zones:
    get:
      operationId: listZones
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Zone' } } } } } }
    post:
      operationId: createZone
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewZone' } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }
        '422': { description: refused }
  /zones/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readZone
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }, '404': { description: none } }
    delete:
      operationId: deleteZone
      responses: { '204': { description: gone }, '404': { description: none } }
components:
  schemas:
    NewZone:
      type: object
      required: [name, kind]
      properties:
        name: { type: string, description: "Name of the zone (e.g. “example.com.”). It MUST have a trailing dot." }
        kind: { type: string }
        serial: { type: integer }
        note: { type: string }
    Zone: { type: object, required: [name, kind], properties: { name: { type: string }, kind: { type: string } } }
`;

/** A service that says what it takes in its descriptions and its refusals, and holds one zone already. */
function zoneServer(refuse: (zone: { readonly [name: string]: Json }) => Json | undefined) {
  const zones = new Map<string, Json>([['kept.example.org.', { name: 'kept.example.org.', kind: 'Native' }]]);
  const bodies: string[] = [];
  const json = (status: number, body: Json): Response => Response.json(body, { status });
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const name = decodeURIComponent(pathname.slice('/zones/'.length));
    if (pathname === '/zones' && request.method === 'GET') return json(200, [...zones.values()]);
    if (pathname === '/zones' && request.method === 'POST') {
      const text = await request.text();
      bodies.push(text);
      const zone = read(text);
      if (!isObject(zone)) return json(422, { error: 'the body is no object' });
      const refusal = refuse(zone);
      if (refusal !== undefined) return json(422, refusal);
      if (zones.has(String(zone['name']))) return json(409, { error: `Zone '${String(zone['name'])}' already exists` });
      const made = { name: zone['name'] ?? null, kind: zone['kind'] ?? null };
      zones.set(String(zone['name']), made);
      return json(201, made);
    }
    const found = zones.get(name);
    if (found === undefined || !pathname.startsWith('/zones/')) return json(404, { error: 'not found' });
    if (request.method === 'GET') return json(200, found);
    if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { Allow: 'GET, DELETE' } });
    zones.delete(name);
    return new Response(null, { status: 204 });
  };
  return { fetch, zones, bodies };
}

function read(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

const particular = (zone: { readonly [name: string]: Json }): Json | undefined => {
  const { name, kind, serial, note } = zone;
  if (typeof name !== 'string') return { error: "Key 'name' not present or not a String" };
  if (!/^[a-z0-9.-]+\.$/.test(name)) return { error: `DNS Name '${name}' is not canonical` };
  if (kind !== 'Native' && kind !== 'Master')
    return { errors: [{ field: 'kind', message: 'must be one of [Native, Master]' }] };
  if (serial !== undefined && !Number.isInteger(serial)) return { error: 'serial must be an integer' };
  return note === undefined ? undefined : { error: 'something is wrong' };
};

const parts = () => ({ ...fromYaml(DOCUMENT), phases: ['examples', 'coverage', 'stateful'] as const });
const reached = (summary: Awaited<ReturnType<typeof tell>>['summary']) =>
  summary.coverage.operations.flatMap((each) => (each.reached ? [each.operation] : []));

describe('A service that says what it takes', () => {
  let server: ReturnType<typeof zoneServer>;
  let told: Awaited<ReturnType<typeof tell>>;
  beforeAll(async () => {
    server = zoneServer(particular);
    told = await tell({ ...parts(), target: server.fetch });
  });

  test('is reached by what its descriptions and its refusals say', () => {
    expect(reached(told.summary)).toEqual(['listZones', 'createZone', 'readZone', 'deleteZone']);
  });

  test('keeps what was there before', () => {
    expect([...server.zones.keys()]).toEqual(['kept.example.org.']);
  });

  test('is probed one place at a time, beside what it takes: an optional part that it refuses is in few requests', () => {
    const noted = server.bodies.filter((text) => text.includes('"note"'));
    expect(noted.length).toBeLessThan(server.bodies.length / 2);
  });

  test('gets the same requests with the same seed, however many go out at a time', async () => {
    const bodies = async (concurrency: number) => {
      const other = zoneServer(particular);
      await tell({ ...parts(), phases: ['coverage'], target: other.fetch, concurrency });
      return [...other.bodies].sort();
    };
    expect(await bodies(1)).toEqual(await bodies(16));
  });
});

describe('A service that refuses everything', () => {
  let server: ReturnType<typeof zoneServer>;
  let told: Awaited<ReturnType<typeof tell>>;
  beforeAll(async () => {
    server = zoneServer(() => ({ error: 'not today' }));
    told = await tell({ ...parts(), target: server.fetch });
  });

  test('gives no case that passed because a wrong request was refused, too', () => {
    const ends = told.events.flatMap((event) =>
      event.type === 'case-finished' &&
      event.case.operation === 'createZone' &&
      event.case.expectation.kind === 'refused'
        ? [event.result.verdict]
        : [],
    );
    expect(ends.length).toBeGreaterThan(5);
    expect(new Set(ends)).toEqual(new Set(['inconclusive']));
  });

  test('is not asked hundreds of times', () => {
    expect(server.bodies.length).toBeLessThan(40);
  });

  test('is named with its own words and with the values that may help', () => {
    const { unreached } = told.summary.coverage.operations.find(({ operation }) => operation === 'createZone') ?? {};
    expect(unreached?.refusals[0]).toMatchObject({ status: 422, words: 'not today' });
    expect(unreached?.values).toContain('createZone#/body/name');
  });
});

test('a service that asks for the id of what it creates gets it, although the document calls it optional', async () => {
  const labels = new Map<string, Json>();
  const target = async (request: Request): Promise<Response> => {
    const name = decodeURIComponent(new URL(request.url).pathname.slice('/labels/'.length));
    if (request.method === 'GET') {
      const label = labels.get(name);
      if (name === '') return Response.json([...labels.values()]);
      return label === undefined ? Response.json({}, { status: 404 }) : Response.json(label);
    }
    const body = read(await request.text());
    if (!isObject(body) || typeof body['name'] !== 'string')
      return Response.json({ error: 'name is not specified or not a string' }, { status: 422 });
    labels.set(body['name'], body);
    return Response.json(body, { status: 201 });
  };
  const document = `openapi: 3.1.0
info: { title: Labels, version: '1' }
paths:
  /labels:
    get:
      operationId: listLabels
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Label' } } } } } }
    post:
      operationId: createLabel
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }, '422': { description: refused } }
  /labels/{name}:
    get:
      operationId: readLabel
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Label' } } } }, '404': { description: none } }
components: { schemas: { Label: { type: object, properties: { name: { type: string }, text: { type: string } } } } }
`;
  const { summary } = await tell({ ...fromYaml(document), phases: ['coverage'], target });
  expect(reached(summary)).toEqual(['listLabels', 'createLabel', 'readLabel']);
});

test('a service that wants two values in an order, and one of two others, is reached', async () => {
  const target = async (request: Request): Promise<Response> => {
    const body = read(await request.text());
    if (request.method === 'GET') return Response.json([]);
    if (!isObject(body)) return Response.json({ message: 'no object' }, { status: 400 });
    const { rank, weight, mail, phone } = body;
    if (Number(rank) >= Number(weight))
      return Response.json({ message: 'rank must be less than weight' }, { status: 422 });
    if (mail !== undefined && phone !== undefined)
      return Response.json({ message: 'mail and phone are mutually exclusive' }, { status: 422 });
    return Response.json({ ...body, id: 1 }, { status: 201 });
  };
  const document = `openapi: 3.1.0
info: { title: Entries, version: '1' }
paths:
  /entries:
    get:
      operationId: listEntries
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Entry' } } } } } }
    post:
      operationId: createEntry
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Entry' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Entry' } } } }, '422': { description: refused } }
components:
  schemas:
    Entry:
      type: object
      required: [rank, weight]
      properties:
        id: { type: integer, readOnly: true }
        rank: { type: integer, minimum: 100, maximum: 200 }
        weight: { type: integer, minimum: 0, maximum: 150 }
        mail: { type: string }
        phone: { type: string }
`;
  const { summary } = await tell({ ...fromYaml(document), phases: ['examples', 'coverage'], target });
  expect(reached(summary)).toEqual(['listEntries', 'createEntry']);
});

describe('A service that takes what its document shows of a body without required properties', () => {
  const IMAGES = "type: array, items: { $ref: '#/components/schemas/Image' }";
  const document = `openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /images:
    get: { operationId: listImages, responses: { '200': { description: All., content: { application/json: { schema: { ${IMAGES} } } } } } }
  /images/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: readImage, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Image' } } } }, '404': { description: None. } } }
  /boxes:
    post:
      operationId: createBox
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/NewBox' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }, '400': { description: No. }, '404': { description: No image. } }
  /boxes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: readBox, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } }, '404': { description: None. } } }
    delete: { operationId: deleteBox, responses: { '204': { description: Gone. }, '404': { description: None. } } }
components:
  schemas:
    Image: { type: object, properties: { name: { type: string } } }
    Box: { type: object, properties: { id: { type: string }, image: { type: string } } }
    NewBox:
      type: object
      properties: { image: { type: string }, command: { type: array, items: { type: string } }, label: { type: string }, limits: { type: object, properties: { cpus: { type: integer }, period: { type: integer } } } }
      example: { image: ubuntu, command: [date], label: 7, limits: { cpus: 1, period: 2 } }
`;

  test.each([
    ['whole', ['ubuntu', 'busybox'], false],
    ['without its nested object, and with a record that exists', ['busybox'], true],
  ])('%s', async (_, images, refusesLimits) => {
    const made: Json[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname } = new URL(request.url);
      const refusal = (status: number, message: string): Response => Response.json({ message }, { status });
      if (pathname === '/images') return Response.json(images.map((name) => ({ name })));
      const name = decodeURIComponent(pathname.slice('/images/'.length));
      const box = pathname.startsWith('/boxes/') ? made[Number(pathname.slice('/boxes/'.length)) - 1] : undefined;
      if (box !== undefined && request.method === 'DELETE') return new Response(null, { status: 204 });
      if (box !== undefined) return Response.json({ ...(box as object), id: pathname.slice('/boxes/'.length) });
      if (request.method === 'GET' || request.method === 'DELETE')
        return images.includes(name) ? Response.json({ name }) : refusal(404, 'none');
      const sent = read(await request.text()) ?? null;
      if (!isObject(sent) || Object.keys(sent).length === 0) return refusal(400, 'The box cannot be empty');
      if (refusesLimits && sent['limits'] !== undefined) return refusal(400, 'These options exclude each other');
      if (!images.includes(String(sent['image']))) return refusal(404, `No such image: ${String(sent['image'])}`);
      made.push(sent);
      return Response.json({ id: String(made.length) }, { status: 201 });
    };
    const { events, summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['coverage'] });
    expect(reached(summary)).toEqual(expect.arrayContaining(['createBox', 'readBox', 'deleteBox']));
    const verdicts = events.flatMap((event) =>
      event.type === 'case-finished' && event.case.id === 'coverage/createBox/valid-required'
        ? [event.result.verdict]
        : [],
    );
    expect(verdicts).toEqual(['passed']);
    expect(made[0]).toMatchObject({ image: images[0], command: ['date'] });
    expect(made[0]).not.toHaveProperty('label');
  });
});

test('a service that asks for what the document does not name gets it: a value that it has shown, else text', async () => {
  const made: Json[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/teams') return Response.json([{ id: 'red', plan: 7 }]);
    if (request.method === 'GET') return Response.json(made);
    const body = read(await request.text());
    if (!isObject(body)) return Response.json({ error: 'no object' }, { status: 400 });
    const { plan, key } = body;
    if (plan === undefined) return Response.json({ error: 'Invalid payload. "plan" is required.' }, { status: 400 });
    if (plan !== 7) return Response.json({ error: 'not so' }, { status: 400 });
    if (typeof key !== 'string') return Response.json({ error: 'key is a required field' }, { status: 400 });
    made.push(body);
    return Response.json({ ...body, id: String(made.length) }, { status: 201 });
  };
  const document = (more: string) => `openapi: 3.1.0
info: { title: Guests, version: '1' }
paths:
  /teams: { get: { operationId: listTeams, parameters: [{ name: dry, in: query, required: true, schema: { type: boolean } }], responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } } }
  /guests:
    get: { operationId: listGuests, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Guest' } } } } } } }
    post:
      operationId: createGuest
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } }${more} } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }, '400': { description: refused } }
components: { schemas: { Guest: { type: object, properties: { id: { type: string }, name: { type: string } } } } }
`;
  const run = (more: string) => tell({ ...fromYaml(document(more)), phases: ['coverage'], target });
  expect(reached((await run('')).summary)).toContain('createGuest');
  expect(reached((await run(', additionalProperties: false')).summary)).not.toContain('createGuest');
});

test('a service that wants one of two names, a strong password and a day to come is reached', async () => {
  const made: Json[] = [];
  const target = async (request: Request): Promise<Response> => {
    if (request.method === 'GET') return Response.json(made);
    const body = read(await request.text());
    const refusal = (message: string): Response => Response.json({ message }, { status: 400 });
    if (!isObject(body)) return refusal('no object');
    const { username, email, secret, until } = body;
    if (username === undefined && email === undefined) return refusal('You must specify username or email');
    if (!/[A-Z]/.test(String(secret)) || !/[0-9]/.test(String(secret)) || String(secret).length < 10)
      return Response.json(
        {
          message: 'The secret must be at least 10 characters long.',
          details: [
            'The secret must contain at least one uppercase letter.',
            'The secret must contain at least one number.',
          ],
        },
        { status: 400 },
      );
    if (until !== undefined && String(until) < '2036') return refusal('The last day should be in the future.');
    made.push(body);
    return Response.json({ ...body, id: made.length }, { status: 201 });
  };
  const document = `openapi: 3.1.0
info: { title: Guests, version: '1' }
paths:
  /guests:
    get: { operationId: listGuests, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Guest' } } } } } } }
    post:
      operationId: createGuest
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewGuest' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Guest' } } } }, '400': { description: refused } }
components:
  schemas:
    Guest: { type: object, properties: { id: { type: integer }, username: { type: string } } }
    NewGuest:
      type: object
      required: [secret, until]
      additionalProperties: false
      properties:
        secret: { type: string, example: low }
        until: { type: string, format: date-time, example: '2023-01-01T00:00:00Z' }
        username: { type: string }
        email: { type: string }
`;
  const { summary } = await tell({ ...fromYaml(document), phases: ['coverage'], target });
  expect(reached(summary)).toContain('createGuest');
});

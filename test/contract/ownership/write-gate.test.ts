import { expect, test } from 'vitest';
import { isSafe } from '../../../src/spec/index.ts';
import { fromYaml, tell } from '../harness.ts';

const ZONE = 'type: object, required: [name], properties: { name: { type: string }, note: { type: string } }';
const NOT_FOUND = "'404': { description: None. }";

const document = (paths: string): string => `
openapi: 3.1.0
info: { title: Zones, version: '1' }
paths:
${paths}
components:
  schemas:
    Zone: { ${ZONE} }
    Refusal: { type: object, properties: { error: { type: string } } }
`;

const ONE =
  "'200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }";
const BODY =
  "requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }";
const REFUSED =
  "'422': { description: No., content: { application/json: { schema: { $ref: '#/components/schemas/Refusal' } } } }";
const NAME = 'parameters: [{ name: name, in: path, required: true, example: example.org., schema: { type: string } }]';
const LIST =
  "get: { operationId: listZones, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Zone' } } } } } } }";
const CREATE = `post: { operationId: createZone, ${BODY}, responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Zone' } } } }, ${REFUSED} } }`;
const ITEM = `
    ${NAME}
    get: { operationId: readZone, responses: { ${ONE}, ${NOT_FOUND} } }
    put: { operationId: replaceZone, ${BODY}, responses: { ${ONE}, ${NOT_FOUND}, ${REFUSED} } }
    delete: { operationId: deleteZone, responses: { '204': { description: Gone. }, ${NOT_FOUND} } }`;

interface Zones {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly records: Map<string, Record<string, unknown>>;
  readonly writes: string[];
}

/** Zones by name, one of which was there before the run; `takes` says which creations are taken. */
function zones(
  takes: (name: string) => boolean,
  more: (request: Request, path: string) => Response | undefined = () => undefined,
): Zones {
  const records = new Map<string, Record<string, unknown>>([
    ['example.org.', { name: 'example.org.', note: 'precious' }],
  ]);
  const writes: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    const { method } = request;
    if (!isSafe(method)) writes.push(`${method} ${path}`);
    const own = more(request, path);
    if (own !== undefined) return own;
    const name = /^\/zones\/([^/]+)$/.exec(path)?.[1];
    if (path === '/zones' && method === 'GET') return Response.json([...records.values()]);
    if (path === '/zones' && method === 'POST') {
      const sent = (await request.json().catch(() => ({}))) as { name?: unknown };
      if (typeof sent.name !== 'string' || !takes(sent.name))
        return Response.json({ error: 'a name ends with a dot' }, { status: 422 });
      records.set(sent.name, sent);
      return Response.json(sent, { status: 201 });
    }
    if (name === undefined) return new Response(null, { status: 404 });
    if (!records.has(name)) return new Response(null, { status: 404 });
    if (method === 'DELETE') records.delete(name);
    if (method === 'PUT') records.set(name, { ...((await request.json().catch(() => ({}))) as object), name });
    if (!['GET', 'PUT', 'DELETE'].includes(method))
      return new Response(null, { status: 405, headers: { Allow: 'GET, PUT, DELETE' } });
    return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(records.get(name));
  };
  return { fetch, records, writes };
}

/** What can stand in a path. */
const hasText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const PRECIOUS = { name: 'example.org.', note: 'precious' };

test('where every creation is refused, what was there stays, and the cases say so in the words of the service', async () => {
  const target = zones(() => false);
  const api = fromYaml(document(`  /zones:\n    ${LIST}\n    ${CREATE}\n  /zones/{name}:${ITEM}`));
  const { summary } = await tell({ ...api, target: target.fetch, strict: true });
  expect([...target.records.values()]).toEqual([PRECIOUS]);
  expect(target.writes.filter((each) => each.includes('example.org.'))).toEqual([]);
  expect(summary.inconclusive.map(({ reason }) => reason).join('\n')).toContain(
    'creating one gave 422: a name ends with a dot',
  );
  expect(summary.foreignWrites).toEqual([]);
});

test.each(['remove', 'remove/'])('a GET that deletes is sent for records of the run only: %s', async (end) => {
  const REMOVE = `get: { operationId: removeZone, ${NAME}, responses: { '204': { description: Gone. }, ${NOT_FOUND} } }`;
  const removals: string[] = [];
  const target = zones(
    (name) => hasText(name),
    ({ method }, path) => {
      const name = /^\/zones\/([^/]+)\/remove\/?$/.exec(path)?.[1];
      if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
      removals.push(name);
      return new Response(null, { status: target.records.delete(name) ? 204 : 404 });
    },
  );
  const api = fromYaml(
    document(`  /zones:\n    ${LIST}\n    ${CREATE}\n  /zones/{name}:${ITEM}\n  /zones/{name}/${end}:\n    ${REMOVE}`),
  );
  await tell({ ...api, target: target.fetch });
  expect(target.records.get('example.org.')).toEqual(PRECIOUS);
  expect(removals).not.toContain('example.org.');
  expect(removals.length).toBeGreaterThan(0);
});

test('existing items are not changed where nothing creates, or where the user names them for reading', async () => {
  const api = fromYaml(document(`  /zones:\n    ${LIST}\n  /zones/{name}:${ITEM}`));
  for (const fixtures of [{}, { fixtures: { zones: [{ name: 'example.org.' }] } }]) {
    const target = zones(() => false);
    await tell({ ...api, ...fixtures, target: target.fetch, strict: true });
    expect([...target.records.values()]).toEqual([PRECIOUS]);
  }
});

test('with `touchExisting` it is written to, and the report names each write', async () => {
  const target = zones(() => false);
  const api = fromYaml(document(`  /zones:\n    ${LIST}\n  /zones/{name}:${ITEM}`));
  const { summary } = await tell({ ...api, target: target.fetch, touchExisting: true });
  expect(target.records.get('example.org.')).not.toEqual(PRECIOUS);
  expect(summary.foreignWrites).toContainEqual({
    operation: 'deleteZone',
    method: 'DELETE',
    path: '/zones/example.org.',
    reason: 'allowed',
  });
});

test('records of the run are changed and deleted as before', async () => {
  const target = zones((name) => name !== '');
  const api = fromYaml(document(`  /zones:\n    ${LIST}\n    ${CREATE}\n  /zones/{name}:${ITEM}`));
  const { summary } = await tell({ ...api, target: target.fetch });
  expect([...target.records.values()]).toEqual([PRECIOUS]);
  expect(target.writes.filter((each) => each.startsWith('DELETE ')).length).toBeGreaterThan(5);
  expect(summary.leftovers).toEqual([]);
});

test('what a PUT puts at an empty place is removed, also where the answer is a 200', async () => {
  const api = fromYaml(document(`  /zones:\n    ${LIST}\n  /zones/{name}:${ITEM}`));
  const records = new Map<string, object>([['example.org.', PRECIOUS]]);
  let put = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const path = decodeURI(new URL(request.url).pathname);
    const name = path.slice('/zones/'.length);
    if (path === '/zones' && request.method === 'GET') return Response.json([...records.values()]);
    if (request.method === 'PUT' && name !== '') {
      put += records.has(name) ? 0 : 1;
      records.set(name, { ...((await request.json().catch(() => ({}))) as object), name });
      return Response.json(records.get(name));
    }
    if (!records.has(name)) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(records.get(name));
    return new Response(null, { status: request.method === 'DELETE' && records.delete(name) ? 204 : 405 });
  };
  const { summary } = await tell({ ...api, target: fetch });
  expect(put).toBeGreaterThan(0);
  expect([...records.values()]).toEqual([PRECIOUS]);
  expect(summary.leftovers).toEqual([]);
});

test('a write to a whole collection is not sent while it holds what the run did not create', async () => {
  const bulk =
    "patch: { operationId: patchZones, requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { note: { type: string } } } } } }, responses: { '204': { description: Done. } } }";
  const paths = `  /zones:\n    ${LIST}\n    ${CREATE}\n    ${bulk}\n    delete: { operationId: clearZones, responses: { '204': { description: Done. } } }\n  /zones/{name}:${ITEM}`;
  const target = zones((name) => name !== '');
  const { summary } = await tell({ ...fromYaml(document(paths)), target: target.fetch, strict: true });
  expect(target.writes.filter((each) => /^(PATCH|DELETE|PUT) \/zones$/.test(each))).toEqual([]);
  expect(summary.inconclusive.map(({ reason }) => reason).join()).toContain(
    'would change records that this run did not create: all zones',
  );
});

test('settings are read before they are written to, and put back', async () => {
  let settings: unknown = { name: 'prod', note: 'as it was' };
  const before = settings;
  const seen: unknown[] = [];
  const answer = (request: Request, path: string): Response | undefined =>
    path === '/settings' && request.method === 'GET' ? Response.json(settings) : undefined;
  const target = zones((name) => name !== '', answer);
  const fetch = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/settings' || isSafe(request.method)) return target.fetch(request);
    const sent: unknown = await request.json().catch(() => undefined);
    if (request.method !== 'PUT' || typeof sent !== 'object' || sent === null)
      return Response.json({ error: 'no' }, { status: 422 });
    settings = sent;
    seen.push(sent);
    return Response.json(sent);
  };
  const paths = `  /settings:\n    get: { operationId: readSettings, responses: { ${ONE} } }\n    put: { operationId: writeSettings, ${BODY}, responses: { ${ONE}, ${REFUSED} } }`;
  const { summary } = await tell({ ...fromYaml(document(paths)), target: fetch });
  expect(seen.length).toBeGreaterThan(1);
  expect(settings).toEqual(before);
  expect(summary.foreignWrites).toEqual([]);
});

test('settings that a POST updates are put back too, and their id and time of change are not compared', async () => {
  const before = { id: 1, name: 'prod', note: 'as it was', updatedAt: '2026-01-01T00:00:00Z' };
  let settings = before;
  const seen: unknown[] = [];
  const answer = (request: Request, path: string): Response | undefined =>
    path === '/settings' && request.method === 'GET' ? Response.json(settings) : undefined;
  const target = zones((name) => name !== '', answer);
  const fetch = async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname !== '/settings' || isSafe(request.method)) return target.fetch(request);
    const sent: unknown = await request.json().catch(() => undefined);
    if (request.method !== 'POST' || typeof sent !== 'object' || sent === null)
      return Response.json({ error: 'no' }, { status: 422 });
    if ('standinUnknownProperty' in sent) return Response.json({ error: 'no' }, { status: 422 });
    settings = {
      ...settings,
      ...sent,
      id: 1,
      updatedAt: new Date(1_800_000_000_000 + 1_000 * seen.length).toISOString(),
    };
    seen.push(sent);
    return Response.json(settings);
  };
  const schema =
    'schema: { type: object, required: [name], properties: { id: { type: integer }, name: { type: string }, note: { type: string }, updatedAt: { type: string, format: date-time } } }';
  const content = `content: { application/json: { ${schema} } }`;
  const ok = `'200': { description: It., ${content} }`;
  const paths = `  /settings:\n    get: { operationId: readSettings, responses: { ${ok} } }\n    post: { operationId: updateSettings, requestBody: { required: true, ${content} }, responses: { ${ok}, ${REFUSED} } }`;
  const { summary } = await tell({ ...fromYaml(document(paths)), target: fetch });
  expect(seen.length).toBeGreaterThan(1);
  expect({ ...settings, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
  expect(summary.foreignWrites).toEqual([]);
  expect(summary.findings.filter(({ check }) => check.startsWith('state.'))).toEqual([]);
});

test('a command on the one object that a GET reads is not sent, except to validate it', async () => {
  const cluster = (name: string) =>
    `  /cluster/${name}:\n    post: { operationId: ${name}Cluster, responses: { '200': { description: Done. } } }`;
  const paths = `  /cluster:\n    get: { operationId: readCluster, responses: { ${ONE} } }\n${cluster('join')}\n${cluster('validate')}`;
  const answer = (_: Request, path: string): Response | undefined =>
    path.startsWith('/cluster') ? Response.json({ name: 'east' }) : undefined;
  const target = zones(() => true, answer);
  const { summary } = await tell({ ...fromYaml(document(paths)), target: target.fetch });
  expect(target.writes).toContain('POST /cluster/validate');
  expect(target.writes).not.toContain('POST /cluster/join');
  expect(summary.inconclusive.map(({ reason }) => reason).join()).toContain('POST would change /cluster, which');
  const allowed = zones(() => true, answer);
  await tell({ ...fromYaml(document(paths)), target: allowed.fetch, touchExisting: true });
  expect(allowed.writes).toContain('POST /cluster/join');
});

test('what an answer names by the parameter of the item path, or a request by both of them, is removed', async () => {
  const paths = `
  /silences:
    get: { operationId: listSilences, responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { type: object, properties: { comment: { type: string } } } } } } } } }
    post: { operationId: postSilence, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [comment], properties: { comment: { type: string } } } } } }, responses: { '200': { description: Made., content: { application/json: { schema: { type: object, properties: { silenceID: { type: string } } } } } } } }
  /silences/{silenceID}:
    parameters: [{ name: silenceID, in: path, required: true, schema: { type: string } }]
    delete: { operationId: deleteSilence, responses: { '200': { description: Gone. }, ${NOT_FOUND} } }
  /primaries:
    post: { operationId: addPrimary, requestBody: { required: true, content: { application/json: { schema: { type: object, required: [ip, nameserver], properties: { ip: { type: string }, nameserver: { type: string } } } } } }, responses: { '201': { description: Made. } } }
  /primaries/{ip}/{nameserver}:
    parameters: [{ name: ip, in: path, required: true, schema: { type: string } }, { name: nameserver, in: path, required: true, schema: { type: string } }]
    delete: { operationId: removePrimary, responses: { '204': { description: Gone. }, ${NOT_FOUND} } }`;
  const silences = new Set<string>();
  const primaries = new Set<string>();
  let last = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    const parts = path.split('/').slice(1).map(decodeURIComponent);
    const { method } = request;
    if (method === 'POST' && parts.length === 1) {
      const sent = (await request.json().catch(() => ({}))) as Record<string, unknown>;
      if (parts[0] === 'silences' && typeof sent['comment'] === 'string') {
        last += 1;
        silences.add(`s${last}`);
        return Response.json({ silenceID: `s${last}` });
      }
      if (parts[0] === 'primaries' && hasText(sent['ip']) && hasText(sent['nameserver'])) {
        primaries.add(`${sent['ip']} ${sent['nameserver']}`);
        return new Response(null, { status: 201 });
      }
      return new Response(null, { status: 400 });
    }
    if (method === 'GET' && path === '/silences') return Response.json([...silences].map(() => ({ comment: 'x' })));
    const removed =
      parts[0] === 'silences' ? silences.delete(parts[1] ?? '') : primaries.delete(`${parts[1]} ${parts[2]}`);
    if (method === 'DELETE' && removed) return new Response(null, { status: parts[0] === 'silences' ? 200 : 204 });
    return new Response(null, { status: 404 });
  };
  const { summary } = await tell({ ...fromYaml(document(paths)), target: fetch });
  expect(last).toBeGreaterThan(0);
  expect([...silences, ...primaries]).toEqual([]);
  expect(summary.leftovers).toEqual([]);
});

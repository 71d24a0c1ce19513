import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

interface Fault {
  /** A PUT that creates answers 200. */
  readonly quiet?: boolean;
  /** A PUT that creates stores nothing. */
  readonly forgets?: boolean;
  /** A delete also removes the item that was created next. */
  readonly greedy?: boolean;
}

const UUID = { type: 'string', format: 'uuid' };
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const FLAG = { type: 'object', required: ['id', 'name'], properties: { id: { ...UUID, readOnly: true }, name: NAME } };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (description: string) => ({ ...said(description), ...json(FLAG) });
const BODY = { required: true, ...json({ type: 'object', required: ['name'], properties: { name: NAME } }) };
const REFUSALS = { 400: said('No.'), 409: said('The name is taken.'), 415: said('No.') };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Flags', version: '1' },
  paths: {
    '/flags': { post: { operationId: 'addFlag', requestBody: BODY, responses: { 201: shown('Made.'), ...REFUSALS } } },
    '/flags/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: UUID }],
      get: { operationId: 'getFlag', responses: { 200: shown('It.'), 400: said('No.'), 404: said('None.') } },
      put: {
        operationId: 'putFlag',
        requestBody: BODY,
        responses: { 200: shown('Replaced.'), 201: shown('Created.'), ...REFUSALS },
      },
      delete: { operationId: 'dropFlag', responses: { 204: said('Gone.'), 400: said('No.'), 404: said('None.') } },
    },
  },
};

function flags(fault: Fault): (request: Request) => Promise<Response> {
  const all = new Map<string, { readonly id: string; readonly name: string }>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  async function nameIn(request: Request, own?: string): Promise<string | number> {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return 415;
    const value = (await request.json().catch(() => undefined)) as { name?: unknown } | null | undefined;
    const name = value?.name;
    if (typeof name !== 'string' || Array.isArray(value) || name === '' || [...name].length > 40) return 400;
    return [...all.values()].some((each) => each.name === name && each.id !== own) ? 409 : name;
  }
  return async (request) => {
    const { method } = request;
    const id = new URL(request.url).pathname.split('/')[2]?.toLowerCase();
    const allowed = id === undefined ? ['POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (id === undefined) {
      const name = await nameIn(request);
      if (typeof name === 'number') return plain(name);
      const made = `6f9619ff-8b86-4011-b42d-${String(++next).padStart(12, '0')}`;
      all.set(made, { id: made, name });
      return Response.json(all.get(made), { status: 201, headers: { Location: `/flags/${made}` } });
    }
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return plain(400);
    const flag = all.get(id);
    if (method === 'PUT') {
      const name = await nameIn(request, id);
      if (typeof name === 'number') return plain(name);
      const isNew = flag === undefined;
      if (!isNew || fault.forgets !== true) all.set(id, { id, name });
      const headers: Record<string, string> = isNew ? { Location: `/flags/${id}` } : {};
      return Response.json({ id, name }, { status: isNew && fault.quiet !== true ? 201 : 200, headers });
    }
    if (flag === undefined) return plain(404);
    if (method !== 'DELETE') return Response.json(flag);
    const ids = [...all.keys()];
    const after = fault.greedy === true ? ids[ids.indexOf(id) + 1] : undefined;
    for (const gone of [id, after ?? id]) all.delete(gone);
    return plain(204);
  };
}

async function run(fault: Fault): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: flags(fault),
    phases: ['stateful'],
    concurrency: 1,
  });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return [...new Set(told.map(({ check, operation }) => `${check} ${operation}`))].sort();
}

test('a PUT that creates has another status than one that replaces', async () => {
  expect(await run({})).toEqual([]);
  expect(await run({ quiet: true })).toEqual(['status.created-mismatch putFlag']);
});

test('what a PUT has created can be read', async () => {
  expect(await run({ forgets: true })).toEqual(['state.available-after-create putFlag']);
});

test('a delete leaves another item alone, also where no two can have the same values', async () => {
  expect(await run({ greedy: true })).toEqual(['state.delete-takes-namesakes dropFlag']);
});

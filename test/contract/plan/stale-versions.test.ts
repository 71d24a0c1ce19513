import { expect, test } from 'vitest';
import { versionPlace } from '../../../src/contract/requests/item-version.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const PAGE = {
  type: 'object',
  required: ['id', 'text', 'version'],
  properties: { id: { type: 'integer', readOnly: true }, text: TEXT, version: { type: 'integer', readOnly: true } },
};
const shown = { ...said('It.'), ...json(PAGE) };
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const version = { type: 'integer', minimum: 1, description: 'The version of the page as it was last read.' };
const document = (conflict: object, property: object = version) => ({
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/pages': {
      post: {
        operationId: 'addPage',
        requestBody: { required: true, ...json({ type: 'object', required: ['text'], properties: { text: TEXT } }) },
        responses: { 201: shown, ...REFUSALS },
      },
    },
    '/pages/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getPage', responses: { 200: shown, ...REFUSALS } },
      put: {
        operationId: 'writePage',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['text', 'version'], properties: { text: TEXT, version: property } }),
        },
        responses: { 200: shown, ...conflict, ...REFUSALS },
      },
      delete: { operationId: 'dropPage', responses: { 204: said('Gone.'), ...REFUSALS } },
    },
  },
});
const CONFLICT = { 409: said('The page was changed in the meantime.') };

type Fault = 'none' | 'version-ignored' | 'version-kept' | 'refused-write-kept';

function pages(fault: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, { readonly id: number; readonly text: string; readonly version: number }>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  return async (request) => {
    const { method } = request;
    const key = new URL(request.url).pathname.split('/')[2];
    const allowed = key === undefined ? ['POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key !== undefined && !/^[1-9]\d*$/.test(key)) return plain(400);
    const page = all.get(Number(key ?? 0));
    if (key !== undefined && page === undefined) return plain(404);
    if (page !== undefined && method === 'DELETE') return plain(all.delete(page.id) ? 204 : 404);
    if (page !== undefined && method !== 'PUT') return Response.json(page);
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
    const value = (await request.json().catch(() => null)) as {
      readonly text?: unknown;
      readonly version?: unknown;
    } | null;
    const text = value?.text;
    if (typeof text !== 'string' || text === '' || [...text].length > 60) return plain(400);
    if (page === undefined) {
      next += 1;
      all.set(next, { id: next, text, version: 1 });
      return Response.json(all.get(next), { status: 201, headers: { Location: `/pages/${next}` } });
    }
    const named = value?.version;
    if (typeof named !== 'number' || !Number.isInteger(named) || named < 1) return plain(400);
    if (named !== page.version && fault !== 'version-ignored') {
      if (fault === 'refused-write-kept') all.set(page.id, { ...page, text });
      return plain(409);
    }
    all.set(page.id, { ...page, text, version: fault === 'version-kept' ? page.version : page.version + 1 });
    return Response.json(all.get(page.id));
  };
}

async function found(fault: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(document(CONFLICT))), target: pages(fault) });
  const errors = summary.findings.filter(({ severity }) => severity === 'error');
  expect(errors.filter(({ operation }) => operation !== 'writePage')).toEqual([]);
  return [...new Set(errors.map(({ check }) => check))];
}

test('a write names the version that its item has, and is refused with an older one', async () => {
  expect(await found('none')).toEqual([]);
  expect(await found('version-ignored')).toEqual(['conditional.412']);
});

test('a version that stays the same after a change is reported', async () => {
  expect(await found('version-kept')).toEqual(['state.version-unchanged']);
});

test('a write that is refused for its version changes nothing', async () => {
  expect(await found('refused-write-kept')).toEqual(['write.failed-changed-state']);
});

test('a property is the version to repeat only where the document shows what it is for', async () => {
  const placeIn = async (conflict: object, property: object) => {
    const { api } = await collaboratorsOf(document(conflict, property));
    const write = api.operations.find(({ id }) => id === 'writePage');
    return write === undefined ? undefined : versionPlace(api, write);
  };
  const plain = { type: 'integer', minimum: 1 };
  expect(await placeIn(CONFLICT, version)).toEqual({ in: 'body', name: 'version', property: 'version' });
  expect(await placeIn({}, version)).toBeUndefined();
  expect(await placeIn({ 409: said('The title is taken.') }, plain)).toBeUndefined();
  expect(await placeIn({ 412: said('The version is stale.') }, plain)).toEqual({
    in: 'body',
    name: 'version',
    property: 'version',
  });
});

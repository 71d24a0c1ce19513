import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 20, pattern: '^[A-Za-z0-9]+$' };
const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (schema: object) => ({ ...said('It.'), ...json(schema) });
const sent = (schema: object) => ({ required: true, ...json(schema) });
const path = (name: string) => ({ name, in: 'path', required: true, schema: NAME });
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const REPO = { type: 'object', required: ['name'], properties: { name: NAME } };
const PAGE = { type: 'object', required: ['name', 'text'], properties: { name: NAME, text: TEXT } };
const branch = { type: 'string', minLength: 1, description: 'The default branch if not given.' };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Wikis', version: '1' },
  paths: {
    '/wikis': {
      post: {
        operationId: 'addWiki',
        requestBody: sent(REPO),
        responses: { 201: shown(REPO), 409: said('The name (case-insensitive) is taken.'), ...REFUSALS },
      },
    },
    '/wikis/{wiki}': {
      parameters: [path('wiki')],
      get: { operationId: 'getWiki', responses: { 200: shown(REPO), ...REFUSALS } },
      delete: { operationId: 'dropWiki', responses: { 204: said('Gone.'), ...REFUSALS } },
    },
    '/wikis/{wiki}/pages/{page}': {
      parameters: [path('wiki'), path('page')],
      get: {
        operationId: 'getPage',
        parameters: [{ name: 'branch', in: 'query', schema: branch }],
        responses: { 200: shown(PAGE), ...REFUSALS },
      },
      put: {
        operationId: 'putPage',
        requestBody: sent({ type: 'object', required: ['text'], properties: { text: TEXT, branch } }),
        responses: { 200: shown(PAGE), 201: shown(PAGE), ...REFUSALS },
      },
      delete: { operationId: 'dropPage', responses: { 204: said('Gone.'), ...REFUSALS } },
    },
  },
};

const isName = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z0-9]{1,20}$/.test(value);
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= most;

/** With `strict`, wikis whose names differ in the case of letters only are two wikis. */
function wikis(strict: boolean): (request: Request) => Promise<Response> {
  const all = new Map<string, { readonly name: string; readonly pages: Map<string, string> }>();
  const keyOf = (name: string): string => (strict ? name : name.toLowerCase());
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  async function bodyOf(request: Request): Promise<Record<string, unknown> | number> {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return 415;
    const value = await request.json().catch(() => undefined);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : 400;
  }
  return async (request) => {
    const { method } = request;
    const url = new URL(request.url);
    const [, , name, , page] = url.pathname.split('/');
    const isItem = name === undefined ? ['POST'] : page === undefined ? [] : ['PUT'];
    const allowed = name === undefined ? isItem : ['GET', 'HEAD', 'DELETE', ...isItem];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    const body = ['POST', 'PUT'].includes(method) ? await bodyOf(request) : {};
    if (typeof body === 'number') return plain(body);
    if (name === undefined) {
      const wanted = body['name'];
      if (!isName(wanted)) return plain(400);
      if (all.has(keyOf(wanted))) return plain(409);
      all.set(keyOf(wanted), { name: wanted, pages: new Map() });
      return Response.json({ name: wanted }, { status: 201, headers: { Location: `/wikis/${wanted}` } });
    }
    const wiki = all.get(keyOf(name));
    if (wiki === undefined) return plain(404);
    if (page === undefined) {
      if (method === 'DELETE') all.delete(keyOf(name));
      return method === 'DELETE' ? plain(204) : Response.json({ name: wiki.name });
    }
    if (!isName(page)) return plain(400);
    const { text } = body;
    const on = method === 'PUT' ? body['branch'] : (url.searchParams.get('branch') ?? undefined);
    if (on !== undefined && !isText(on, 1000)) return plain(400);
    if (method === 'PUT' && !isText(text, 60)) return plain(400);
    if (on !== undefined && on !== 'main') return plain(404);
    const isThere = wiki.pages.has(page);
    if (method === 'PUT') wiki.pages.set(page, String(text));
    else if (!isThere) return plain(404);
    if (method === 'DELETE') wiki.pages.delete(page);
    if (method === 'DELETE') return plain(204);
    return Response.json(
      { name: page, text: wiki.pages.get(page) },
      { status: method === 'PUT' && !isThere ? 201 : 200 },
    );
  };
}

async function run(strict: boolean): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: wikis(strict) });
  const errors = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return errors.map(({ check, operation }) => `${check} ${operation}`);
}

test('a 404 may be about what an optional string names, and an id in other letters may be that of the same record', async () => {
  expect(await run(false)).toEqual([]);
});

test('an id that differs in the case of letters only is found where the document calls it taken', async () => {
  expect(await run(true)).toEqual(['state.duplicate-accepted addWiki']);
});

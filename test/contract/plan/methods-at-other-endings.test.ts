import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const BUNDLE = '{ type: object, required: [name], properties: { name: { type: string } } }';
const SHOWN = `responses: { '200': { description: it, content: { application/json: { schema: ${BUNDLE} } } } }`;
const NAME = 'parameters: [{ name: name, in: path, required: true, schema: { type: string }, example: core }]';

/** The undocumented methods that a run accuses, of a service that takes a path with and without its ending. */
async function accused(ending: string): Promise<readonly string[]> {
  const parts = fromYaml(`
openapi: 3.1.0
info: { title: Bundles, version: '1' }
paths:
  /bundles:
    get: { operationId: listBundles, responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${BUNDLE} } } } } } }
  /bundles/{name}:
    ${NAME}
    post: { operationId: startBundle, ${SHOWN} }
  /bundles/{name}${ending}:
    ${NAME}
    get: { operationId: readBundle, ${SHOWN} }
`);
  const target = async ({ method, url }: Request): Promise<Response> => {
    const { pathname } = new URL(url);
    if (pathname === '/bundles' && method === 'GET') return Response.json([{ name: 'core' }]);
    const isThere = /^\/bundles\/core(?:\.json|\/parts)?\/?$/.test(pathname);
    if (!isThere) return new Response(null, { status: 404 });
    return method === 'GET' || method === 'POST'
      ? Response.json({ name: 'core' })
      : new Response(null, { status: 405, headers: { allow: 'GET, POST' } });
  };
  const { summary } = await tell({ ...parts, target, phases: ['examples', 'protocol'] });
  return summary.findings.flatMap(({ check, message }) => (check === 'method.unsupported-accepted' ? [message] : []));
}

test('a method that the document has at the same path with another ending is not undocumented', async () => {
  expect(await accused('.json')).toEqual([]);
  expect((await accused('/parts')).join()).toContain('GET is not documented for /bundles/{name}');
});

/** Accused methods of a service that answers every write to an unknown path with one page. */
async function accusedBeside(documented: string): Promise<readonly string[]> {
  const parts = fromYaml(`
openapi: 3.1.0
info: { title: Settings, version: '1' }
paths:
  /settings:
    get: { operationId: readSettings, responses: { '200': { description: it, content: { ${documented}: { schema: {} } } } } }
`);
  const page = (): Response => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  const target = async ({ method, url }: Request): Promise<Response> => {
    if (method !== 'GET') return page();
    const isThere = new URL(url).pathname === '/settings';
    if (!isThere) return Response.json({}, { status: 404 });
    return documented === 'text/html' ? page() : Response.json({});
  };
  const { summary } = await tell({ ...parts, target, phases: ['examples', 'protocol'] });
  return summary.findings.flatMap(({ check, message }) => (check === 'method.unsupported-accepted' ? [message] : []));
}

test('the fallback page of an application does not count as an accepted method', async () => {
  expect(await accusedBeside('application/json')).toEqual([]);
  expect((await accusedBeside('text/html')).join()).toContain('PUT is not documented for /settings');
});

import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const ID = { type: 'integer', minimum: 1 };
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const id = (name: string) => ({ name, in: 'path', required: true, schema: ID });
const TEAM = object(['id', 'name'], { id: ID, name: NAME });
const PLAYER = object(['id', 'name', 'teamId'], { id: ID, name: NAME, teamId: ID });
const TEAM_ID = { ...ID, description: 'The team, which must exist.' };
const REFUSALS = { 400: said('No.'), 415: said('No.'), 422: said('A rule is broken.') };
const create = (operationId: string, request: object, shown: object) => ({
  operationId,
  requestBody: { required: true, ...json(request) },
  responses: { 201: { ...said('Made.'), ...json(shown) }, ...REFUSALS },
});
const read = (operationId: string, shown: object) => ({
  operationId,
  responses: { 200: { ...said('It.'), ...json(shown) }, 400: said('No.'), 404: said('None.') },
});
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Players', version: '1' },
  paths: {
    '/teams': { post: create('addTeam', object(['name'], { name: NAME }), TEAM) },
    '/teams/{teamId}': { parameters: [id('teamId')], get: read('getTeam', TEAM) },
    '/players': { post: create('addPlayer', object(['name', 'teamId'], { name: NAME, teamId: TEAM_ID }), PLAYER) },
    '/players/{playerId}': { parameters: [id('playerId')], get: read('getPlayer', PLAYER) },
  },
};

function players(isLenient: boolean): (request: Request) => Promise<Response> {
  const kinds = new Map([
    ['teams', new Map<number, object>()],
    ['players', new Map<number, object>()],
  ]);
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  let next = 0;
  return async (request) => {
    const { method } = request;
    const [, kind = '', key] = new URL(request.url).pathname.split('/');
    const all = kinds.get(kind) ?? new Map<number, object>();
    const allowed = key === undefined ? ['POST'] : ['GET', 'HEAD'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key !== undefined) {
      if (!/^[1-9]\d*$/.test(key)) return plain(400);
      const item = all.get(Number(key));
      return item === undefined ? plain(404) : Response.json(item);
    }
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
    const body: unknown = await request.json().catch(() => undefined);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return plain(400);
    const { name, teamId } = body as { name?: unknown; teamId?: unknown };
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return plain(400);
    const isId = Number.isInteger(teamId) && Number(teamId) > 0;
    if (kind === 'players' && !isId) return plain(400);
    if (kind === 'players' && !isLenient && kinds.get('teams')?.has(Number(teamId)) !== true) return plain(422);
    next += 1;
    const made = { id: next, name, ...(kind === 'players' ? { teamId } : {}) };
    all.set(next, made);
    return Response.json(made, { status: 201, headers: { Location: `/${kind}/${next}` } });
  };
}

async function run(isLenient: boolean): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: players(isLenient) });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, message }) => `${check}: ${message}`);
}

test('a value that must exist, as its description says, is refused otherwise', async () => {
  expect(await run(false)).toEqual([]);
  expect(await run(true)).toEqual([
    'state.unknown-reference-accepted: addPlayer accepted (201) a request whose `teamId` names a record that does not exist, where the document has 422 (“The team, which must exist.”).',
  ]);
});

import { expect, test } from 'vitest';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const ID = { type: 'string', readOnly: true };
const PERSON = object(['id', 'name'], { id: ID, name: NAME });
const TEAM = object(['id', 'name', 'memberCount'], {
  id: ID,
  name: NAME,
  memberCount: { type: 'integer', readOnly: true, description: 'Number of people in the team.' },
});
const read = (operationId: string, shown: object) => ({
  operationId,
  responses: { 200: { ...said('It.'), ...json(shown) }, 404: said('None.') },
});
const create = (operationId: string, shown: object) => ({
  operationId,
  requestBody: { required: true, ...json(object(['name'], { name: NAME })) },
  responses: { 201: { ...said('Made.'), ...json(shown) }, 400: said('Not valid.'), 415: said('No JSON.') },
});
const change = (operationId: string) => ({ operationId, responses: { 204: said('Done.'), 404: said('None.') } });
const list = (items: object) => ({ type: 'array', items });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  paths: {
    '/people': { get: read('listPeople', list(PERSON)), post: create('addPerson', PERSON) },
    '/people/{personId}': {
      parameters: [path('personId')],
      get: read('getPerson', PERSON),
      delete: change('removePerson'),
    },
    '/teams': { get: read('listTeams', list(TEAM)), post: create('addTeam', TEAM) },
    '/teams/{teamId}': { parameters: [path('teamId')], get: read('getTeam', TEAM), delete: change('removeTeam') },
    '/teams/{teamId}/members': { parameters: [path('teamId')], get: read('listMembers', list(PERSON)) },
    '/teams/{teamId}/members/{personId}': {
      parameters: [path('teamId'), path('personId')],
      put: change('addMember'),
      delete: change('removeMember'),
    },
  },
};

type Fault = 'none' | 'lists everybody' | 'counts on' | 'keeps the member' | 'counts again' | 'deletes the person';

function service(fault: Fault): (request: Request) => Promise<Response> {
  const people = new Map<string, { readonly id: string; readonly name: string }>();
  const teams = new Map<string, { readonly id: string; readonly name: string; count: number; members: Set<string> }>();
  const plain = (status: number, headers: { [name: string]: string } = {}) => new Response(null, { status, headers });
  let next = 0;
  return async (request) => {
    const { method } = request;
    const [, kind = '', id, part, member] = new URL(request.url).pathname.split('/');
    const isOne = id !== undefined;
    const allowed =
      member !== undefined
        ? ['PUT', 'DELETE']
        : part !== undefined
          ? ['GET', 'HEAD']
          : isOne
            ? ['GET', 'HEAD', 'DELETE']
            : ['GET', 'HEAD', 'POST'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    const isReading = method === 'GET' || method === 'HEAD';
    const team = kind === 'teams' ? teams.get(id ?? '') : undefined;
    const person = kind === 'people' ? people.get(id ?? '') : undefined;
    const shown = ({ members, count, ...rest }: NonNullable<typeof team>) => ({
      ...rest,
      memberCount: fault === 'counts on' || fault === 'counts again' ? count : members.size,
    });
    if (isOne && team === undefined && person === undefined) return plain(404);
    if (team !== undefined && member !== undefined) {
      if (method === 'PUT') {
        if (!people.has(member)) return plain(404);
        if (!team.members.has(member) || fault === 'counts again') team.count += 1;
        team.members.add(member);
        return plain(204);
      }
      if (!team.members.has(member)) return plain(404);
      if (fault !== 'keeps the member') team.members.delete(member);
      if (fault === 'counts again') team.count -= 1;
      if (fault === 'deletes the person') people.delete(member);
      return plain(204);
    }
    if (team !== undefined && part !== undefined)
      return Response.json(
        [...people.values()].filter((each) => fault === 'lists everybody' || team.members.has(each.id)),
      );
    if (isOne && isReading) return Response.json(person ?? (team === undefined ? null : shown(team)));
    if (isOne) {
      people.delete(id);
      teams.delete(id);
      for (const each of teams.values()) each.members.delete(id);
      return plain(204);
    }
    if (isReading) return Response.json(kind === 'people' ? [...people.values()] : [...teams.values()].map(shown));
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
    const body = (await request.json().catch(() => undefined)) as { readonly name?: unknown } | undefined;
    const name = body?.name;
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return plain(400);
    next += 1;
    const made = { id: `${kind[0]}${next}`, name };
    if (kind === 'people') people.set(made.id, made);
    else teams.set(made.id, { ...made, count: 0, members: new Set() });
    const answer = kind === 'people' ? made : { ...made, memberCount: 0 };
    return Response.json(answer, { status: 201, headers: { Location: `/${kind}/${made.id}` } });
  };
}

async function run(fault: Fault): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: service(fault),
    phases: ['coverage', 'stateful'],
  });
  expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return [...new Set(told.map(({ check }) => check))];
}

test('a record is put into a list below another item by its own id, and every operation is reached', async () => {
  expect(await run('none')).toEqual([]);
});

test('a PUT that only accepts or invites puts nothing into the list at once', async () => {
  const isPlacing = async (summary: string, status: number): Promise<boolean> => {
    const put = { ...change('addMember'), summary, responses: { [status]: said('Done.'), 404: said('None.') } };
    const item = '/teams/{teamId}/members/{personId}';
    const paths = { ...DOCUMENT.paths, [item]: { ...DOCUMENT.paths[item], put } };
    const { api } = await collaboratorsOf({ ...DOCUMENT, paths });
    const operation = api.operations.find(({ id }) => id === 'addMember');
    return operation !== undefined && indexModel(api, inferResources(api)).isPlacing(operation);
  };
  expect(await isPlacing('Adds a person to a team', 204)).toBe(true);
  expect(await isPlacing('Invites a person to a team', 204)).toBe(false);
  expect(await isPlacing('Adds a person to a team', 202)).toBe(false);
});

test.each([
  ['lists everybody', 'state.list-shows-foreign'],
  ['counts on', 'state.count-differs'],
  ['keeps the member', 'state.list-omits-created'],
  ['counts again', 'state.count-differs'],
  ['deletes the person', 'state.delete-takes-namesakes'],
] as const)('a service that %s is found by %s', async (fault, check) => {
  expect(await run(fault)).toContain(check);
});

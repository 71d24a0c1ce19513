import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { collaborators, fromYaml, tell } from '../harness.ts';

/** An operation whose parameters are all optional query parameters, and whose answers have a code and data. */
const call = (id: string, names: readonly string[]): string =>
  `{ operationId: ${id}, parameters: [${names.map((name) => `{ name: ${name}, in: query, schema: { type: string } }`).join(', ')}], responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { code: { type: integer }, message: { type: string }, data: {} } } } } }, '400': { description: refused } } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Boards, version: '1' }
paths:
  /listAllBoards: { get: ${call('listAllBoards', [])} }
  /createBoard: { post: ${call('createBoard', [])} }
  /deleteBoard: { post: ${call('deleteBoard', ['boardID'])} }
  /getBoard: { get: ${call('getBoard', ['boardID'])} }
  /getNotes: { get: ${call('getNotes', ['boardID'])} }
  /setNotes: { post: ${call('setNotes', ['boardID', 'text'])} }
  /createGuestTag: { post: ${call('createGuestTag', [])} }
  /createCard: { post: ${call('createCard', ['cardID'])} }
  /deleteCard: { post: ${call('deleteCard', ['cardID'])} }
  /moveCard: { post: ${call('moveCard', ['cardID', 'boardID'])} }
  /copyCard: { get: ${call('copyCard', ['sourceID', 'destinationID'])} }
`;

/** A service of calls by name, which holds the board \`b.kept\` and the card \`kept\`. */
function boards() {
  const held = new Map([['b.kept', 'precious']]);
  const cards = new Map([['kept', 'b.kept']]);
  const harm: string[] = [];
  const worked = new Set<string>();
  let count = 0;
  const answer = (data: Json): Response => Response.json({ code: 0, message: 'ok', data });
  const refuse = (message: string): Response => Response.json({ code: 1, message }, { status: 400 });
  const respond = (request: Request): Response => {
    const { pathname, searchParams } = new URL(request.url);
    const [board, card] = [searchParams.get('boardID'), searchParams.get('cardID')];
    if (request.method === 'POST' && (board === 'b.kept' || card === 'kept'))
      harm.push(`${request.method} ${request.url}`);
    // A deletion without a name deletes everything.
    if (request.method === 'POST' && pathname === '/deleteBoard' && board === null)
      harm.push(`${request.method} ${request.url}`);
    if (pathname === '/listAllBoards')
      return answer({
        boards: [...held.keys()].map((boardID) => ({ boardID })),
        cards: [...cards.keys()].map((cardID) => ({ cardID })),
      });
    if (pathname.startsWith('/create') && request.method !== 'POST') return new Response('{}', { status: 405 });
    if (pathname === '/createBoard') {
      count += 1;
      held.set(`b.${count}`, '');
      return answer({ boardID: `b.${count}` });
    }
    if (pathname === '/createGuestTag') {
      count += 1;
      return answer({ tagID: `t.${count}` });
    }
    if (pathname === '/createCard') {
      if (card === null) return refuse('cardID is not a string');
      if (!/^[a-z0-9]+$/.test(card)) return refuse('cardID did not match requirements');
      cards.set(card, '');
      return answer({});
    }
    if (pathname === '/copyCard') {
      const [source, destination] = [searchParams.get('sourceID'), searchParams.get('destinationID')];
      if (!cards.has(source ?? '')) return refuse('cardID does not exist');
      if (source === 'kept') harm.push(`${request.method} ${request.url}`);
      if (destination === null) return refuse('destinationID is required');
      cards.set(destination, '');
      return answer(null);
    }
    if (pathname.endsWith('Card') && !cards.has(card ?? '')) return refuse('cardID does not exist');
    if (pathname === '/deleteCard') cards.delete(card ?? '');
    if (pathname.endsWith('Card')) return answer({});
    if (!held.has(board ?? '')) return refuse('boardID does not exist');
    if (pathname === '/deleteBoard') held.delete(board ?? '');
    return answer({ text: held.get(board ?? '') ?? '' });
  };
  const fetch = async (request: Request): Promise<Response> => {
    const response = respond(request);
    const { code } = (await response.clone().json()) as { code: number };
    if (code === 0) worked.add(new URL(request.url).pathname);
    return response;
  };
  return { fetch, harm, worked, held, cards };
}

test('commands are sent for the records that other commands of the run have made, and for no others', async () => {
  const target = boards();
  await tell({ ...fromYaml(DOCUMENT), target: target.fetch });
  expect([...target.worked].sort()).toEqual([
    '/copyCard',
    '/createBoard',
    '/createCard',
    '/createGuestTag',
    '/deleteBoard',
    '/deleteCard',
    '/getBoard',
    '/getNotes',
    '/listAllBoards',
    '/moveCard',
    '/setNotes',
  ]);
  expect(target.harm).toEqual([]);
});

test('what commands have made is removed by the commands that remove it, and counted where there is none', async () => {
  const target = boards();
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: target.fetch });
  expect([...target.held.keys(), ...target.cards.keys()]).toEqual(['b.kept', 'kept']);
  const left = summary.leftovers.map(({ resource, path, reason }) => ({ resource, path, reason }));
  expect(left.length).toBeGreaterThan(0);
  expect(new Set(left.map((each) => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify({ resource: 'tag', reason: 'the document has no operation that removes it' })]),
  );
});

test('a name that the user gave may be that of an existing record, and is not owned', async () => {
  const target = boards();
  const changed: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/createCard' && searchParams.get('cardID') === 'kept') changed.push(pathname);
    return target.fetch(request);
  };
  const vary: NonNullable<Parameters<typeof tell>[0]['vary']> = (operation, request) =>
    operation.parameters.some(({ name }) => name === 'cardID') ? { ...request, query: 'cardID=kept' } : request;
  await tell({ ...fromYaml(DOCUMENT), target: fetch, vary, isGiven: (_, place) => place === '/query/cardID' });
  expect(changed).toEqual([]);
});

const body = (id: string, names: readonly string[], answer: readonly string[]): string => {
  const object = (all: readonly string[]) =>
    `{ type: object, required: [${all}], properties: { ${all.map((name) => `${name}: { type: string, format: int64 }`).join(', ')} } }`;
  return `{ post: { operationId: ${id}, requestBody: { required: true, content: { application/json: { schema: ${object(names)} } } }, responses: { '200': { description: ok, content: { application/json: { schema: ${object(answer)} } } }, '400': { description: refused } } } }`;
};

/** Two commands that name a badge in their bodies; the id of one that stands there is shown as an example. */
const BADGES = `openapi: 3.1.0
info: { title: Badges, version: '1' }
paths:
  /badge/grant: ${body('grantBadge', ['ID', 'level'], ['ID', 'level'])}
  /badge/revoke: ${body('revokeBadge', ['ID'], []).replace('format: int64', "format: int64, example: '17'")}
`;

function badges() {
  const held = new Set(['17']);
  let count = 100;
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const refuse = (message: string): Response => Response.json({ message }, { status: 400 });
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const sent: unknown = await request.json().catch(() => undefined);
    if (typeof sent !== 'object' || sent === null || !('ID' in sent)) return refuse('an ID is needed');
    const { ID: id } = sent;
    if (typeof id !== 'string' || !/^-?\d{1,18}$/.test(id)) return refuse('ID must be a number');
    if (pathname === '/badge/revoke') return held.delete(id) ? Response.json({}) : refuse('no such badge');
    const level = 'level' in sent ? sent.level : undefined;
    if (typeof level !== 'string' || !/^-?\d{1,18}$/.test(level)) return refuse('level must be a number');
    if (held.has(id)) return refuse('the badge exists');
    count += 1;
    const own = Number(id) % 2 === 0 ? String(count) : id;
    held.add(own);
    return Response.json({ ID: own, level });
  };
  const worked = new Set<string>();
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    if (response.ok) worked.add(new URL(request.url).pathname);
    return response;
  };
  return { fetch: watched, held, worked };
}

test('what a command has made under an id of its body is removed by the command that names it in its body, and nothing else is', async () => {
  const { fetch, held, worked } = badges();
  const { api } = fromYaml(BADGES);
  const model = inferResources(api, undefined, 'paths alone');
  const { summary } = await tell({ ...collaborators(api), model, target: fetch });
  expect([...held]).toEqual(['17']);
  expect(summary.leftovers).toEqual([]);
  expect([...worked]).toEqual(expect.arrayContaining(['/badge/grant', '/badge/revoke']));
});

import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { fromYaml, tell } from '../harness.ts';

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

import { expect, test } from 'vitest';
import { indexModel } from '../../../src/contract/resource-index/model-index.ts';
import { counterPropertyOf } from '../../../src/resources/index.ts';
import { fromYaml, tell } from '../harness.ts';

const COLLABORATORS = fromYaml(`openapi: 3.1.0
info: { title: Boards, version: '1' }
paths:
  /boards:
    get:
      operationId: listBoards
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Board' } } } } } }
    post:
      operationId: addBoard
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 3, maxLength: 40 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Board' } } } }, '400': { description: wrong } }
  /boards/{board}:
    parameters: [{ name: board, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBoard
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Board' } } } }, '404': { description: none } }
    delete:
      operationId: removeBoard
      responses: { '204': { description: gone }, '404': { description: none } }
  /boards/{board}/milestones:
    parameters: [{ name: board, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listMilestones
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Milestone' } } } } }, '404': { description: none } }
  /boards/{board}/milestones/{milestone_number}:
    parameters: [{ name: board, in: path, required: true, schema: { type: string } }, { name: milestone_number, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getMilestone
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Milestone' } } } }, '404': { description: none } }
  /boards/{board}/cards:
    parameters: [{ name: board, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listCards
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Card' } } } } }, '404': { description: none } }
    post:
      operationId: addCard
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string, minLength: 3, maxLength: 40 }, milestone: { type: integer } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }, '400': { description: wrong }, '404': { description: none } }
  /boards/{board}/cards/{card_number}:
    parameters: [{ name: board, in: path, required: true, schema: { type: string } }, { name: card_number, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getCard
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }, '404': { description: none } }
components:
  schemas:
    Board: { type: object, required: [id, title, cards], properties: { id: { type: string, readOnly: true }, title: { type: string }, cards: { type: integer, readOnly: true, description: Number of cards. } } }
    Milestone: { type: object, required: [number], properties: { number: { type: integer }, title: { type: string } } }
    Card: { type: object, required: [number, text], properties: { number: { type: integer, readOnly: true }, text: { type: string }, milestone: { $ref: '#/components/schemas/Milestone' } } }
`);

type Fault = 'a card of any board' | 'the cards are not counted';

/** Boards whose cards are numbered from 1 on each board. */
function boardsWith(fault?: Fault): (request: Request) => Promise<Response> {
  const boards = new Map<string, { readonly title: string; readonly cards: string[] }>();
  let made = 0;
  const refused = (status: number, headers: Record<string, string> = {}): Response =>
    new Response(null, { status, headers });
  const shown = (id: string): object => {
    const board = boards.get(id);
    return { id, title: board?.title, cards: fault === 'the cards are not counted' ? 0 : board?.cards.length };
  };
  return async (request) => {
    const [, area, id, part, number, more] = new URL(request.url).pathname.split('/');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const isList = id === undefined || (part === 'cards' && number === undefined);
    if (area !== 'boards' || more !== undefined || (part !== undefined && part !== 'cards' && part !== 'milestones'))
      return refused(404);
    const allowed = isList ? ['GET', 'POST'] : part === undefined ? ['GET', 'DELETE'] : ['GET'];
    if (!allowed.includes(method)) return refused(405, { Allow: allowed.join(', ') });
    const board = id === undefined ? undefined : boards.get(id);
    if (id !== undefined && board === undefined) return refused(404);
    if (part === 'milestones') return number === undefined ? Response.json([]) : refused(404);
    if (method === 'POST') {
      if (!/json/.test(request.headers.get('content-type') ?? '')) return refused(415);
      const body: unknown = await request.json().catch(() => undefined);
      const own = (body ?? {}) as { title?: unknown; text?: unknown; milestone?: unknown };
      const text = board === undefined ? own.title : own.text;
      const isRight = typeof text === 'string' && [...text].length >= 3 && [...text].length <= 40;
      if (!isRight || Array.isArray(body) || own.milestone !== undefined) return refused(400);
      if (board !== undefined) return Response.json({ number: board.cards.push(text), text }, { status: 201 });
      made += 1;
      boards.set(`b${made}`, { title: text, cards: [] });
      return Response.json(shown(`b${made}`), { status: 201 });
    }
    if (id === undefined || board === undefined) return Response.json([...boards.keys()].map(shown));
    if (method === 'DELETE') boards.delete(id);
    if (method === 'DELETE') return refused(204);
    if (part === undefined) return Response.json(shown(id));
    if (number === undefined) return Response.json(board.cards.map((text, index) => ({ number: index + 1, text })));
    const of = [board, ...(fault === 'a card of any board' ? boards.values() : [])];
    const text = /^[0-9]+$/.test(number) ? of.flatMap(({ cards }) => cards[Number(number) - 1] ?? [])[0] : undefined;
    return text === undefined ? refused(404) : Response.json({ number: Number(number), text });
  };
}

async function errorsOf(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...COLLABORATORS, target: boardsWith(fault) });
  return summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('items that each parent numbers from 1 are looked for under another parent', async () => {
  expect(await errorsOf()).toEqual([]);
  expect(await errorsOf('a card of any board')).toContain('state.found-elsewhere getCard');
}, 60_000);

test('a number of items that its description calls one is compared', async () => {
  expect(await errorsOf('the cards are not counted')).toContain('state.count-differs getBoard');
  const [boards, cards] = ['boards', 'cards'].map((wanted) =>
    COLLABORATORS.model.resources.find(({ name }) => name === wanted),
  );
  if (boards === undefined || cards === undefined) throw new Error('a resource is missing');
  expect(counterPropertyOf(COLLABORATORS.api, boards, cards)).toBe('cards');
}, 60_000);

test('a body that has the number of a record does not refer to what is below it', () => {
  const { api, model } = COLLABORATORS;
  const create = api.operations.find(({ id }) => id === 'addCard');
  const places = create === undefined ? [] : indexModel(api, model).references(create);
  expect(places.map(({ pointer }) => pointer)).not.toContain('/milestone/number');
});

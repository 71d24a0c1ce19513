import { expect, test } from 'vitest';
import { createLedger } from '../../../src/contract/cleanup/ledger.ts';
import type { FetchFunction, RunEvent } from '../../../src/contract/index.ts';
import { fromYaml, tell } from '../harness.ts';

const ID = '{ name: id, in: path, required: true, example: 1, schema: { type: integer, minimum: 1 } }';
const NONE = "'404': { description: None. }";
const LIDS =
  "'200': { description: Its lids., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Lid' } } } } }";
const LIMIT = 'parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }]';
const BOXES =
  "'200': { description: Boxes., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Box' } } } } }";

/** Nothing can be made here: what there is was there before us. */
const DOCUMENT = fromYaml(`
openapi: 3.1.0
info: { title: Boxes, version: '1' }
paths:
  /boxes:
    get: { operationId: list, responses: { ${BOXES} } }
  /boxes/{id}:
    parameters: [${ID}]
    get: { operationId: read, responses: { ${NONE}, '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Box' } } } } } }
    delete: { operationId: remove, responses: { ${NONE}, '204': { description: Gone. } } }
  /boxes/{id}/lids:
    parameters: [${ID}]
    get: { operationId: lids, ${LIMIT}, responses: { ${NONE}, ${LIDS} } }
  /boxes/{id}/lids/{lid}:
    parameters: [${ID}, { name: lid, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { operationId: lid, responses: { ${NONE}, '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Lid' } } } } } }
  /mine/boxes:
    get: { operationId: mine, responses: { ${BOXES} } }
  /mine/boxes/{id}/lids:
    parameters: [${ID}]
    get: { operationId: ours, ${LIMIT}, responses: { ${NONE}, ${LIDS} } }
components:
  schemas:
    Box: { type: object, required: [id], properties: { id: { type: integer }, size: { type: integer } } }
    Lid: { type: object, required: [id, colour], properties: { id: { type: integer }, colour: { type: string } } }
`);

/** So many boxes with a lid each, those of ours in another order, and what is asked of them. */
function store(count: number) {
  const there = new Set(Array.from({ length: count }, (_, at) => at + 1));
  const asked: string[] = [];
  const answer = ({ method, url }: Request): Response => {
    const { pathname, searchParams } = new URL(url);
    const named = /^\/((?:mine\/)?boxes)(?:\/(\d+)(?:\/(lids)(?:\/(\d+))?)?)?$/.exec(pathname);
    if (named === null) return new Response(null, { status: 404 });
    const [, front, id, lids, lid] = named;
    if (front !== 'boxes' && (lid !== undefined || (id !== undefined && lids === undefined)))
      return new Response(null, { status: 404 });
    const methods = id === undefined || lids !== undefined ? ['GET'] : ['GET', 'DELETE'];
    if (!methods.includes(method)) return new Response(null, { status: 405, headers: { Allow: methods.join(', ') } });
    const all = [...there].map((each) => ({ id: each }));
    if (id === undefined) return Response.json(front !== 'boxes' ? all.reverse() : all);
    if (!there.has(Number(id))) return new Response(null, { status: 404 });
    const only = { id: Number(id) * 10, colour: 'red' };
    if (lid !== undefined && Number(lid) !== only.id) return new Response(null, { status: 404 });
    if (!/^[1-9]?$/.test(searchParams.getAll('limit').join('&'))) return new Response(null, { status: 400 });
    if (lids !== undefined) return Response.json(lid === undefined ? [only] : only);
    if (method !== 'DELETE') return Response.json({ id: Number(id) });
    there.delete(Number(id));
    return new Response(null, { status: 204 });
  };
  const fetch: FetchFunction = (request) => {
    const response = answer(request);
    asked.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return Promise.resolve(response);
  };
  return { fetch, asked };
}

const verdict = (events: readonly RunEvent[], id: string): string | undefined =>
  events.flatMap((event) => (event.type === 'case-finished' && event.case.id === id ? [event.result.verdict] : []))[0];

const removals = ['coverage/remove/valid-all', 'coverage/remove/valid-required'];

test('a shared item that no case created is removed after the last case that uses it', async () => {
  const { fetch, asked } = store(1);
  const only = ['coverage/read/valid-all', ...removals, 'coverage/lid/valid-all'];
  const { events } = await tell({ ...DOCUMENT, target: fetch, only, concurrency: 1, touchExisting: true });
  expect(only.map((id) => verdict(events, id))).toEqual(['passed', 'passed', 'inconclusive', 'passed']);
  expect(asked.indexOf('DELETE /boxes/1 204')).toBeGreaterThan(asked.lastIndexOf('GET /boxes/1/lids/10 200'));
});

test('an item that the document shows is removed after the last case that uses it', async () => {
  const only = ['examples/remove/parameters-1', 'examples/lids/parameters-1'];
  const { events } = await tell({ ...DOCUMENT, target: store(1).fetch, only, concurrency: 1, touchExisting: true });
  expect(only.map((id) => verdict(events, id))).toEqual(['passed', 'passed']);
});

test.each([1, 2, 3])('and is not counted on afterwards, with %i there', async (count) => {
  const { fetch, asked } = store(count);
  const { summary } = await tell({ ...DOCUMENT, target: fetch, strict: true, touchExisting: true });
  expect(asked.some((each) => / 204$/.test(each))).toBe(true);
  const against = summary.findings.filter(({ about }) => about === 'service');
  expect(against.map(({ message }) => message)).toEqual([]);
});

test('a ledger says whether what is gone was ours', () => {
  const ledger = createLedger();
  ledger.created({ operation: 'create', resource: 'boxes', createdAt: 0, path: '/boxes/1' });
  expect([ledger.gone('/boxes/2'), ledger.gone('/boxes/1'), ledger.gone('/boxes/1')]).toEqual([false, true, false]);
});

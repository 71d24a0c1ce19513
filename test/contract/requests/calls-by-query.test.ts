import { expect, test } from 'vitest';
import { inferResources, withStandIns } from '../../../src/resources/index.ts';
import { collaborators, fromYaml, tell } from '../harness.ts';

const GIFT =
  '{ type: object, required: [id, amount], properties: { id: { type: string }, amount: { type: integer } } }';
const answer = (schema: string): string =>
  `responses: { '200': { description: ok, content: { application/json: { schema: ${schema} } } } }`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Gifts, version: '1' }
paths:
  /gifts/create:
    post:
      summary: Create a gift
      parameters: [{ name: amount, in: query, required: true, schema: { type: integer, minimum: 1, maximum: 9 } }]
      ${answer(GIFT)}
  /gifts/show:
    get:
      summary: Retrieve a gift
      parameters: [{ name: id, in: query, required: true, schema: { type: string }, example: g_of_somebody }]
      ${answer(GIFT)}
  /gifts/list:
    get: { summary: List gifts, ${answer(`{ type: object, properties: { gifts: { type: array, items: ${GIFT} } } }`)} }
`;

test('a read that names its record in the query is sent the ids of records, each once, and an unknown id is not a fault', async () => {
  const gifts = new Map<string, object>();
  const queries: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname, searchParams, search } = new URL(request.url);
    if (pathname === '/gifts/list') return Response.json({ gifts: [...gifts.values()] });
    if (pathname === '/gifts/show' && request.method === 'GET') {
      queries.push(search);
      if (searchParams.getAll('id').length !== 1) return new Response(null, { status: 400 });
      const gift = gifts.get(searchParams.get('id') ?? '');
      return gift === undefined ? new Response(null, { status: 404 }) : Response.json(gift);
    }
    const amount = Number(searchParams.get('amount'));
    if (pathname !== '/gifts/create' || request.method !== 'POST') return new Response(null, { status: 405 });
    if (!Number.isInteger(amount) || amount < 1 || amount > 9) return new Response(null, { status: 400 });
    const id = `g_${gifts.size + 1}`;
    gifts.set(id, { id, amount });
    return Response.json({ id, amount });
  };
  const api = withStandIns(fromYaml(DOCUMENT).api);
  const parts = { ...collaborators(api), model: inferResources(api, undefined, 'paths alone') };
  const { summary } = await tell({ ...parts, target, phases: ['coverage', 'stateful'] });
  expect(summary.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  expect(queries.filter((each) => /[?&]id=g_\d+$/.test(each)).length).toBeGreaterThan(1);
});

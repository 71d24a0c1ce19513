import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Lists of what stands under a shop that insist on a parameter, and what it is called. */
const documentWith = (name: string): ReturnType<typeof fromYaml> =>
  fromYaml(`
openapi: 3.1.0
info: { title: Shops, version: '1' }
paths:
  /shops:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Shop' } } } } } } }
    post: { requestBody: { $ref: '#/components/requestBodies/New' }, responses: { '201': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } } } }
  /shops/{shopId}:
    get: { parameters: [{ $ref: '#/components/parameters/shop' }], responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Shop' } } } } } }
  /shops/{shopId}/goods:
    get: { parameters: [{ $ref: '#/components/parameters/shop' }, { name: ${name}, in: query, required: true, schema: { type: string } }], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Good' } } } } } } }
    post: { parameters: [{ $ref: '#/components/parameters/shop' }], requestBody: { $ref: '#/components/requestBodies/New' }, responses: { '201': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Good' } } } } } }
  /goods/{goodId}:
    get: { parameters: [{ name: goodId, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Good' } } } } } }
components:
  requestBodies:
    New: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
  parameters:
    shop: { name: shopId, in: path, required: true, schema: { type: integer } }
  schemas:
    Shop: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }
    Good: { type: object, required: [id, name, shopId], properties: { id: { type: integer, readOnly: true }, shopId: { type: integer }, name: { type: string } } }
`);

/** What a run says of the list under shops; `shows` tells whether a good is let through by the query. */
async function saidOf(name: string, shows: (good: { readonly name: string }, wanted: string | null) => boolean) {
  const goods: { id: number; shopId: number; name: string }[] = [];
  let next = 1;
  const { events } = await tell({
    ...documentWith(name),
    target: async (request) => {
      const url = new URL(request.url);
      const [, kind, shop] = /^\/(shops|goods)(?:\/(\d+))?/.exec(url.pathname) ?? [];
      if (request.method === 'POST') {
        const made = { id: next++, ...((await request.json()) as { name: string }) };
        if (shop !== undefined) goods.push({ ...made, shopId: Number(shop) });
        return Response.json({ ...made, shopId: Number(shop) }, { status: 201 });
      }
      if (kind === 'goods') return Response.json(goods.find(({ id }) => id === Number(shop)));
      if (!url.pathname.endsWith('goods'))
        return Response.json(shop === undefined ? [] : { id: Number(shop), name: 'a' });
      const wanted = url.searchParams.get(name);
      return Response.json(goods.filter((good) => good.shopId === Number(shop) && shows(good, wanted)));
    },
    phases: ['stateful'],
    concurrency: 1,
  });
  const finished = events.flatMap((event) => (event.type === 'case-finished' ? [event] : []));
  return finished.flatMap(({ case: { id }, result }) => (id.endsWith('/within') ? [result.verdict] : []));
}

test('a list that requires an unknown value may leave out anything', async () => {
  expect(await saidOf('field', () => false)).toEqual(['inconclusive']);
});

test('one that insists on a filter is asked for what the item shows', async () => {
  expect(await saidOf('name', (good, wanted) => good.name === wanted)).toEqual(['passed']);
  expect(await saidOf('name', () => false)).toEqual(['failed']);
});

test('the version of an API is not a filter', async () => {
  expect(await saidOf('api-version', () => true)).toEqual(['passed']);
  expect(await saidOf('api-version', () => false)).toEqual(['failed']);
});

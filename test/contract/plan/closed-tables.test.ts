import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const REFERENCE = `{ type: integer, description: 'Somebody who must exist.' }`;
const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const named = (name: string): string =>
  `    New${name}: { type: object, required: [name], properties: { name: { type: string } } }
    ${name}: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }`;
const order = (name: string, more: string, needs: string): string =>
  `    ${name}: { type: object, required: [${needs}tableId, waiterId, cookId], properties: { ${more}tableId: { type: integer }, waiterId: ${REFERENCE}, cookId: ${REFERENCE} } }`;
const DOCUMENT = documentOf(
  {
    '/shops': { get: 'list Shop', post: 'create Shop' },
    '/shops/{id}': { get: 'read Shop' },
    '/tables': { get: 'list Table', post: 'create Table' },
    '/tables/{id}': { get: 'read Table' },
    '/tables/{id}/close': { post: 'do' },
    '/waiters': { get: 'list Waiter', post: 'create Waiter' },
    '/waiters/{id}': { get: 'read Waiter' },
    '/cooks': { get: 'list Cook', post: 'create Cook' },
    '/cooks/{id}': { get: 'read Cook' },
    '/shops/{id}/orders': {
      get: `{ operationId: listOrders, responses: { '200': { description: Orders., ${content(`{ type: array, items: { $ref: '#/components/schemas/Order' } }`)} }, '404': { description: None. } } }`,
      post: `{ operationId: placeOrder, requestBody: { required: true, ${content(`{ $ref: '#/components/schemas/NewOrder' }`)} }, responses: { '201': { description: Placed., ${content(`{ $ref: '#/components/schemas/Order' }`)} }, '400': { description: Unreadable. }, '404': { description: None. }, '409': { description: The table is closed. }, '422': { description: A rule is broken. } } }`,
    },
  },
  [
    ...['Shop', 'Table', 'Waiter', 'Cook'].map(named),
    order('NewOrder', '', ''),
    order('Order', 'id: { type: integer }, shopId: { type: integer }, ', 'id, shopId, '),
  ].join('\n'),
);

type Fault = 'none' | 'waiters-unchecked' | 'orders-of-all';

/** A closed table takes no orders. Whether it is closed is looked at before anything else. */
async function run(fault: Fault): Promise<readonly string[]> {
  const closed = new Set<string>();
  const orders: Readonly<Record<string, unknown>>[] = [];
  const { fetch } = service(
    { shops: [], tables: [], waiters: [], cooks: [] },
    ({ method, path, body }, { shops, tables, waiters, cooks }) => {
      const [, shop] = /^\/shops\/([^/]+)\/orders$/.exec(path) ?? [];
      const [, table] = /^\/tables\/([^/]+)\/close$/.exec(path) ?? [];
      if (table !== undefined && method === 'POST') {
        if (tables?.has(table) !== true) return json(404, { message: 'there is no such table' });
        closed.add(table);
        return json(204);
      }
      if (shop === undefined) {
        const isNamed = typeof (body as { name?: unknown } | undefined)?.name === 'string';
        return method === 'POST' && !isNamed ? json(422, { message: 'a name is missing' }) : undefined;
      }
      if (shops?.has(shop) !== true) return json(404, { message: 'there is no such shop' });
      if (method === 'GET')
        return json(
          200,
          orders.filter(({ shopId }) => fault === 'orders-of-all' || String(shopId) === shop),
        );
      if (method !== 'POST') return undefined;
      const { tableId, waiterId, cookId } = body as Record<string, unknown>;
      if (![tableId, waiterId, cookId].every(Number.isInteger)) return json(422, { message: 'not an id' });
      if (closed.has(String(tableId))) return json(409, { message: 'The table is closed.' });
      const areThere = waiters?.has(String(waiterId)) === true && cooks?.has(String(cookId)) === true;
      if (!tables?.has(String(tableId)) || (!areThere && fault !== 'waiters-unchecked'))
        return json(422, { message: 'something named does not exist' });
      const placed = { id: orders.length + 1, shopId: Number(shop), tableId, waiterId, cookId };
      orders.push(placed);
      return json(201, placed);
    },
  );
  const { events } = await tell({ ...fromYaml(DOCUMENT), target: fetch, phases: ['coverage', 'stateful', 'protocol'] });
  const told = events.flatMap((event) =>
    event.type === 'finding' && event.finding.severity === 'error' && event.finding.check.startsWith('state.')
      ? [`${event.finding.check} ${event.finding.messagePointer}`]
      : [],
  );
  return [...new Set(told)].toSorted();
}

test.each([
  ['none', []],
  [
    'waiters-unchecked',
    ['state.unknown-reference-accepted /body/cookId', 'state.unknown-reference-accepted /body/waiterId'],
  ],
  ['orders-of-all', ['state.list-shows-foreign /path/id']],
] as const)('a table that another case has closed hides nothing: %s', async (fault, expected) => {
  expect(await run(fault)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const REFUSED = "'400': { description: Refused. }";
const NONE = "'404': { description: None. }";
const ORDER = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const documentWith = (text: string): string => `
openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { operationId: listOrders, responses: { '200': { description: Orders., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } } }
    post: { operationId: addOrder, requestBody: { required: true, ${one('NewOrder')} }, responses: { '201': { description: The order., ${one('Order')} }, ${REFUSED} } }
  /orders/{id}:
    ${ORDER}
    get: { operationId: readOrder, responses: { '200': { description: The order., ${one('Order')} }, ${NONE} } }
    patch: { operationId: updateOrder, requestBody: { required: true, ${one('NewOrder')} }, responses: { '200': { description: The order., ${one('Order')} }, ${REFUSED}, ${NONE} } }
  /orders/{id}/ship:
    ${ORDER}
    post: { operationId: shipOrder, description: Sets state to shipped., responses: { '200': { description: The order., ${one('Order')} }, ${NONE}, '409': { description: The order is shipped already. } } }
  /orders/{id}/hold:
    ${ORDER}
    post: { operationId: holdOrder, description: Sets state to held., responses: { '200': { description: The order., ${one('Order')} }, ${NONE}, '409': { description: The order is shipped already. } } }
  /orders/{id}/history:
    ${ORDER}
    get:
      operationId: orderHistory
      description: ${text}
      responses: { '200': { description: Entries., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Entry' } } } } }, ${NONE} }
components:
  schemas:
    NewOrder: { type: object, required: [item], properties: { item: { type: string, minLength: 1 } } }
    Order: { allOf: [{ $ref: '#/components/schemas/NewOrder' }, { type: object, required: [id, state], properties: { id: { type: integer, readOnly: true }, state: { type: string, enum: [new, shipped, held], readOnly: true } } }] }
    Entry: { type: object, required: [what, at], properties: { what: { type: string, enum: [placed, changed, shipped, held] }, at: { type: integer } } }
`;
const PARTS = fromYaml(documentWith('One entry for each change, newest first.'));

type Fault =
  | 'shipping left out'
  | 'holding left out'
  | 'another kind'
  | 'oldest first'
  | 'of all orders'
  | 'first lost'
  | 'nothing kept';

/** What a service may do without a fault. */
type Way = 'ages shown' | 'changes left out';

interface Order {
  readonly id: number;
  readonly item: string;
  readonly state: string;
}

/** A service that keeps what happened to its orders. */
function orders(fault?: Fault | Way): (request: Request) => Promise<Response> {
  const kept = new Map<number, Order>();
  const entries: { readonly order: number; readonly what: string; readonly at: number }[] = [];
  let time = 0;
  const none = (status = 404): Response => new Response(null, { status });
  const keep = (order: Order, what: string, status = 200): Response => {
    kept.set(order.id, order);
    time += 1;
    if (
      fault !== 'nothing kept' &&
      !(fault === 'changes left out' && what === 'changed') &&
      !(fault === 'shipping left out' && what === 'shipped') &&
      !(fault === 'holding left out' && what === 'held')
    )
      entries.push({
        order: order.id,
        what: fault === 'another kind' && what === 'shipped' ? 'changed' : what,
        at: time,
      });
    return Response.json(order, { status });
  };
  const historyOf = (id: number): Response => {
    const own = entries.filter(({ order }) => order === id || fault === 'of all orders');
    time += 1;
    const shown = own
      .map(({ what, at }) => ({ what, at: fault === 'ages shown' ? time - at : at }))
      .slice(fault === 'first lost' ? -1 : 0);
    return Response.json(fault === 'oldest first' ? shown : shown.toReversed());
  };
  return async (request) => {
    const [id, action] = new URL(request.url).pathname.split('/').slice(2);
    const sent = request.method === 'POST' || request.method === 'PATCH' ? await request.json().catch(() => ({})) : {};
    const { item } = sent as Partial<Order>;
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()]);
    if (id === undefined) return item ? keep({ id: kept.size + 1, item, state: 'new' }, 'placed', 201) : none(400);
    const order = kept.get(Number(id));
    if (order === undefined) return none();
    if (action === 'history') return historyOf(order.id);
    if (action === 'hold') return order.state === 'shipped' ? none(409) : keep({ ...order, state: 'held' }, 'held');
    if (action === 'ship')
      return order.state === 'shipped' ? none(409) : keep({ ...order, state: 'shipped' }, 'shipped');
    if (request.method !== 'PATCH') return Response.json(order);
    return item ? keep({ ...order, item }, 'changed') : none(400);
  };
}

async function faultsOf(fault?: Fault | Way, parts = PARTS): Promise<readonly string[]> {
  const { summary } = await tell({ ...parts, target: orders(fault), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, message }) => (check === 'state.history-differs' ? [message] : []));
}

test('a history that shows every change has no finding, nor has one that shows nothing at all', async () => {
  expect(await faultsOf()).toEqual([]);
  expect(await faultsOf('nothing kept')).toEqual([]);
});

test('a change that the history does not show, or shows as another one, is named', async () => {
  expect(await faultsOf('shipping left out')).toEqual([
    'orderHistory shows nothing of shipOrder, which changed the item.',
  ]);
  expect(await faultsOf('another kind')).toEqual([
    expect.stringContaining('shows shipOrder as an entry whose `what` is "changed"'),
  ]);
});

test('a change that an earlier one makes impossible is done to another item', async () => {
  expect(await faultsOf('holding left out')).toEqual([
    'orderHistory shows nothing of holdOrder, which changed the item.',
  ]);
});

test('entries stand in the documented order, stay, and are those of the item', async () => {
  expect(await faultsOf('oldest first')).toEqual([expect.stringContaining('the newest is first')]);
  expect(await faultsOf('first lost')).toContainEqual(expect.stringContaining('no longer shows an entry'));
  expect(await faultsOf('of all orders')).toContainEqual(expect.stringContaining('what was done to another one'));
});

test('entries whose values move are not lost, and “all events” does not promise one for each change', async () => {
  expect(await faultsOf('ages shown')).toEqual([]);
  expect(await faultsOf('changes left out', fromYaml(documentWith('All events of an order.')))).toEqual([]);
});

test('a journal is a history, and one entry for each step of what happened promises one for each write', async () => {
  const journal = fromYaml(
    documentWith('What happened to an order. One entry for each step, newest first.').replace(
      '/{id}/history:',
      '/{id}/journal:',
    ),
  );
  const served = (fault?: Fault | Way) => {
    const serve = orders(fault);
    return (request: Request) => serve(new Request(request.url.replace('/journal', '/history'), request));
  };
  const messages = async (fault?: Fault | Way): Promise<readonly string[]> => {
    const { summary } = await tell({ ...journal, target: served(fault), phases: ['stateful'] });
    return summary.findings.flatMap(({ check, message }) => (check === 'state.history-differs' ? [message] : []));
  };
  expect(await messages()).toEqual([]);
  expect(await messages('shipping left out')).not.toEqual([]);
});

test('steps that are not what happened promise nothing', async () => {
  const parts = fromYaml(documentWith('One entry for each step of the recipe.'));
  expect(await faultsOf('changes left out', parts)).toEqual([]);
});

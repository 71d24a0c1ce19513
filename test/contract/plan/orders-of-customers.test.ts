import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/**
 * `doubles`: two customers may have one code. `keeps`: a counter does not go down. `singles`: of a map, the first
 * entry is kept. `strips`: a second string loses letters. `undated`: a date of an action is not set. `unbounded`: a bound is
 * not enforced.
 */
type Fault = 'doubles' | 'keeps' | 'singles' | 'strips' | 'unbounded' | 'undated';

const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const CODE = { type: 'string', pattern: '^[A-Z]{6,12}$' };
const ID = { type: 'string' };
const MAP = { type: 'object', maxProperties: 5, additionalProperties: { type: 'string', maxLength: 60 } };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (schema: object) => ({ ...said('It.'), ...json(schema) });
const sent = (schema: object) => ({ required: true, ...json(schema) });
const all = (properties: Record<string, object>, optional: readonly string[] = []) => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const id = { name: 'id', in: 'path', required: true, schema: ID };
const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };
const LIMIT = { type: 'integer', minimum: 0, maximum: 1000 };
const CUSTOMER = all({ id: ID, code: CODE, limit: LIMIT, orderCount: { type: 'integer', minimum: 0 } });
const WRITTEN = {
  customer: { ...ID, description: 'ID of an existing customer' },
  title: TEXT,
  note: TEXT,
  labels: MAP,
};
const MOMENT = { type: 'string', format: 'date-time' };
const ORDER = all(
  { id: ID, ...WRITTEN, customer: ID, status: { type: 'string', enum: ['open', 'closed'] }, closedAt: MOMENT },
  ['closedAt'],
);
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/customers': {
      post: {
        operationId: 'addCustomer',
        parameters: [key],
        requestBody: sent(all({ code: CODE, limit: LIMIT })),
        responses: { 201: shown(CUSTOMER), 409: said('There is a customer with this code.'), ...REFUSALS },
      },
    },
    '/customers/{id}': {
      parameters: [id],
      get: { operationId: 'getCustomer', responses: { 200: shown(CUSTOMER), 404: said('None.') } },
      delete: {
        operationId: 'dropCustomer',
        responses: { 204: said('Gone.'), 404: said('None.'), 409: said('Has orders.') },
      },
    },
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [{ name: 'customer', in: 'query', schema: ID }],
        responses: { 200: shown({ type: 'array', items: ORDER }), 400: said('No.') },
      },
      post: {
        operationId: 'addOrder',
        requestBody: sent(all(WRITTEN, ['labels'])),
        responses: { 201: shown(ORDER), 422: said('The customer does not exist.'), ...REFUSALS },
      },
    },
    '/orders/{id}': {
      parameters: [id],
      get: { operationId: 'getOrder', responses: { 200: shown(ORDER), 404: said('None.') } },
      delete: { operationId: 'dropOrder', responses: { 204: said('Gone.'), 404: said('None.') } },
    },
    '/orders/{id}/close': {
      parameters: [id],
      post: {
        operationId: 'closeOrder',
        responses: { 200: shown(ORDER), 404: said('None.'), 409: said('It is closed.') },
      },
    },
  },
};

interface Order {
  readonly id: string;
  readonly customer: string;
  readonly status: string;
}

function orders(fault?: Fault): (request: Request) => Promise<Response> {
  const customers = new Map<string, { readonly id: string; readonly code: string; readonly limit: unknown }>();
  const all = new Map<string, Order>();
  const made = new Map<string, number>();
  const keys = new Map<string, object>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && [...value].length <= 60;
  const counted = (customer: { readonly id: string; readonly code: string; readonly limit: unknown }) => ({
    ...customer,
    orderCount:
      fault === 'keeps'
        ? (made.get(customer.id) ?? 0)
        : [...all.values()].filter((order) => order.customer === customer.id).length,
  });
  function addCustomer({ code, limit }: Record<string, unknown>, name: string | null): Response {
    if (typeof code !== 'string' || !/^[A-Z]{6,12}$/.test(code)) return plain(400);
    const known = keys.get(`${name} ${code}`);
    if (known !== undefined) return Response.json(known, { status: 201 });
    if (fault !== 'doubles' && [...customers.values()].some((each) => each.code === code)) return plain(409);
    const isBound = Number.isInteger(limit) && Number(limit) >= 0 && Number(limit) <= 1000;
    if (!isBound && !(fault === 'unbounded' && Number.isInteger(limit))) return plain(400);
    next += 1;
    const customer = { id: `c${next}`, code, limit };
    customers.set(customer.id, customer);
    if (name !== null) keys.set(`${name} ${code}`, counted(customer));
    return Response.json(counted(customer), { status: 201 });
  }
  function addOrder({ customer, title, note, labels = {} }: Record<string, unknown>): Response {
    const isMap = typeof labels === 'object' && labels !== null && !Array.isArray(labels);
    if (typeof customer !== 'string' || !isText(title) || !isText(note) || !isMap) return plain(400);
    const entries = Object.entries(labels);
    if (entries.length > 5 || !entries.every(([, value]) => value === '' || isText(value))) return plain(400);
    if (!customers.has(customer)) return plain(422);
    next += 1;
    const kept = Object.fromEntries(fault === 'singles' ? entries.slice(0, 1) : entries);
    const text = fault === 'strips' ? String(note).replace(/[^ -~]/g, '') : note;
    const order = { id: `o${next}`, customer, title, note: text, labels: kept, status: 'open' };
    made.set(customer, (made.get(customer) ?? 0) + 1);
    all.set(order.id, order);
    return Response.json(order, { status: 201 });
  }
  return async (request) => {
    const { method } = request;
    const url = new URL(request.url);
    const [, kind, item, action] = url.pathname.split('/');
    const listed = kind === 'orders' ? ['GET', 'HEAD', 'POST'] : ['POST'];
    const allowed = action === 'close' ? ['POST'] : item === undefined ? listed : ['GET', 'HEAD', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (item === undefined && method === 'POST') {
      if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
      const value = await request.json().catch(() => undefined);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return plain(400);
      const body = value as Record<string, unknown>;
      return kind === 'orders' ? addOrder(body) : addCustomer(body, request.headers.get('idempotency-key'));
    }
    if (item === undefined) {
      const owner = url.searchParams.get('customer');
      return Response.json([...all.values()].filter(({ customer }) => owner === null || customer === owner));
    }
    const [customer, order] = kind === 'orders' ? [undefined, all.get(item)] : [customers.get(item), undefined];
    if (customer === undefined && order === undefined) return plain(404);
    if (action === 'close' && order !== undefined) {
      if (order.status === 'closed') return plain(409);
      const date = fault === 'undated' ? {} : { closedAt: '2026-11-01T08:00:00Z' };
      all.set(item, { ...order, status: 'closed', ...date });
      return Response.json(all.get(item));
    }
    if (method !== 'DELETE') return Response.json(customer === undefined ? order : counted(customer));
    if (customer !== undefined && counted(customer).orderCount > 0) return plain(409);
    if (customer === undefined) all.delete(item);
    else customers.delete(item);
    return plain(204);
  };
}

async function run(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: orders(fault) });
  const errors = summary.findings.filter(
    ({ severity, about, flaky }) => severity === 'error' && about === 'service' && flaky !== true,
  );
  return [...new Set(errors.map(({ check, operation }) => `${check} ${operation}`))].sort();
}

test('customers and their orders as the document has them get no finding', async () => {
  expect(await run()).toEqual([]);
});

test.each([
  ['doubles', 'state.duplicate-accepted addCustomer'],
  ['keeps', 'state.count-differs getCustomer'],
  ['singles', 'state.roundtrip-lossy addOrder'],
  ['strips', 'state.roundtrip-lossy addOrder'],
  ['unbounded', 'reject.boundary addCustomer'],
  ['undated', 'state.action-without-effect closeOrder'],
] as const)('%s: %s', async (fault, found) => {
  expect((await run(fault)).filter((each) => fault !== 'unbounded' || !each.startsWith('schema.'))).toEqual([found]);
});

import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const SKU = { type: 'string', pattern: '^[A-Z]{3}[0-9]{3}$' };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const LINES = {
  type: 'array',
  minItems: 1,
  maxItems: 5,
  items: object(['sku', 'quantity'], {
    sku: { type: 'string' },
    quantity: { type: 'integer', minimum: 1, maximum: 9 },
  }),
};
const PRODUCT = object(['sku', 'name'], { sku: SKU, name: TEXT });
const ORDER = object(['id', 'sku', 'lines'], {
  id: { type: 'string', readOnly: true },
  sku: { type: 'string' },
  lines: LINES,
});
const write = (operationId: string, request: object, status: number, shown: object) => ({
  operationId,
  requestBody: { required: true, ...json(request) },
  responses: {
    [status]: { ...said('It.'), ...json(shown) },
    400: said('Not valid.'),
    404: said('None.'),
    415: said('No JSON.'),
    422: said('There is no such product.'),
  },
});
const read = (operationId: string, shown: object) => ({
  operationId,
  responses: { 200: { ...said('It.'), ...json(shown) }, 404: said('None.') },
});
const list = (items: object) => ({ type: 'array', items });
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/products': { get: read('listProducts', list(PRODUCT)), post: write('addProduct', PRODUCT, 201, PRODUCT) },
    '/products/{sku}': { parameters: [path('sku')], get: read('getProduct', PRODUCT) },
    '/orders': { get: read('listOrders', list(ORDER)), post: write('addOrder', ORDER, 201, ORDER) },
    '/orders/{id}': {
      parameters: [path('id')],
      get: read('getOrder', ORDER),
      // The product of an order does not change: a service passes over it.
      patch: write('changeOrder', { ...object([], { lines: LINES }), minProperties: 1 }, 200, ORDER),
    },
  },
};

interface Record {
  readonly [name: string]: unknown;
}

function service(isLenient: boolean): (request: Request) => Promise<Response> {
  const products = new Map<string, Record>();
  const orders = new Map<string, Record>();
  const plain = (status: number, headers: { [name: string]: string } = {}) => new Response(null, { status, headers });
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && [...value].length <= 40;
  const areLines = (value: unknown): value is readonly Record[] =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 5 &&
    value.every(
      (line) =>
        typeof line?.sku === 'string' && Number.isInteger(line.quantity) && line.quantity > 0 && line.quantity < 10,
    );
  const areKnown = (lines: readonly Record[]): boolean =>
    isLenient || lines.every(({ sku }) => products.has(String(sku)));
  return async (request) => {
    const { method } = request;
    const [, kind = '', key] = new URL(request.url).pathname.split('/');
    const all = kind === 'products' ? products : orders;
    const writes = key === undefined ? ['POST'] : kind === 'orders' ? ['PATCH'] : [];
    if (!['GET', 'HEAD', ...writes].includes(method))
      return plain(405, { Allow: ['GET', 'HEAD', ...writes].join(', ') });
    const item = key === undefined ? undefined : all.get(key);
    if (key !== undefined && item === undefined) return plain(404);
    if (method === 'GET' || method === 'HEAD') return Response.json(item ?? [...all.values()]);
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
    const body = (await request.json().catch(() => undefined)) as Record | undefined;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return plain(400);
    if (kind === 'products') {
      if (typeof body['sku'] !== 'string' || !/^[A-Z]{3}[0-9]{3}$/.test(body['sku']) || !isText(body['name']))
        return plain(400);
      const made = { sku: body['sku'], name: body['name'] };
      products.set(made.sku, made);
      return Response.json(made, { status: 201 });
    }
    const { lines } = body;
    if (Object.keys(body).length === 0) return plain(400);
    if ((method === 'POST' || lines !== undefined) && !areLines(lines)) return plain(400);
    if (areLines(lines) && !areKnown(lines)) return plain(422);
    if (method === 'PATCH') {
      const changed = { ...item, ...(lines === undefined ? {} : { lines }) };
      orders.set(String(key), changed);
      return Response.json(changed);
    }
    if (typeof body['sku'] !== 'string') return plain(400);
    if (!areKnown([body])) return plain(422);
    const made = { id: `o${orders.size + 1}`, sku: body['sku'], lines };
    orders.set(made.id, made);
    return Response.json(made, { status: 201, headers: { Location: `/orders/${made.id}` } });
  };
}

async function run(isLenient: boolean): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: service(isLenient) });
  expect(summary.coverage.operations.filter(({ reached }) => !reached)).toEqual([]);
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return [...new Set(told.map(({ check, operation }) => `${check} ${operation}`))];
}

test('lines of an order name products that exist, and a patch that has no product is not asked to refuse one', async () => {
  expect(await run(false)).toEqual([]);
});

test('an order of an unknown product is found', async () => {
  expect(await run(true)).toContain('state.unknown-reference-accepted addOrder');
});

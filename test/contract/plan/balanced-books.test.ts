import { expect, test } from 'vitest';
import { describedReferences } from '../../../src/contract/requests/described-references.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const amount = { type: 'integer', minimum: 1, maximum: 1000 };
const line = {
  type: 'object',
  required: ['account_id', 'side', 'amount'],
  properties: { account_id: { type: 'string' }, side: { type: 'string', enum: ['debit', 'credit'] }, amount },
};
const lines = { type: 'array', minItems: 2, maxItems: 4, items: line };
const account = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: text },
};
const booking = {
  type: 'object',
  required: ['id', 'lines'],
  properties: { id: { type: 'integer', readOnly: true }, lines },
};
const refusals = { 400: said('The body is not valid.'), 415: said('No JSON.') };
const item = (name: string, schema: object, type: string) => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type } }],
  get: { operationId: `get${name}`, responses: { 200: { ...said('It.'), ...json(schema) }, 404: said('None.') } },
  delete: { operationId: `drop${name}`, responses: { 204: said('Gone.'), 404: said('None.') } },
});
const list = (name: string, schema: object) => ({
  operationId: `list${name}s`,
  responses: { 200: { ...said('All.'), ...json({ type: 'array', items: schema }) } },
});
const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/accounts': {
      get: list('Account', account),
      post: {
        operationId: 'addAccount',
        ...body({ type: 'object', required: ['name'], properties: { name: text } }),
        responses: { 201: { ...said('Made.'), ...json(account) }, ...refusals },
      },
    },
    '/accounts/{id}': item('Account', account, 'string'),
    '/bookings': {
      get: list('Booking', booking),
      post: {
        operationId: 'book',
        ...body({ type: 'object', required: ['lines'], properties: { lines } }),
        responses: {
          201: { ...said('Made.'), ...json(booking) },
          422: said('The lines do not balance, or an account does not exist.'),
          ...refusals,
        },
      },
    },
    '/bookings/{id}': item('Booking', booking, 'integer'),
  },
};

type Fault = 'none' | 'unbalanced' | 'unknown-account' | 'refused-kept' | 'line-lost';
type Line = { readonly account_id: string; readonly side: string; readonly amount: number };

function books(fault: Fault): (request: Request) => Promise<Response> {
  const accounts = new Map<string, object>();
  const bookings = new Map<string, object>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  const isLine = (value: unknown): value is Line => {
    const { account_id: of, side, amount: size } = (value ?? {}) as Partial<Line>;
    const isSize = typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 1000;
    return typeof of === 'string' && (side === 'debit' || side === 'credit') && isSize;
  };
  return async (request) => {
    const { method } = request;
    const [, name = '', key] = new URL(request.url).pathname.split('/');
    const all = name === 'accounts' ? accounts : name === 'bookings' ? bookings : undefined;
    if (all === undefined) return plain(404);
    const allowed = key === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key !== undefined && !all.has(key)) return plain(404);
    if (key !== undefined)
      return method === 'DELETE' ? plain(all.delete(key) ? 204 : 404) : Response.json(all.get(key));
    if (method !== 'POST') return Response.json([...all.values()]);
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
    const value = (await request.json().catch(() => null)) as {
      readonly name?: unknown;
      readonly lines?: unknown;
    } | null;
    next += 1;
    const id = String(next);
    if (name === 'accounts') {
      if (typeof value?.name !== 'string' || value.name === '' || [...value.name].length > 40) return plain(400);
      accounts.set(`a${id}`, { id: `a${id}`, name: value.name });
      return Response.json(accounts.get(`a${id}`), { status: 201, headers: { Location: `/accounts/a${id}` } });
    }
    const sent = value?.lines;
    if (!Array.isArray(sent) || sent.length < 2 || sent.length > 4 || !sent.every(isLine)) return plain(400);
    const kept = fault === 'line-lost' ? sent.slice(0, 2) : sent;
    const made = {
      id: next,
      lines: kept.map(({ account_id, side, amount: size }) => ({ account_id, side, amount: size })),
    };
    if (fault === 'refused-kept') bookings.set(id, made);
    const missing = sent.find(({ account_id: of }) => !accounts.has(of));
    if (missing !== undefined && fault !== 'unknown-account')
      return Response.json({ message: `account ${missing.account_id} not found` }, { status: 422 });
    const surplus = sent.reduce((sum, each) => sum + (each.side === 'debit' ? each.amount : -each.amount), 0);
    if (surplus !== 0 && fault !== 'unbalanced')
      return Response.json({ message: 'the lines must balance' }, { status: 422 });
    bookings.set(id, made);
    return Response.json(made, { status: 201, headers: { Location: `/bookings/${id}` } });
  };
}

async function found(fault: Fault): Promise<readonly string[]> {
  const answer = books(fault);
  let made = 0;
  const target = async (request: Request): Promise<Response> => {
    const isBooking = request.method === 'POST' && new URL(request.url).pathname === '/bookings';
    const response = await answer(request);
    if (isBooking && response.status === 201) made += 1;
    return response;
  };
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target });
  expect(made).toBeGreaterThan(10);
  return [...new Set(summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check))];
}

test('a service whose entries must balance and name accounts is reached, and not accused', async () => {
  expect(await found('none')).toEqual([]);
});

test('entries that do not balance, and accounts that do not exist, must be refused', async () => {
  expect(await found('unbalanced')).toEqual(['reject.unbalanced']);
  expect(await found('unknown-account')).toEqual(['state.unknown-reference-accepted']);
});

test('a refused create leaves nothing in the list, and an accepted one loses no line', async () => {
  expect(await found('refused-kept')).toEqual(['write.failed-changed-state']);
  expect(await found('line-lost')).toContain('state.roundtrip-lossy');
});

test('a place of a body names a record by its name in a list of objects, or by its description', async () => {
  const { api, model } = await collaboratorsOf(DOCUMENT);
  const book = api.operations.find(({ id }) => id === 'book');
  const references = book === undefined ? [] : describedReferences(api, model, book);
  expect(references.map(({ pointer, resource }) => `${pointer} ${resource.name}`)).toEqual([
    '/lines/*/account_id accounts',
  ]);
});

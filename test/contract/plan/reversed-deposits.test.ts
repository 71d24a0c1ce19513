import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const shows = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const one = shows(`{ $ref: '#/components/schemas/Deposit' }`);
const DEPOSITS = fromYaml(`
openapi: 3.1.0
info: { title: Deposits, version: '1' }
paths:
  /deposits:
    get:
      operationId: list
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: after, in: query, description: The \`next\` of the page before. Anything else is refused with 400., schema: { type: string } }
      responses: { '200': { description: A page., ${shows(`{ type: object, required: [items, next], properties: { items: { type: array, items: { $ref: '#/components/schemas/Deposit' } }, next: { type: [string, 'null'] } } }`)} }, '400': { description: No. } }
    post:
      operationId: add
      requestBody: { required: true, ${shows(`{ type: object, required: [code], properties: { code: { type: string, pattern: '^[0-9]{6}$' } } }`)} }
      responses: { '201': { description: The deposit., ${one} }, '400': { description: No. } }
  /deposits/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: The deposit., ${one} }, '404': { description: None. } } }
  /deposits/{id}/reverse:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    post:
      operationId: reverse
      description: Reverses a deposit. Sets \`reversed_at\` and \`reason\`.
      requestBody: { required: true, ${shows(`{ type: object, required: [reason], properties: { reason: { $ref: '#/components/schemas/Reason' } } }`)} }
      responses: { '200': { description: The deposit., ${one} }, '400': { description: No. }, '404': { description: None. }, '409': { description: It is reversed. } }
components:
  schemas:
    Reason: { type: string, enum: [mistake, fraud, other] }
    Deposit: { type: object, required: [id, code, status, booked_at], properties: { id: { type: integer, readOnly: true }, code: { type: string }, status: { type: string, enum: [booked, reversed] }, reason: { $ref: '#/components/schemas/Reason' }, booked_at: { type: string, format: date-time }, reversed_at: { type: string, format: date-time } } }
`);

type Fault = 'none' | 'zeros-lost' | 'reason-other' | 'reversed-early' | 'cursor-taken';
interface Deposit {
  readonly id: number;
  readonly code: string;
  readonly status: 'booked' | 'reversed';
  readonly reason?: string;
  readonly booked_at: string;
  readonly reversed_at?: string;
}

function deposits(fault: Fault): (request: Request) => Promise<Response> {
  const kept: Deposit[] = [];
  const plain = (status: number): Response => new Response(null, { status });
  const page = (query: URLSearchParams): Response => {
    const after = query.get('after');
    const limit = Number(query.get('limit') ?? 50);
    const isKnown = after === null || /^c\d+$/.test(after);
    if ((!isKnown && fault !== 'cursor-taken') || !Number.isInteger(limit) || limit < 1 || limit > 50)
      return plain(400);
    const from = isKnown && after !== null ? Number(after.slice(1)) : 0;
    const end = from + limit;
    return Response.json({ items: kept.slice(from, end), next: end < kept.length ? `c${end}` : null });
  };
  return async (request) => {
    const url = new URL(request.url);
    const [id, action] = url.pathname.split('/').slice(2);
    const sent = (request.method === 'POST' ? await request.json().catch(() => null) : {}) as {
      code?: unknown;
      reason?: unknown;
    } | null;
    if (id === undefined && request.method === 'GET') return page(url.searchParams);
    if (id === undefined) {
      const code = sent?.code;
      if (typeof code !== 'string' || !/^\d{6}$/.test(code)) return plain(400);
      const stored = fault === 'zeros-lost' ? String(Number(code)) : code;
      kept.push({ id: kept.length + 1, code: stored, status: 'booked', booked_at: '2026-12-01T00:00:00Z' });
      return Response.json(kept.at(-1), { status: 201 });
    }
    const deposit = kept[Number(id) - 1];
    if (deposit === undefined) return plain(404);
    if (action === undefined) return Response.json(deposit);
    const reason = sent?.reason;
    if (typeof reason !== 'string' || !['mistake', 'fraud', 'other'].includes(reason)) return plain(400);
    if (deposit.status === 'reversed') return plain(409);
    kept[deposit.id - 1] = {
      ...deposit,
      status: 'reversed',
      reason: fault === 'reason-other' ? 'other' : reason,
      reversed_at: fault === 'reversed-early' ? '2020-01-01T00:00:00Z' : '2026-12-01T00:00:00Z',
    };
    return Response.json(kept[deposit.id - 1]);
  };
}

test.each<[Fault, readonly string[]]>([
  ['none', []],
  ['zeros-lost', ['state.number-changed']],
  ['reason-other', ['state.action-without-effect']],
  ['reversed-early', ['state.times-reversed']],
  ['cursor-taken', ['page.forged-cursor']],
])('deposits with a fault, which is found: %s', async (fault, expected) => {
  const { summary } = await tell({ ...DEPOSITS, target: deposits(fault), phases: ['stateful'] });
  const found = summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
  expect([...new Set(found)]).toEqual(expected);
});

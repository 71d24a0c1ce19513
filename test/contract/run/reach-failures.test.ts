import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /quotes:
    get: { operationId: listQuotes, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Made' } } } } } } }
    post:
      operationId: quote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Made' } } } } }
  /quotes/{id}: { get: { operationId: readQuote, parameters: [{ $ref: '#/components/parameters/id' }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Made' } } } }, '404': { description: none } } } }
  /orders:
    get: { operationId: listOrders, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Made' } } } } } } }
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Made' } } } } }
  /orders/{id}: { get: { operationId: readOrder, parameters: [{ $ref: '#/components/parameters/id' }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Made' } } } }, '404': { description: none } } } }
components:
  parameters: { id: { name: id, in: path, required: true, schema: { type: integer } } }
  schemas:
    New: { type: object, required: [sum], properties: { sum: { type: integer } } }
    Made: { type: object, required: [id], properties: { id: { type: integer }, sum: { type: integer } } }
`;
/** A list is empty, and each item is there. */
function read(pathname: string): Response {
  const [, , id] = pathname.split('/');
  return Response.json(id === undefined ? [] : { id: Number(id), sum: 1 });
}

const parts = () => ({ ...fromYaml(DOCUMENT), phases: ['coverage'] as const, seed: 1, concurrency: 1 });

test('a failure before the phases is one finding, and a failure that does not come twice is none', async () => {
  let made = 0;
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname === '/quotes')
      return Response.json({ error: 'no connection' }, { status: 500 });
    if (request.method === 'GET') return read(pathname);
    made += 1;
    return made === 1 ? Response.json({}, { status: 500 }) : Response.json({ id: made, sum: 1 }, { status: 201 });
  };
  const { events, summary } = await tell({ ...parts(), target });
  const failures = summary.findings.filter(({ check }) => check === 'status.server-error');
  expect(failures.map(({ operation }) => operation)).toEqual(['quote']);
  const first = events.find((event) => event.type === 'finding');
  if (first?.type !== 'finding') throw new Error('there is no finding');
  // It belongs to no case, so it is repeated by its fingerprint.
  expect(first.finding.case).toBeUndefined();
  const { fingerprint } = first.finding;
  const { summary: again } = await tell({ ...parts(), target, only: [fingerprint] });
  expect(again.findings.map((finding) => finding.fingerprint)).toEqual([fingerprint]);
});

test('an operation that asks to be asked later is tried again when the others have been', async () => {
  const asked: string[] = [];
  const target = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const isFirst = !asked.includes(`${request.method} ${pathname}`);
    asked.push(`${request.method} ${pathname}`);
    if (request.method === 'GET') return read(pathname);
    if (pathname === '/quotes' && request.method === 'POST' && isFirst)
      return new Response('', { status: 429, headers: { 'Retry-After': '1' } });
    return Response.json({ id: asked.length, sum: 1 }, { status: 201 });
  };
  const { events, summary } = await tell({ ...parts(), target, tries: 1, exchanges: true });
  const tried = events.flatMap((event) =>
    event.type === 'exchange' && event.case === 'reach' ? event.exchange.request : [],
  );
  const writes = tried.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);
  expect(writes).toEqual(['/quotes', '/orders', '/quotes']);
  expect(summary.coverage.totals.operations.covered).toBe(6);
});

test('what asks for more patience than the time limit leaves is not waited for', async () => {
  const target = async (): Promise<Response> => new Response('', { status: 429, headers: { 'Retry-After': '50' } });
  const { summary } = await tell({ ...parts(), target, timeLimit: 2_000 });
  expect(summary.notes.join('\n')).toMatch(
    /waited 0 s in all\. It did not wait for longer times that the target asked for/,
  );
});

import { expect, test } from 'vitest';
import { createHints } from '../../../src/contract/hints/hints.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Segments, version: '1' }
paths:
  /segments:
    get: { operationId: list, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Segment' } } } } } } }
    post:
      operationId: create
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Segment' } } } }
        '409': { description: taken, content: { application/json: { schema: { type: object } } } }
  /segments/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: read, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Segment' } } } }, '404': { description: none } } }
components:
  schemas:
    New: { type: object, required: [name], properties: { name: { type: string, example: beta-users } } }
    Segment: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
`;

/** Names stay taken, as those of archived records do. */
function segments() {
  const names: string[] = [];
  let conflicts = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const id = Number(new URL(request.url).pathname.split('/')[2]);
    if (request.method === 'POST') {
      const { name } = (await request.json()) as { name?: unknown };
      if (typeof name !== 'string') return Response.json({ message: 'no name' }, { status: 400 });
      const message = 'Segment name already exists';
      if (names.includes(name)) {
        conflicts += 1;
        return Response.json({ name: 'NameExistsError', message, details: [{ message }] }, { status: 409 });
      }
      names.push(name);
      return Response.json({ id: names.length, name }, { status: 201 });
    }
    if (Number.isNaN(id)) return Response.json(names.map((name, index) => ({ id: index + 1, name })));
    const name = names[id - 1];
    return name === undefined ? new Response(null, { status: 404 }) : Response.json({ id, name });
  };
  return { fetch, conflicts: () => conflicts };
}

test('a run takes other names than the runs before it, once a name was refused because it is taken', async () => {
  const { fetch, conflicts } = segments();
  const counts: number[] = [];
  for (const salt of ['first', 'second', 'third']) {
    const before = conflicts();
    const { summary } = await tell({ ...fromYaml(DOCUMENT), target: fetch, phases: ['stateful'], salt });
    expect(summary.coverage.totals.lives?.covered).toBe(1);
    counts.push(conflicts() - before);
  }
  // Each run meets one: that of the documented example.
  expect(counts).toEqual([1, 1, 1]);
});

test('a refusal that says the same in its title and in its details counts once', () => {
  const parts = fromYaml(DOCUMENT);
  const hints = createHints({ ...parts, isGiven: () => false, salt: '' });
  const message = 'Segment name already exists';
  const value = { message, details: [{ message }] };
  const sent = { kind: 'parsed', mediaType: 'application/json', value: { name: 'beta-users' } };
  const seen = {
    operation: parts.api.operation('create'),
    purpose: { expect: 'valid' },
    request: { method: 'POST', path: '/segments', query: '', headers: [], body: sent },
    response: { status: 409, headers: [], body: { kind: 'parsed', mediaType: 'application/json', value } },
  } as unknown as Exchange;
  // The same refusal is worth another attempt three times.
  expect([1, 2, 3, 4].map(() => hints.learn(seen))).toEqual([true, true, true, false]);
});

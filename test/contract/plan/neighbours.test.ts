import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const SIZE = { type: 'integer', minimum: 0, maximum: 900_000 };
const properties = { name: NAME, size: SIZE };
const BOX = {
  type: 'object',
  required: ['id', 'name', 'size'],
  properties: { id: { type: 'integer', minimum: 1 }, ...properties },
};
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (description: string) => ({ ...said(description), ...json(BOX) });
const NEW = { required: true, ...json({ type: 'object', required: ['name', 'size'], properties }) };
const CHANGES = { required: true, ...json({ type: 'object', minProperties: 1, properties }) };
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Boxes', version: '1' },
  paths: {
    '/boxes': { post: { operationId: 'addBox', requestBody: NEW, responses: { 201: shown('Made.'), ...REFUSALS } } },
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getBox', responses: { 200: shown('It.'), ...REFUSALS } },
      put: { operationId: 'putBox', requestBody: NEW, responses: { 200: shown('Replaced.'), ...REFUSALS } },
      patch: { operationId: 'changeBox', requestBody: CHANGES, responses: { 200: shown('Changed.'), ...REFUSALS } },
      delete: { operationId: 'dropBox', responses: { 204: said('Gone.'), ...REFUSALS } },
    },
  },
};

interface Box {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}

function changesIn(value: unknown): Partial<Box> | undefined {
  const { name, size } = (value ?? {}) as { readonly name?: unknown; readonly size?: unknown };
  const isNamed = name === undefined || (typeof name === 'string' && name !== '' && [...name].length <= 40);
  const isSized = size === undefined || (Number.isInteger(size) && Number(size) >= 0 && Number(size) <= 900_000);
  if (typeof value !== 'object' || Array.isArray(value) || !isNamed || !isSized) return undefined;
  const given = { ...(name === undefined ? {} : { name }), ...(size === undefined ? {} : { size }) };
  return Object.keys(given).length === 0 ? undefined : (given as Partial<Box>);
}

/** With `slips`, a change of a box is also made to the box that was created right before it. */
function boxes(slips: boolean): (request: Request) => Promise<Response> {
  const all = new Map<number, Box>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  return async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const { method } = request;
    const key = new URL(request.url).pathname.split('/')[2];
    const allowed = key === undefined ? ['POST'] : ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    const isWrite = ['POST', 'PUT', 'PATCH'].includes(method);
    const isJson = /^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '');
    const sent = isJson ? await request.json().catch(() => undefined) : undefined;
    const changes = changesIn(sent);
    const isWhole = method === 'PATCH' || (changes?.name !== undefined && changes.size !== undefined);
    const refusal = isJson ? (changes === undefined || !isWhole ? 400 : undefined) : 415;
    if (isWrite && refusal !== undefined) return plain(refusal);
    if (key === undefined) {
      next += 1;
      all.set(next, { id: next, ...changes } as Box);
      return Response.json(all.get(next), { status: 201, headers: { Location: `/boxes/${next}` } });
    }
    if (!/^[1-9]\d*$/.test(key)) return plain(400);
    const box = all.get(Number(key));
    if (box === undefined) return plain(404);
    if (method === 'DELETE') {
      all.delete(box.id);
      return plain(204);
    }
    if (isWrite) all.set(box.id, { ...box, ...changes });
    const before = all.get(box.id - 1);
    if (slips && method === 'PATCH' && before !== undefined) all.set(before.id, { ...before, ...changes });
    return Response.json(all.get(box.id));
  };
}

async function run(slips: boolean): Promise<readonly string[]> {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: boxes(slips),
    phases: ['stateful'],
    concurrency: 8,
  });
  return summary.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, operation }) => `${check} ${operation}`);
}

test('a write that also hits the item created right before is found while other cases create items', async () => {
  expect(await run(false)).toEqual([]);
  expect(await run(true)).toContain('state.write-changes-others changeBox');
});

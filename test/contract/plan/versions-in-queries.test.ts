import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const TEXT = { type: 'string', minLength: 1, maxLength: 60 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const FILE = {
  type: 'object',
  required: ['id', 'text', 'sha'],
  properties: { id: { type: 'integer' }, text: TEXT, sha: { type: 'string' } },
};
const shown = { ...said('It.'), ...json(FILE) };
const REFUSALS = { 400: said('No.'), 404: said('None.'), 415: said('No.') };
const sha = { name: 'sha', in: 'query', required: true, schema: { type: 'string', minLength: 1 } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/files': {
      post: {
        operationId: 'addFile',
        requestBody: { required: true, ...json({ type: 'object', required: ['text'], properties: { text: TEXT } }) },
        responses: { 201: shown, ...REFUSALS },
      },
    },
    '/files/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      get: { operationId: 'getFile', responses: { 200: shown, ...REFUSALS } },
      delete: {
        operationId: 'dropFile',
        parameters: [sha],
        responses: { 204: said('Gone.'), 409: said('The sha is not that of the file.'), ...REFUSALS },
      },
    },
  },
};

/** With `keeps`, a delete does nothing. */
function files(keeps: boolean): (request: Request) => Promise<Response> {
  const all = new Map<number, { readonly id: number; readonly text: string; readonly sha: string }>();
  let next = 0;
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  return async (request) => {
    const { method } = request;
    const url = new URL(request.url);
    const key = url.pathname.split('/')[2];
    const allowed = key === undefined ? ['POST'] : ['GET', 'HEAD', 'DELETE'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key === undefined) {
      if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
      const value = await request.json().catch(() => undefined);
      const text = (value as { readonly text?: unknown } | null | undefined)?.text;
      if (typeof text !== 'string' || text === '' || [...text].length > 60) return plain(400);
      next += 1;
      all.set(next, { id: next, text, sha: `${next}-${text.length}` });
      return Response.json(all.get(next), { status: 201, headers: { Location: `/files/${next}` } });
    }
    if (!/^[1-9]\d*$/.test(key)) return plain(400);
    const given = url.searchParams.get('sha');
    if (method === 'DELETE' && (given === null || given === '')) return plain(400);
    const file = all.get(Number(key));
    if (file === undefined) return plain(404);
    if (method !== 'DELETE') return Response.json(file);
    if (given !== file.sha) return plain(409);
    if (!keeps) all.delete(file.id);
    return plain(204);
  };
}

test('a delete names the version of its item where the document requires that', async () => {
  const run = async (keeps: boolean) => {
    const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: files(keeps) });
    return summary.findings
      .filter(({ severity }) => severity !== 'info')
      .map(({ check, operation }) => `${check} ${operation}`);
  };
  expect(await run(false)).toEqual([]);
  expect(await run(true)).toContain('state.use-after-delete dropFile');
});

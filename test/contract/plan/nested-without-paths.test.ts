import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: 'It.', ...json(schema) });
const entity = (...texts: readonly string[]) => ({
  type: 'object',
  required: ['id', ...texts],
  properties: { id: { type: 'integer' }, ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])) },
});
const body = (name: string) => ({
  required: true,
  ...json({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } }),
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const refused = { 400: { description: 'No.' }, 404: { description: 'There is none.' } };
const comments = { type: 'object', required: ['all'], properties: { all: { type: 'array', items: entity('text') } } };

/** No path leads to a single comment. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Posts', version: '1' },
  paths: {
    '/posts': { post: { requestBody: body('title'), responses: { 201: answer(entity('title')), ...refused } } },
    '/posts/{id}': {
      parameters: [id],
      get: { responses: { 200: answer(entity('title')), ...refused } },
      delete: { responses: { 204: { description: 'Gone.' }, ...refused } },
    },
    '/posts/{id}/comments': {
      parameters: [id],
      get: { responses: { 200: answer(comments), ...refused } },
      post: { requestBody: body('text'), responses: { 201: answer(entity('text')), ...refused } },
    },
  },
};

function blog(showsAll: boolean): (request: Request) => Promise<Response> {
  const posts = new Map<number, object>();
  const said: { readonly post: number; readonly id: number; readonly text: string }[] = [];
  let last = 0;
  const refuse = (status: number) => new Response(null, { status });
  return async (request) => {
    const [, , post, below] = new URL(request.url).pathname.split('/');
    const { method } = request;
    const sent = (await request.json().catch(() => ({}))) as Record<string, unknown>;
    const text = sent[below === undefined ? 'title' : 'text'];
    if (post !== undefined && !posts.has(Number(post))) return refuse(404);
    if (method === 'POST' && typeof text !== 'string') return refuse(400);
    if (method === 'DELETE') return refuse(posts.delete(Number(post)) ? 204 : 404);
    if (method === 'POST' && below === undefined) {
      last += 1;
      posts.set(last, { id: last, title: text });
      return Response.json(posts.get(last), { status: 201 });
    }
    if (method === 'POST') {
      last += 1;
      said.push({ post: Number(post), id: last, text: String(text) });
      return Response.json({ id: last, text }, { status: 201 });
    }
    if (below === undefined) return Response.json(posts.get(Number(post)));
    const shown = said.filter((one) => showsAll || one.post === Number(post));
    return Response.json({ all: shown.map(({ post: _, ...one }) => one) });
  };
}

test.each([
  [false, []],
  [true, ['state.list-shows-foreign']],
] as const)(
  'items without a path of their own are compared by their ids where a list shows those of all: %s',
  async (showsAll, wanted) => {
    const { summary } = await tell({
      ...(await collaboratorsOf(DOCUMENT)),
      target: blog(showsAll),
      phases: ['stateful'],
    });
    const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
    expect([...new Set(told.map(({ check }) => check))]).toEqual(wanted);
  },
);

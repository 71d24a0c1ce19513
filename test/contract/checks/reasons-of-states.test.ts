import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Issues, version: '1' }
paths:
  /issues:
    get:
      operationId: listIssues
      parameters: [{ name: state, in: query, schema: { type: string, enum: [open, closed, all], default: open } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Issue' } } } } } }
    post:
      operationId: addIssue
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } } } } }
      responses: { '201': { description: made, content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } }, '422': { description: wrong } }
  /issues/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getIssue
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } }, '404': { description: none } }
    patch:
      operationId: changeIssue
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [state], properties: { title: { type: string, minLength: 1 }, state: { type: string, enum: [open, closed] }, state_reason: { type: string, enum: [done, dropped, again] } } } } } }
      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Issue' } } } }, '404': { description: none }, '422': { description: wrong } }
components:
  schemas:
    Issue: { type: object, required: [id, title, state], properties: { id: { type: integer, readOnly: true }, title: { type: string }, state: { type: string, enum: [open, closed] }, state_reason: { type: [string, 'null'], enum: [done, dropped, again, null] } } }
`;

interface Issue {
  readonly id: number;
  readonly title: string;
  readonly state: string;
  readonly state_reason: string | null;
}

/** An issue that is open has a reason of its own. `keepsState`: a change has no effect on the state. */
function target(keepsState: boolean): (request: Request) => Promise<Response> {
  const issues = new Map<number, Issue>();
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2] ?? 0);
    const before = issues.get(id);
    const wanted = searchParams.get('state') ?? 'open';
    if (request.method === 'GET' && pathname === '/issues')
      return Response.json([...issues.values()].filter(({ state }) => wanted === 'all' || state === wanted));
    const read = (await request.json().catch(() => null)) as Partial<Issue> | null;
    if (request.method === 'POST' && pathname === '/issues') {
      if (typeof read?.title !== 'string' || read.title === '') return new Response(null, { status: 422 });
      const made = { id: issues.size + 1, title: read.title, state: 'open', state_reason: null };
      issues.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    if (before === undefined) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(before);
    if (request.method !== 'PATCH') return new Response(null, { status: 405, headers: { Allow: 'GET, PATCH' } });
    if (read === null || !['open', 'closed'].includes(read.state ?? '')) return new Response(null, { status: 422 });
    const { state = before.state, title = before.title } = read;
    const reason = state === 'open' ? 'again' : (read.state_reason ?? 'done');
    const next = { ...before, title, ...(keepsState ? {} : { state, state_reason: reason }) };
    issues.set(id, next);
    return Response.json(next);
  };
}

async function checksOf(keepsState: boolean): Promise<readonly string[]> {
  const { summary } = await tell({
    ...fromYaml(DOCUMENT),
    target: target(keepsState),
    phases: ['coverage', 'stateful'],
  });
  return summary.findings.filter(({ check }) => check.startsWith('state.')).map(({ check }) => check);
}

test('the reason of a state may be that of the service, and the state may not', async () => {
  expect(await checksOf(false)).not.toContain('state.roundtrip-lossy');
  expect(await checksOf(true)).toEqual(expect.arrayContaining([expect.stringMatching(/lossy|not-visible|roundtrip/)]));
});

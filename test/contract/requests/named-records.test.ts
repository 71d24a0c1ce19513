import { expect, test } from 'vitest';
import type { ContractOptions } from '../../../src/contract/index.ts';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z0-9]+$' };
const path = (parameter: string, schema: object = name) => ({ name: parameter, in: 'path', required: true, schema });
const text = (description: string) => ({ type: 'string', description });
const note = { type: 'string', maxLength: 20 };
const BRANCH = { type: 'object', required: ['name'], properties: { name, note } };
const NEW_BRANCH = {
  ...BRANCH,
  properties: {
    name: { ...name, description: 'The name of the branch.' },
    from: text('The name of an existing branch.'),
  },
};
const RENAMED = { type: 'object', properties: { new_name: name, note } };
const PULL = {
  type: 'object',
  required: ['id', 'title', 'head', 'base', 'reviewers'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', maxLength: 40 },
    head: text('The name of the branch where the changes are.'),
    base: text('The name of an existing branch.'),
    reviewers: { type: 'array', maxItems: 3, items: { type: 'string' }, description: 'Names of existing branches.' },
  },
};
const answers = (status: number, schema: object) => ({
  [status]: { description: 'It.', ...json(schema) },
  '404': { description: 'None.' },
  '422': { description: 'Refused.' },
});
const body = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const gone = { delete: { responses: { '204': { description: 'Gone.' }, '404': { description: 'None.' } } } };
const listOf = (schema: object) => ({ get: { responses: answers(200, { type: 'array', items: schema }) } });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Branches', version: '1' },
  paths: {
    '/branches': { ...listOf(BRANCH), post: { ...body(NEW_BRANCH), responses: answers(201, BRANCH) } },
    '/branches/{branch}': {
      parameters: [path('branch')],
      get: { responses: answers(200, BRANCH) },
      patch: { ...body(RENAMED), responses: answers(200, BRANCH) },
      ...gone,
    },
    '/pulls': { ...listOf(PULL), post: { ...body(PULL), responses: answers(201, PULL) } },
    '/pulls/{id}': {
      parameters: [path('id', { type: 'integer' })],
      get: { responses: answers(200, PULL) },
      ...gone,
    },
  },
};

interface Sent {
  readonly name?: string;
  readonly new_name?: string;
  readonly from?: string;
  readonly note?: string;
  readonly head?: string;
  readonly base?: string;
  readonly reviewers?: readonly string[];
}

/** A service that refuses names of branches that are not there, and twice the same in one request, and renames a branch. */
function branches(renamed: string[] = []): (request: Request) => Promise<Response> {
  const names = new Map<string, Sent>();
  const pulls = new Map<number, Sent>();
  let last = 0;
  return async (request) => {
    const { method } = request;
    const [, kind, key] = new URL(request.url).pathname.split('/');
    const sent = (await request.json().catch(() => ({}))) as Sent;
    const all: Map<string | number, Sent> = kind === 'pulls' ? pulls : names;
    const id = kind === 'pulls' ? Number(key) : (key ?? '');
    const refused = new Response(null, { status: 422 });
    if (key !== undefined && !all.has(id)) return new Response(null, { status: 404 });
    if (method === 'DELETE') return new Response(null, { status: all.delete(id) ? 204 : 404 });
    if (method === 'GET') return Response.json(key === undefined ? [...all.values()] : all.get(id));
    if (method === 'PATCH') {
      if (sent.new_name === undefined) {
        all.set(id, { ...all.get(id), ...sent });
        return Response.json(all.get(id));
      }
      renamed.push(sent.new_name);
      all.delete(id);
      all.set(sent.new_name, { name: sent.new_name });
      return Response.json({ name: sent.new_name });
    }
    if (kind === 'pulls') {
      const named = [sent.head ?? '', sent.base ?? ''];
      if (named[0] === named[1] || ![...named, ...(sent.reviewers ?? [''])].every((each) => names.has(each)))
        return refused;
      last += 1;
      pulls.set(last, { ...sent, id: last } as Sent);
      return Response.json(pulls.get(last), { status: 201 });
    }
    if (sent.name === undefined || (sent.from !== undefined && !names.has(sent.from))) return refused;
    const made = { name: sent.name, ...(sent.note === undefined ? {} : { note: sent.note }) };
    names.set(sent.name, made);
    return Response.json(made, { status: 201 });
  };
}

const refused = async (more: Pick<ContractOptions, 'phases' | 'operations'>, renamed: string[] = []) => {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: branches(renamed), ...more });
  const found = summary.findings.filter(({ check }) => /^accept\.|^status\.unexpected$/.test(check));
  return found.map(({ check, message }) => `${check}: ${message}`);
};

test('where a description speaks of the name of a record, one that exists is sent, and no item is renamed', async () => {
  const renamed: string[] = [];
  expect(await refused({ phases: ['stateful'] }, renamed)).toEqual([]);
  expect(renamed).toEqual([]);
});

test('the longest list of names and the shortest name of a record are not tried, because no record has them', async () => {
  expect(await refused({ phases: ['coverage'], operations: ['POST /pulls', 'POST /branches'] })).toEqual([]);
});

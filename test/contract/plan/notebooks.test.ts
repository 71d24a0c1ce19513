import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

interface Fault {
  /** Answers to a request that prefers a minimal answer have no body. */
  readonly minimal?: boolean;
  /** If-Match is ignored. */
  readonly unconditional?: boolean;
  /** A deleted notebook is listed with those that are not deleted. */
  readonly listsDeleted?: boolean;
  /** Only the first entry of a map is kept. */
  readonly forgetsEntries?: boolean;
}

const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const TITLES = { type: 'object', minProperties: 2, maxProperties: 3, additionalProperties: { ...NAME, minLength: 2 } };
const NEW = { type: 'object', required: ['name', 'titles'], properties: { name: NAME, titles: TITLES } };
const NOTEBOOK = {
  type: 'object',
  required: ['id', 'name', 'titles'],
  properties: {
    id: { type: 'integer' },
    name: NAME,
    titles: { type: 'object', additionalProperties: NAME },
    deletedAt: { type: 'string', format: 'date-time' },
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const header = (name: string, schema: object) => ({ name, in: 'header', schema });
const prefer = header('Prefer', { type: 'string', enum: ['return=minimal', 'return=representation'] });
const said = (description: string) => ({ description });
const REFUSALS = {
  400: said('No.'),
  404: said('None.'),
  409: said('The name is taken.'),
  415: said('No.'),
  422: said('No.'),
};
const body = { required: true, ...json(NEW) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notebooks', version: '1' },
  paths: {
    '/notebooks': {
      get: {
        parameters: [{ name: 'deleted', in: 'query', schema: { type: 'boolean', default: false } }],
        responses: { 200: { ...said('All.'), ...json({ type: 'array', items: NOTEBOOK }) }, 400: said('No.') },
      },
      post: {
        parameters: [prefer],
        requestBody: body,
        responses: { 201: { ...said('Made.'), ...json(NOTEBOOK) }, ...REFUSALS },
      },
    },
    '/notebooks/{id}': {
      parameters: [id],
      get: { responses: { 200: { ...said('It.'), ...json(NOTEBOOK) }, 400: said('No.'), 404: said('None.') } },
      put: {
        parameters: [header('If-Match', { type: 'string' })],
        requestBody: body,
        responses: { 200: { ...said('Replaced.'), ...json(NOTEBOOK) }, 412: said('It has changed.'), ...REFUSALS },
      },
      delete: { responses: { 204: said('Deleted.'), 400: said('No.'), 404: said('None.') } },
    },
  },
};

interface Notebook {
  readonly id: number;
  readonly name: string;
  readonly titles: object;
  readonly version: number;
  readonly deletedAt?: string;
}

const isText = (value: unknown, least: number): boolean =>
  typeof value === 'string' && [...value].length >= least && [...value].length <= 40;

function isNew(value: unknown): value is { name: string; titles: object } {
  if (typeof value !== 'object' || value === null) return false;
  const { name, titles } = value as Record<string, unknown>;
  if (!isText(name, 1) || typeof titles !== 'object' || titles === null || Array.isArray(titles)) return false;
  const texts = Object.values(titles);
  return texts.length >= 2 && texts.length <= 3 && texts.every((text) => isText(text, 2));
}

function notebooks(fault: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, Notebook>();
  const answer = (status: number, value?: unknown, headers: Record<string, string> = {}): Response =>
    value === undefined ? new Response(null, { status, headers }) : Response.json(value, { status, headers });
  const shown = ({ version: _, ...rest }: Notebook) => rest;
  const tagged = (one: Notebook, status: number) => answer(status, shown(one), { ETag: `"${one.id}-${one.version}"` });
  const kept = (titles: object) =>
    fault.forgetsEntries === true ? Object.fromEntries(Object.entries(titles).slice(0, 1)) : titles;
  async function read(request: Request): Promise<{ name: string; titles: object } | number> {
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return 415;
    const value: unknown = await request.json().catch(() => undefined);
    return value === undefined ? 400 : isNew(value) ? { name: value.name, titles: value.titles } : 422;
  }
  const isTaken = (name: string, own?: number): boolean =>
    [...all.values()].some((each) => each.name === name && each.id !== own);
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , named] = pathname.split('/');
    const allowed = named === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (!allowed.includes(request.method)) return answer(405, undefined, { Allow: allowed.join(', ') });
    if (named === undefined && request.method === 'POST') {
      const sent = await read(request);
      if (typeof sent === 'number') return answer(sent);
      if (!['', 'return=minimal', 'return=representation'].includes(request.headers.get('prefer') ?? ''))
        return answer(400);
      if (isTaken(sent.name)) return answer(409);
      const one: Notebook = { id: all.size + 1, name: sent.name, titles: kept(sent.titles), version: 1 };
      all.set(one.id, one);
      const isMinimal = fault.minimal === true && request.headers.get('prefer') === 'return=minimal';
      const headers = { Location: `/notebooks/${one.id}` };
      return isMinimal ? answer(201, undefined, headers) : answer(201, shown(one), headers);
    }
    if (named === undefined) {
      const flag = searchParams.get('deleted') ?? 'false';
      if (!['true', 'false'].includes(flag) || searchParams.getAll('deleted').length > 1) return answer(400);
      const fits = (one: Notebook) =>
        (one.deletedAt !== undefined) === (flag === 'true') || fault.listsDeleted === true;
      return answer(200, [...all.values()].filter(fits).map(shown));
    }
    if (!/^-?\d+$/.test(named)) return answer(400);
    const one = all.get(Number(named));
    if (one === undefined || one.deletedAt !== undefined) return answer(404);
    if (request.method === 'DELETE') {
      all.set(one.id, { ...one, deletedAt: '2026-11-30T10:00:00Z' });
      return answer(204);
    }
    if (request.method !== 'PUT') return tagged(one, 200);
    const sent = await read(request);
    if (typeof sent === 'number') return answer(sent);
    const match = request.headers.get('if-match');
    const isCurrent = match === null || match === '*' || match === `"${one.id}-${one.version}"`;
    if (!isCurrent && fault.unconditional !== true) return answer(412);
    if (isTaken(sent.name, one.id)) return answer(409);
    const next = { ...one, name: sent.name, titles: kept(sent.titles), version: one.version + 1 };
    all.set(one.id, next);
    return tagged(next, 200);
  };
}

async function run(fault: Fault): Promise<readonly string[]> {
  const target = notebooks(fault);
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return [...new Set(told.map(({ check }) => check))].sort();
}

test('a service with unique names, maps, entity tags and soft deletes is correct', async () => {
  expect(await run({})).toEqual([]);
});

test('an answer without a body is right for a client that prefers a minimal one', async () => {
  expect(await run({ minimal: true })).toEqual([]);
});

test('a condition that is ignored is found again with another name, because the first one is taken', async () => {
  expect(await run({ unconditional: true })).toEqual(['conditional.412']);
});

test('a deleted item must not be in a list that shows such items only on request', async () => {
  expect(await run({ listsDeleted: true })).toEqual(['state.list-omits-created']);
});

test('all entries of a map must be there when it is read', async () => {
  expect(await run({ forgetsEntries: true })).toContain('state.roundtrip-lossy');
});

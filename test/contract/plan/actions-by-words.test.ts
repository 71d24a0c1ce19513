import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

/**
 * `twice`: a closed loan can be closed again. `dates`, `outcomes`: reopening leaves them. `outcome`: another one is stored than was
 * sent. `restores`: also what was not deleted. `state`: reopening does not open. `beginnings`: the search compares the beginning only. `oldest`: come first.
 */
type Fault = 'twice' | 'dates' | 'outcomes' | 'outcome' | 'restores' | 'state' | 'beginnings' | 'oldest';

const ID = { type: 'integer', minimum: 1 };
const NAME = { type: 'string', minLength: 1, maxLength: 40 };
const OUTCOMES = ['returned', 'lost', 'renewed'];
const INSTANT = { type: 'string', format: 'date-time' };
const LOAN = {
  type: 'object',
  required: ['id', 'name', 'status', 'outcome', 'createdAt', 'closedAt'],
  properties: {
    id: ID,
    name: NAME,
    status: { readOnly: true, allOf: [{ type: 'string', enum: ['open', 'closed'] }] },
    outcome: { type: ['string', 'null'], enum: [...OUTCOMES, null], readOnly: true },
    createdAt: { ...INSTANT, readOnly: true },
    closedAt: { ...INSTANT, type: ['string', 'null'], readOnly: true },
  },
};
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const NEW = { type: 'object', required: ['name'], properties: { name: NAME } };
const CLOSE = { type: 'object', required: ['outcome'], properties: { outcome: { type: 'string', enum: OUTCOMES } } };
const id = { name: 'id', in: 'path', required: true, schema: ID };
const text = { type: 'string', minLength: 1 };
const q = { name: 'q', in: 'query', description: 'Only loans whose name contains this text.', schema: text };
const sort = { name: 'sort', in: 'query', schema: { type: 'string', enum: ['createdAt', '-createdAt'] } };
const one = { 200: { ...said('It.'), ...json(LOAN) }, 400: said('No.'), 404: said('None.') };
const refused = (description: string) => ({ 409: said(description) });
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': {
      get: {
        operationId: 'listLoans',
        summary: 'List loans, newest first',
        parameters: [q, sort],
        responses: { 200: { ...said('Loans.'), ...json({ type: 'array', items: LOAN }) }, 400: said('No.') },
      },
      post: {
        operationId: 'addLoan',
        requestBody: { required: true, ...json(NEW) },
        responses: { 201: { ...said('Made.'), ...json(LOAN) }, 400: said('No.'), 415: said('No.') },
      },
    },
    '/loans/{id}': {
      parameters: [id],
      get: { operationId: 'getLoan', responses: one },
      delete: {
        operationId: 'dropLoan',
        responses: { 204: said('Deleted; it can be restored.'), 400: said('No.'), 404: said('None.') },
      },
    },
    '/loans/{id}/close': {
      parameters: [id],
      post: {
        operationId: 'closeLoan',
        requestBody: { required: true, ...json(CLOSE) },
        responses: { ...one, ...refused('The loan is already closed.'), 415: said('No.') },
      },
    },
    '/loans/{id}/reopen': {
      parameters: [id],
      post: {
        operationId: 'reopenLoan',
        description: 'Sets `status` to `open` and clears `outcome` and `closedAt`.',
        responses: { ...one, ...refused('The loan is not closed.') },
      },
    },
    '/loans/{id}/restore': {
      parameters: [id],
      post: {
        operationId: 'restoreLoan',
        summary: 'Restore a deleted loan',
        responses: { ...one, ...refused('The loan is not deleted.') },
      },
    },
  },
};

interface Loan {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly createdAt: string;
  readonly closedAt: string | null;
}

function loans(fault?: Fault): (request: Request) => Promise<Response> {
  const all = new Map<number, Loan>();
  const deleted = new Map<number, Loan>();
  const plain = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });
  let next = 0;
  const now = () => new Date(Date.UTC(2026, 4, 1, 8, 0, next)).toISOString();
  function add(name: unknown): Response {
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return plain(400);
    next += 1;
    const made: Loan = { id: next, name, status: 'open', outcome: null, createdAt: now(), closedAt: null };
    all.set(next, made);
    return Response.json(made, { status: 201, headers: { Location: `/loans/${next}` } });
  }
  for (const name of ['Atlas of birds', 'Old maps', 'Green hills']) add(name);
  function close(loan: Loan, outcome: unknown): Response {
    if (typeof outcome !== 'string' || !OUTCOMES.includes(outcome)) return plain(400);
    if (loan.status === 'closed' && fault !== 'twice') return plain(409);
    const kept = fault === 'outcome' ? (OUTCOMES[0] ?? '') : outcome;
    return changed({ ...loan, status: 'closed', outcome: kept, closedAt: now() });
  }
  function reopen(loan: Loan): Response {
    if (loan.status !== 'closed') return plain(409);
    const closedAt = fault === 'dates' ? loan.closedAt : null;
    const status = fault === 'state' ? 'closed' : 'open';
    return changed({ ...loan, status, outcome: fault === 'outcomes' ? loan.outcome : null, closedAt });
  }
  function restore(key: number): Response {
    const gone = deleted.get(key);
    const there = all.get(key);
    if (there !== undefined) return fault === 'restores' ? Response.json(there) : plain(409);
    if (gone === undefined) return plain(404);
    deleted.delete(key);
    return changed(gone);
  }
  function changed(loan: Loan): Response {
    all.set(loan.id, loan);
    return Response.json(loan);
  }
  function list(query: URLSearchParams): Response {
    const word = query.get('q');
    const order = query.get('sort');
    if (word === '' || ![null, 'createdAt', '-createdAt'].includes(order)) return plain(400);
    const named = [...all.values()].filter(
      ({ name }) => word === null || (fault === 'beginnings' ? name.startsWith(word) : name.includes(word)),
    );
    const isUp = order === 'createdAt' || (order === null && fault === 'oldest');
    return Response.json(isUp ? named : named.toReversed());
  }
  return async (request) => {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url);
    const [, , key, verb] = pathname.split('/');
    const allowed =
      key === undefined ? ['GET', 'HEAD', 'POST'] : verb === undefined ? ['GET', 'HEAD', 'DELETE'] : ['POST'];
    if (!allowed.includes(method)) return plain(405, { Allow: allowed.join(', ') });
    if (key !== undefined && !/^[1-9]\d*$/.test(key)) return plain(400);
    const loan = all.get(Number(key));
    if (verb === 'restore') return restore(Number(key));
    if (key !== undefined && loan === undefined) return plain(404);
    if (method === 'POST' && verb !== 'reopen') {
      if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return plain(415);
      const body = (await request.json().catch(() => undefined)) as { name?: unknown; outcome?: unknown } | undefined;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return plain(400);
      return loan === undefined ? add(body.name) : close(loan, body.outcome);
    }
    if (loan === undefined) return list(searchParams);
    if (verb === 'reopen') return reopen(loan);
    if (method !== 'DELETE') return Response.json(loan);
    all.delete(loan.id);
    deleted.set(loan.id, loan);
    return plain(204);
  };
}

async function run(fault?: Fault): Promise<readonly string[]> {
  const { summary } = await tell({ ...(await collaboratorsOf(DOCUMENT)), target: loans(fault), phases: ['stateful'] });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, message }) => `${check}: ${message.replaceAll(/"\d{4}-[-\dT:.]+Z"/g, 'TIME')}`);
}

const EFFECT = 'state.action-without-effect';

test('actions do what their descriptions say, a search finds what contains the text, the newest come first', async () => {
  expect(await run()).toEqual([]);
});

test('an action that is refused once it was done is refused, where the states are listed behind a reference', async () => {
  const told = await run('twice');
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('state.transition-accepted: closeLoan answers 200 for an item whose `status` is "closed"');
});

test('what an action clears is empty afterwards', async () => {
  expect(await run('dates')).toEqual([
    `${EFFECT}: reopenLoan answered with a success, and \`closedAt\`, which it clears, is still TIME.`,
  ]);
  expect(await run('outcomes')).toEqual([
    `${EFFECT}: reopenLoan answered with a success, and \`outcome\`, which it clears, is still "renewed".`,
  ]);
});

test('an action makes of its item what its text says', async () => {
  const text = JSON.stringify(DOCUMENT).replace('Sets `status` to `open`', 'Makes a closed loan `open` again');
  const parts = await collaboratorsOf(JSON.parse(text));
  const found = async (fault?: Fault): Promise<readonly string[]> => {
    const { summary } = await tell({ ...parts, target: loans(fault), phases: ['stateful'] });
    return summary.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  };
  expect(await found()).toEqual([]);
  expect(await found('state')).toEqual([
    'reopenLoan answered with a success and not with its effect: `status` is still "closed".',
  ]);
});

test('a value of an action is shown as it was sent', async () => {
  expect(await run('outcome')).toEqual([
    `${EFFECT}: closeLoan was sent \`outcome\` "renewed", and a read shows "returned".`,
  ]);
});

test('an item that was not deleted is not restored', async () => {
  const told = await run('restores');
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('state.transition-accepted: restoreLoan answers 200 for an item that has not been deleted');
});

test('a search that finds what contains its text finds the inside of a word', async () => {
  const told = await run('beginnings');
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('search.metamorphic: listLoans finds items with q=');
});

test('the newest come first where no order is requested', async () => {
  expect(await run('oldest')).toEqual([
    'sort.ignored: listLoans does not show the newest items first: the items are not in the order of `createdAt`, descending.',
  ]);
});

test('an action that needs another state is done after the action that leads to it, whatever they are called', async () => {
  const text = JSON.stringify(DOCUMENT)
    .replaceAll('/reopen', '/take-in')
    .replace('Sets `status` to `open` and clears', 'Clears');
  const document = JSON.parse(text);
  const parts = await collaboratorsOf(document);
  const found = async (fault?: Fault): Promise<readonly string[]> => {
    const serve = loans(fault);
    const target = (request: Request) => serve(new Request(request.url.replace('/take-in', '/reopen'), request));
    const { summary } = await tell({ ...parts, target, phases: ['stateful'] });
    return summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check);
  };
  expect(await found()).toEqual([]);
  expect(await found('dates')).toEqual([EFFECT]);
});

test('an action may lead to another state that its text names, and leaves what its text says that it leaves', async () => {
  const found = async (description: string, fault: Fault): Promise<readonly string[]> => {
    const text = JSON.stringify(DOCUMENT)
      .replace('Sets `status` to `open` and clears `outcome` and `closedAt`.', description)
      .replaceAll('"open","closed"', '"open","closed","listed"');
    const serve = loans(fault);
    const target = async (request: Request): Promise<Response> => {
      const answer = await serve(request);
      if (fault !== 'state' || answer.status > 201) return answer;
      const shown = (await answer.json()) as Loan | readonly Loan[];
      const isReopened = new URL(request.url).pathname.endsWith('/reopen');
      if (isReopened && !Array.isArray(shown)) reopened.add((shown as Loan).id);
      const listed = (loan: Loan): Loan => (reopened.has(loan.id) ? { ...loan, status: 'listed' } : loan);
      return Response.json(Array.isArray(shown) ? shown.map(listed) : listed(shown as Loan), { status: answer.status });
    };
    const reopened = new Set<number>();
    const parts = await collaboratorsOf(JSON.parse(text));
    const { summary } = await tell({ ...parts, target, phases: ['stateful'] });
    return summary.findings.flatMap(({ check, severity }) => (severity === 'error' ? [check] : []));
  };
  expect(await found('Makes a closed loan `open` again.', 'state')).toContain(EFFECT);
  expect(await found('Makes a closed loan `open` again. Short loans are `listed` at once.', 'state')).not.toContain(
    EFFECT,
  );
  expect(await found('Sets `status` to `open`. Does not clear `outcome`.', 'outcomes')).toEqual([]);
  expect(await found('Sets `status` to `open`. Does not clear `closedAt`.', 'dates')).toEqual([]);
});

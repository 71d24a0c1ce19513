import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../harness.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const number = (name: string, rules: object) => ({ name, in: 'query', schema: { type: 'integer', ...rules } });
const oneOf = (name: string, values: readonly string[]) => ({
  name,
  in: 'query',
  schema: { type: 'string', enum: values, default: values[0] },
});
const GOAL = {
  type: 'object',
  required: ['id', 'title', 'state'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1, maxLength: 40 },
    state: { type: 'string', enum: ['open', 'closed', 'paused', 'dropped', 'merged', 'late'] },
  },
};
const NEW_GOAL = { ...GOAL, required: ['title'] };
const refused = { '422': { description: 'Refused.' } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Goals', version: '1' },
  paths: {
    '/goals': {
      get: {
        operationId: 'listGoals',
        parameters: [
          oneOf('state', [...GOAL.properties.state.enum, 'all']),
          oneOf('sort', ['id', 'title']),
          oneOf('direction', ['desc', 'asc']),
          number('per_page', { minimum: 1, maximum: 100, default: 30 }),
          number('page', { minimum: 1, default: 1 }),
        ],
        responses: { '200': { description: 'Goals.', ...json({ type: 'array', items: GOAL }) }, ...refused },
      },
      post: {
        operationId: 'createGoal',
        requestBody: { required: true, ...json(NEW_GOAL) },
        responses: { '201': { description: 'The goal.', ...json(GOAL) }, ...refused },
      },
    },
    '/goals/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'readGoal',
        responses: { '200': { description: 'The goal.', ...json(GOAL) }, '404': { description: 'None.' } },
      },
      delete: {
        operationId: 'deleteGoal',
        responses: { '204': { description: 'Gone.' }, '404': { description: 'None.' } },
      },
    },
  },
};

interface Goal {
  readonly id: number;
  readonly title: string;
  readonly state: string;
}

/** A service whose list shows open goals, the last one first, unless the request says otherwise. */
function goals(
  fault: 'none' | 'last dropped' | 'direction ignored' | 'default ignored',
): (request: Request) => Promise<Response> {
  const all = new Map<number, Goal>();
  let last = 0;
  return async (request) => {
    const url = new URL(request.url);
    const text = url.pathname.split('/')[2];
    const goal = all.get(Number(text));
    if (request.method === 'POST') {
      const body = (await request.json().catch(() => null)) as Partial<Goal> | null;
      if (typeof body?.title !== 'string') return new Response(null, { status: 422 });
      last += 1;
      all.set(last, { id: last, title: body.title, state: body.state ?? 'open' });
      return Response.json(all.get(last), { status: 201 });
    }
    if (text !== undefined && goal === undefined) return new Response(null, { status: 404 });
    if (request.method === 'DELETE') return new Response(null, { status: all.delete(Number(text)) ? 204 : 404 });
    if (text !== undefined) return Response.json(goal);
    const { state, sort, direction, per_page, page } = {
      state: 'open',
      sort: 'id',
      direction: 'desc',
      per_page: 30,
      page: 1,
      ...Object.fromEntries(url.searchParams),
    };
    const size = Number(per_page);
    const key = sort as 'id' | 'title';
    const up = direction === 'asc' || fault === 'direction ignored' ? 1 : -1;
    const shown = [...all.values()]
      .filter(
        (each) =>
          state === 'all' || each.state === state || (fault === 'default ignored' && !url.searchParams.has('state')),
      )
      .toSorted((a, b) => (a[key] < b[key] ? -up : a[key] > b[key] ? up : 0));
    const start = (Number(page) - 1) * size;
    const isLast = start > 0 && start + size >= shown.length;
    const items = shown.slice(start, start + size);
    return Response.json(fault === 'last dropped' && isLast ? items.slice(0, -1) : items);
  };
}

const checksOf = async (fault: Parameters<typeof goals>[0]) => {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: goals(fault),
    phases: ['stateful'],
  });
  return new Set(summary.findings.filter(({ severity }) => severity === 'error').map(({ check }) => check));
};

test('a list may be descending by default, and turns when the request says so', async () => {
  expect([...(await checksOf('none'))]).toEqual([]);
  expect([...(await checksOf('direction ignored'))]).toContain('sort.ignored');
});

test('a direction that is ignored is told with the order that the items have, at its parameter', async () => {
  const { summary } = await tell({
    ...(await collaboratorsOf(DOCUMENT)),
    target: goals('direction ignored'),
    phases: ['stateful'],
  });
  const [finding] = summary.findings.filter(({ check, because }) => check === 'sort.ignored' && because === undefined);
  expect(finding).toMatchObject({
    messagePointer: '/query/direction',
    message: expect.stringMatching(/^listGoals ignores `direction=desc`: it sorts by `(id|title)`, ascending\.$/),
  });
});

test('a list that shows one state by default gets enough items of that state for several pages', async () => {
  expect([...(await checksOf('last dropped'))]).toContain('page.overlap-or-gap');
});

test('a list without its filter has the documented default, where another value shows all', async () => {
  expect([...(await checksOf('default ignored'))]).toContain('filter.ignored');
});

import { describe, expect, test } from 'vitest';
import type { Created } from '../../src/contract/created.ts';
import { createFixtures } from '../../src/contract/fixtures.ts';
import type { FetchFunction, RunEvent } from '../../src/contract/index.ts';
import { indexModel } from '../../src/contract/model-index.ts';
import type { Stage } from '../../src/contract/stage.ts';
import { fromYaml, tell } from './harness.ts';

const collection = (name: string): string => `
  /${name}:
    get: { responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Item' } } } } } } }
    post: { requestBody: { $ref: '#/components/requestBodies/Item' }, responses: { '201': { $ref: '#/components/responses/Item' }, '422': { description: Refused. } } }
  /${name}/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]
    get: { responses: { '200': { $ref: '#/components/responses/Item' }, '404': { description: None. } } }
    put: { requestBody: { $ref: '#/components/requestBodies/Item' }, responses: { '200': { $ref: '#/components/responses/Item' }, '404': { description: None. }, '422': { description: Refused. } } }
    delete: { responses: { '204': { description: Gone. }, '404': { description: None. } } }`;

const DOCUMENT = fromYaml(`
openapi: 3.1.0
info: { title: Cups and plates, version: '1' }
paths:${collection('cups')}${collection('plates')}
components:
  requestBodies:
    Item: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/New' } } } }
  responses:
    Item: { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
  schemas:
    New: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, size: { type: integer, minimum: 0 } } }
    Item: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, size: { type: integer } } }
`);

interface Item {
  readonly id: number;
  readonly name: string;
  readonly size?: number;
}

/** Two collections that keep the contract, where nothing answers before; what is asked of them is noted with the status. */
function cupboard(before: (request: Request, item: Item | undefined) => Response | undefined = () => undefined) {
  const asked: string[] = [];
  const stored = new Map<string, Item>();
  let next = 1;
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, name, id] = /^\/(cups|plates)(?:\/(\d+))?$/.exec(pathname) ?? [];
    if (name === undefined) return new Response(null, { status: 404 });
    const there = id === undefined ? undefined : stored.get(pathname);
    if (id !== undefined && there === undefined) return new Response(null, { status: 404 });
    const early = before(request, there);
    if (early !== undefined) return early;
    if (request.method === 'GET')
      return Response.json(there ?? [...stored].filter(([at]) => at.startsWith(`/${name}/`)).map(([, item]) => item));
    if (request.method === 'DELETE') {
      stored.delete(pathname);
      return new Response(null, { status: 204 });
    }
    const sent = (await request.json().catch(() => undefined)) as Partial<Item> | null | undefined;
    const isNamed = typeof sent?.name === 'string' && sent.name !== '';
    const isSized = sent?.size === undefined || (Number.isInteger(sent.size) && sent.size >= 0);
    if (!isNamed || !isSized) return new Response(null, { status: 422 });
    const item = { ...sent, id: there?.id ?? next++, name: sent?.name ?? '' };
    stored.set(`/${name}/${item.id}`, item);
    return Response.json(item, { status: there === undefined ? 201 : 200 });
  };
  const fetch: FetchFunction = async (request) => {
    const response = await answer(request);
    asked.push(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return response;
  };
  return { fetch, asked };
}

const run = (fetch: FetchFunction, only: readonly string[]) =>
  tell({ ...DOCUMENT, target: fetch, only, concurrency: 1 });

const made = (asked: readonly string[]): number => asked.filter((each) => /^POST \S+ 201$/.test(each)).length;

const operationId = (method: string, path: string): string =>
  DOCUMENT.api.operations.find((each) => each.method === method && each.path === path)?.id ?? 'none';
const POST = operationId('POST', '/cups');
const PUT = operationId('PUT', '/cups/{id}');
const DELETE = operationId('DELETE', '/cups/{id}');
const removals = [`coverage/${DELETE}/valid-all`, `coverage/${DELETE}/valid-required`];

function verdicts(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'case-finished' ? [event.result.verdict] : []));
}

describe('what a create was tried with is there for who removes', () => {
  const creates = [`coverage/${POST}/valid-all`, `coverage/${POST}/valid-required`];

  test('without another create', async () => {
    const { fetch, asked } = cupboard();
    const { summary } = await run(fetch, [...creates, ...removals]);
    expect(summary.counts.passed).toBe(4);
    expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([
      'POST /cups 201',
      'POST /cups 201',
      'DELETE /cups/1 204',
      'DELETE /cups/2 204',
    ]);
  });

  test('and where nobody has made anything, who removes makes it', async () => {
    const { fetch, asked } = cupboard();
    const { summary } = await run(fetch, removals);
    expect([summary.counts.passed, made(asked)]).toEqual([2, 2]);
  });

  test('but not what a probed value is in, which goes at once', async () => {
    const { fetch, asked } = cupboard();
    await run(fetch, [`coverage/${POST}/body/name/minLength-at`, ...removals]);
    expect(asked.filter((each) => !each.startsWith('GET ')).slice(0, 2)).toEqual([
      'POST /cups 201',
      'DELETE /cups/1 204',
    ]);
    expect(made(asked)).toBe(3);
  });

  test('nor what was made with something to be said of it', async () => {
    const server = cupboard();
    const faulty: FetchFunction = async (request) => {
      const response = await server.fetch(request);
      return request.method === 'POST'
        ? Response.json({ ...((await response.json()) as Item), name: 5 }, { status: 201 })
        : response;
    };
    const { summary } = await run(faulty, [...creates, ...removals]);
    expect([summary.counts.failed, summary.counts.passed]).toEqual([2, 2]);
    // Two cases, the first of them seen again, and one item for each of those that remove.
    expect(made(server.asked)).toBe(5);
  });

  test('and a refusal to remove it counts only where one made for the purpose is refused, too', async () => {
    const only = [...creates, ...removals];
    const held = (request: Request, item: Item | undefined): Response | undefined =>
      request.method === 'DELETE' && item !== undefined && item.id < 3
        ? new Response(null, { status: 404 })
        : undefined;
    const { summary, events } = await run(cupboard(held).fetch, only);
    expect([summary.counts.passed, events.filter(({ type }) => type === 'finding')]).toEqual([4, []]);
    const never = (request: Request): Response | undefined =>
      request.method === 'DELETE' ? new Response(null, { status: 404 }) : undefined;
    expect((await run(cupboard(never).fetch, only)).summary.counts.failed).toBe(1);
  });
});

const WRITES = ['reads-change-nothing', 'refused-put-changes-nothing', 'replace-twice', 'replace-is-whole'];
const writesOf = (name: string): readonly string[] => WRITES.map((each) => `stateful/${name}/${each}`);

describe('an item whose case has found it sound is the next one’s', () => {
  test('one does for all of a resource', async () => {
    const { fetch, asked } = cupboard();
    const { summary } = await run(fetch, writesOf('cups'));
    expect([summary.counts.passed, made(asked)]).toEqual([4, 1]);
  });

  test('what changes by being read is nobody else’s, and what is seen again is seen on an item of its own', async () => {
    let count = 0;
    const counting = (request: Request, item: Item | undefined): Response | undefined => {
      count += 1;
      return request.method === 'GET' && item !== undefined ? Response.json({ ...item, size: count }) : undefined;
    };
    const { fetch, asked } = cupboard(counting);
    const { summary } = await run(fetch, writesOf('cups').slice(0, 1));
    expect([summary.counts.failed, made(asked)]).toEqual([1, 2]);
    const items = asked.flatMap((each) => /^GET (\/cups\/\d+) 200$/.exec(each)?.[1] ?? []);
    expect(items).toEqual(['/cups/1', '/cups/1', '/cups/2', '/cups/2']);
  });

  test('what a refused write has changed is nobody else’s', async () => {
    const { fetch, asked } = cupboard();
    const taking: FetchFunction = async (request) => {
      const kept = request.clone();
      const response = await fetch(request);
      if (request.method !== 'PUT' || response.status !== 422) return response;
      await fetch(new Request(kept.url, { method: 'PUT', body: '{"name":"Taken all the same"}' }));
      return response;
    };
    const { summary } = await run(taking, writesOf('cups'));
    expect([summary.counts.failed, summary.counts.passed]).toEqual([1, 3]);
    // Of the first and the second, of the two others, and of the second once more.
    expect(made(asked)).toBe(3);
  });

  test('nor is one whose last look told nothing', async () => {
    let looks = 0;
    const busy = (request: Request, item: Item | undefined): Response | undefined => {
      if (request.method !== 'GET' || item === undefined) return undefined;
      looks += 1;
      return looks === 2 ? new Response(null, { status: 429 }) : undefined;
    };
    const { fetch, asked } = cupboard(busy);
    const { events } = await run(fetch, [...writesOf('cups').slice(0, 1), ...writesOf('cups').slice(2, 3)]);
    expect(verdicts(events)).toEqual(['passed', 'passed']);
    expect(made(asked)).toBe(3);
  });

  test('nor is one of which a write on the way told nonsense', async () => {
    const writes = new Map<string, number>();
    const { fetch, asked } = cupboard();
    const wrong: FetchFunction = async (request) => {
      const response = await fetch(request);
      if (request.method !== 'PUT' || response.status !== 200) return response;
      writes.set(request.url, (writes.get(request.url) ?? 0) + 1);
      return writes.get(request.url) === 2 ? Response.json({}) : response;
    };
    const { events } = await run(wrong, writesOf('cups').slice(2));
    expect(verdicts(events)).toEqual(['passed', 'failed']);
    expect(made(asked)).toBe(3);
  });

  test('entity tags are asked of one that another may have', async () => {
    const { fetch, asked } = cupboard();
    const tagging: FetchFunction = async (request) => {
      const now = async (): Promise<string> =>
        `"${Buffer.from(await (await fetch(new Request(request.url))).text()).toString('hex')}"`;
      const isOne = /\/\d+$/.test(request.url);
      const tag = isOne && request.method !== 'DELETE' ? await now() : '';
      const [only, unless] = [request.headers.get('if-match'), request.headers.get('if-none-match')];
      if (only !== null && only !== tag) return new Response(null, { status: 412 });
      if (unless === tag && isOne) return new Response(null, { status: 304, headers: { ETag: tag } });
      const response = await fetch(request);
      if (isOne && response.status === 200) response.headers.set('ETag', await now());
      return response;
    };
    const only = ['stateful/cups/entity-tags', 'stateful/cups/replace-twice'];
    const { events } = await run(tagging, only);
    expect([verdicts(events), made(asked)]).toEqual([['passed', 'passed'], 1]);
  });

  test('and what two creates have made, and what no write of a foreign name has moved', async () => {
    const lived = cupboard();
    await run(lived.fetch, ['stateful/cups/life/1-create']);
    const after = cupboard();
    await run(after.fetch, ['stateful/cups/life/1-create', ...writesOf('cups').slice(0, 1)]);
    expect(made(after.asked)).toBe(made(lived.asked));
    const named = cupboard();
    const { summary } = await run(named.fetch, [...writesOf('cups').slice(0, 1), `protocol/${PUT}/read-only/id`]);
    expect([summary.counts.passed, made(named.asked)]).toEqual([2, 1]);
  });

  test('each resource has its turn before any has its second', async () => {
    const { fetch } = cupboard();
    const { events } = await run(fetch, [...writesOf('cups'), ...writesOf('plates')]);
    const ended = events.flatMap((event) => (event.type === 'case-finished' ? [event.case.id] : []));
    expect(ended).toEqual(WRITES.flatMap((each) => [`stateful/cups/${each}`, `stateful/plates/${each}`]));
  });
});

describe('a spare item', () => {
  const index = indexModel(DOCUMENT.api, DOCUMENT.model);
  const cups = DOCUMENT.model.resource('cups');
  if (cups === undefined) throw new Error('there are no cups');
  const item = (id: number): Created => ({ path: { id }, scope: {}, id });
  const stage = (attempt: number): Stage => ({ attempt }) as unknown as Stage;

  test('is given to one alone, the one that was left first', async () => {
    const fixtures = createFixtures(index, true);
    fixtures.adopt(cups, item(1));
    fixtures.adopt(cups, item(2));
    const given = [await fixtures.item(stage(0), cups, 'spare'), await fixtures.item(stage(0), cups, 'spare')];
    expect(given.map(({ id, ours, proven }) => [id, ours, proven])).toEqual([
      [1, true, true],
      [2, true, true],
    ]);
  });

  test('is none whose id was given before, and none that is not ours', async () => {
    const fixtures = createFixtures(index, false);
    fixtures.adopt(cups, item(1));
    await fixtures.item(stage(0), cups, 'spare');
    fixtures.adopt(cups, item(1));
    fixtures.handOn(cups, { path: { id: 3 }, id: 3, proven: true, ours: false });
    await expect(fixtures.item(stage(0), cups, 'spare')).rejects.toThrow();
  });

  test('is not given to who looks again', async () => {
    const fixtures = createFixtures(index, false);
    fixtures.adopt(cups, item(1));
    await expect(fixtures.item(stage(1), cups, 'spare')).rejects.toThrow();
    expect((await fixtures.item(stage(0), cups, 'spare')).id).toBe(1);
  });
});

const ONE = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const ALL = (name: string): string =>
  `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } }`;
const STAFF = fromYaml(`
openapi: 3.1.0
info: { title: Staff, version: '1' }
paths:
  /users:
    get: { responses: { '200': { description: All., ${ALL('User')} } } }
  /users/{user}:
    get: { parameters: [{ $ref: '#/components/parameters/user' }], responses: { '200': { description: One., ${ONE('User')} } } }
  /services:
    get: { responses: { '200': { description: All., ${ALL('Service')} } } }
  /services/{service}:
    get: { parameters: [{ $ref: '#/components/parameters/service' }], responses: { '200': { description: One., ${ONE('Service')} } } }
  /services/{service}/users:
    get: { parameters: [{ $ref: '#/components/parameters/service' }], responses: { '200': { description: All., ${ALL('User')} } } }
    post: { parameters: [{ $ref: '#/components/parameters/service' }], requestBody: { required: true, ${ONE('New')} }, responses: { '201': { description: One., ${ONE('User')} } } }
  /services/{service}/users/{user}:
    delete: { parameters: [{ $ref: '#/components/parameters/service' }, { $ref: '#/components/parameters/user' }], responses: { '204': { description: Gone. }, '404': { description: None. } } }
components:
  parameters:
    user: { name: user, in: path, required: true, schema: { type: integer } }
    service: { name: service, in: path, required: true, schema: { type: integer } }
  schemas:
    New: { type: object, required: [name], properties: { name: { type: string } } }
    User: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    Service: { type: object, required: [id, title], properties: { id: { type: integer }, title: { type: string } } }
`);

test('what is removed by another path than its own is nobody else’s either', async () => {
  const removed: string[] = [];
  let next = 1;
  await tell({
    ...STAFF,
    target: (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST') return Response.json({ id: next++, name: 'x' }, { status: 201 });
      if (pathname === '/services') return Response.json([{ id: 7, title: 'x' }]);
      if (request.method === 'GET') return Response.json(pathname.endsWith('users') ? [] : { id: 1, name: 'x' });
      removed.push(pathname);
      return new Response(null, { status: 204 });
    },
    only: STAFF.api.operations
      .filter(({ method }) => method === 'DELETE')
      .flatMap(({ id }) => [`coverage/${id}/valid-all`, `coverage/${id}/valid-required`]),
    concurrency: 1,
  });
  expect(removed).toEqual(['/services/7/users/1', '/services/7/users/2']);
});

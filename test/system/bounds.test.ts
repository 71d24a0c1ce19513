import { afterAll, describe, expect, it } from 'vitest';
import { createMock, type StandinMock } from '../../src/library/index.ts';
import { createRateLimiter } from '../../src/mock/model/rate-limit.ts';
import { EVERYTHING } from './everything.ts';

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function mockWith(choices: Parameters<typeof createMock>[0]): Promise<StandinMock> {
  const mock = await createMock({ document: EVERYTHING, ...choices });
  open.push(mock);
  return mock;
}

function send(mock: StandinMock, line: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  const [method = 'GET', path = '/'] = line.split(' ');
  return (path.startsWith('/_standin') ? mock.control : mock.fetch)(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

describe('a world that is full', () => {
  it('M45 answers 507 and names its limit, changes nothing, and still reads, replaces and deletes', async () => {
    const mock = await mockWith({ maxEntities: 12 });
    const list = (): Promise<{ id: string }[]> =>
      send(mock, 'GET /items').then((each) => each.json() as Promise<{ id: string }[]>);
    const created: string[] = [];
    let refused: Response | undefined;
    for (let round = 0; round < 20 && refused === undefined; round += 1) {
      const answer = await send(mock, 'POST /items', { name: 'x' });
      if (answer.status === 201) created.push(((await answer.json()) as { id: string }).id);
      else refused = answer;
    }
    expect(created.length).toBeGreaterThan(0);
    expect(refused?.status).toBe(507);
    expect(await refused?.text()).toContain('12 entities');
    const before = await list();
    expect(before).toHaveLength(12);
    expect((await send(mock, 'POST /items', { name: 'y' })).status).toBe(507);
    expect(await list()).toEqual(before);
    const [id = ''] = created;
    expect((await send(mock, `PUT /items/${id}`, { name: 'z' })).status).toBe(200);
    expect((await send(mock, `DELETE /items/${id}`)).status).toBe(204);
    expect((await send(mock, 'POST /items', { name: 'again' })).status).toBe(201);
  });

  it('M45 differs from too many worlds, which is 503 with Retry-After', async () => {
    const mock = await mockWith({ maxWorlds: 3 });
    const statuses: number[] = [];
    for (const world of ['a', 'b', 'c', 'd']) {
      const answer = await send(mock, 'GET /items', undefined, { 'standin-world': world });
      statuses.push(answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(statuses).toContain(503);
    expect((await send(mock, 'GET /items', undefined, { 'standin-world': 'a' })).status).toBe(200);
    expect((await send(mock, 'DELETE /_standin/worlds/a')).status).toBe(204);
    expect((await send(mock, 'GET /items', undefined, { 'standin-world': 'd' })).status).toBe(200);
  });
});

describe('after very many requests', () => {
  it('M56 there are as many exchanges, worlds and entities as there may be, and no more', async () => {
    const mock = await mockWith({ journalSize: 100, maxWorlds: 5, maxEntities: 50 });
    for (let round = 0; round < 500; round += 1) {
      const headers = { 'standin-world': `w${round}`, 'x-request': String(round) };
      await (await send(mock, `GET /items?round=${round}`, undefined, headers)).arrayBuffer();
      await (await send(mock, 'POST /items', { name: `n${round}` }, { 'idempotency-key': `k${round}` })).arrayBuffer();
      await (await send(mock, `GET /nowhere/${round}`)).arrayBuffer();
    }
    expect(mock.journal.entries().length).toBeLessThanOrEqual(100);
    const snapshot = await mock.world('default').snapshot();
    const count = Object.values(snapshot.collections).reduce((sum, { entities }) => sum + entities.length, 0);
    expect(count).toBeLessThanOrEqual(50);
    const { worlds } = (await (await send(mock, 'GET /_standin/worlds')).json()) as { worlds: unknown[] };
    expect(worlds.length).toBeLessThanOrEqual(5);
    expect((await send(mock, 'GET /items')).status).toBe(200);
  });

  it('M56 a quota remembers a bounded number of worlds, and forgets none that is still counted', () => {
    const limiter = createRateLimiter({ requests: 1, window: 1_000 });
    for (let at = 0; at < 50_000; at += 1) limiter.take(`w${at}`, at);
    expect(limiter.size).toBeLessThanOrEqual(10_000);
    expect(limiter.take('w49999', 50_000).allowed).toBe(false);
  });

  it('M56 reloads leave what they replaced behind', async () => {
    const mock = await mockWith({});
    await (await send(mock, 'POST /items', { name: 'kept' })).arrayBuffer();
    const before = await (await send(mock, 'GET /items')).text();
    for (let round = 0; round < 20; round += 1) expect(await mock.reload()).toEqual([]);
    expect(await (await send(mock, 'GET /items')).text()).toBe(before);
  });
});

describe('a clock that jumps', () => {
  it('M53 changes no id, tag or order of what was made, and nothing is said to have taken less than no time', async () => {
    let now = Date.parse('2026-12-01T00:00:00Z');
    const mock = await mockWith({ now: () => now, rateLimit: '100/m' });
    const ids: string[] = [];
    for (const jump of ['2026-12-02', '1999-01-01', '9999-12-31T23:59:59Z', '2026-10-25T01:30:00Z', '1970-01-01']) {
      now = Date.parse(jump);
      const answer = await send(mock, 'POST /items', { name: jump });
      expect(answer.status).toBe(201);
      ids.push(((await answer.json()) as { id: string }).id);
    }
    expect(new Set(ids).size).toBe(ids.length);
    const first = await send(mock, `GET /items/${ids[0]}`);
    now += 1e12;
    const later = await send(mock, `GET /items/${ids[0]}`);
    expect(later.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await later.text()).toBe(await first.text());
    let tick = 1e12;
    const backwards = await mockWith({ now: () => (tick -= 1_000) });
    await (await send(backwards, 'GET /items')).arrayBuffer();
    for (const { duration } of backwards.journal.entries() as readonly { duration: number }[])
      expect(duration).toBeGreaterThanOrEqual(0);
  });
});

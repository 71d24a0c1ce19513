import { describe, expect, test } from 'vitest';
import { openText, PETSTORE, type Server, TRANSPORTS } from './harness.ts';

const SHOP = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /users:
    get: { operationId: listUsers, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/User' } } } } } } }
    post: { operationId: createUser, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } } } }
  /users/{userId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getUser, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, '404': { description: no } } }
    delete: { operationId: deleteUser, responses: { '204': { description: gone }, '404': { description: no } } }
  /users/{userId}/notes:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: listNotes, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } } }
    post: { operationId: createNote, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } } }
  /users/{userId}/notes/{noteId}:
    parameters: [{ name: userId, in: path, required: true, schema: { type: integer } }, { name: noteId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getNote, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }, '404': { description: no } } }
  /orders:
    get: { operationId: listOrders, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getOrder, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, '404': { description: no } } }
components:
  schemas:
    User: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 2 }, age: { type: integer, minimum: 0, maximum: 150 } } }
    Note: { type: object, required: [id, text], properties: { id: { type: integer, readOnly: true }, text: { type: string } } }
    Order: { type: object, required: [id, userId, total], properties: { id: { type: integer }, userId: { type: integer }, total: { type: number, minimum: 0 } } }
`;

const [, inMemory] = TRANSPORTS[0] ?? [];
if (inMemory === undefined) throw new Error('There is no transport.');

async function shop(use: (server: Server) => Promise<void>, choices = {}): Promise<void> {
  const server = await openText(inMemory as never, SHOP, { now: '2026-12-01T00:00:00Z', ...choices });
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const DATA = '/_standin/data';

/** More users than the store puts in order at once. */
const MANY = Array.from({ length: 12_500 }, (_, at) => ({
  id: at + 1,
  name: `user ${(at * 7_919) % 12_500}`,
  age: at % 90,
}));
const many = (use: (server: Server) => Promise<void>) => shop(use, { data: { users: MANY } });
type Users = readonly (typeof MANY)[number][];
const byName = (a: Users[number], b: Users[number]): number => (a.name < b.name ? -1 : 1);
const idsOf = (page: { records: readonly { value: { id: number } }[] }): number[] =>
  page.records.map(({ value }) => value.id);

describe('many records over control routes', () => {
  test('are put in order, filtered and searched like few', () =>
    many(async ({ call }) => {
      const page = async (query: string) => (await call(`GET ${DATA}/users?${query}`)).json;
      const first = async (query: string) => {
        const { total, ...rest } = await page(`limit=4&offset=3&${query}`);
        return [total, ...idsOf(rest)];
      };
      const wanted = (users: Users) => [users.length, ...users.slice(3, 7).map(({ id }) => id)];
      expect(await first('')).toEqual(wanted(MANY));
      expect(await first('sort=name')).toEqual(wanted(MANY.toSorted(byName)));
      expect(await first('sort=-age,name')).toEqual(wanted(MANY.toSorted((a, b) => b.age - a.age || byName(a, b))));
      expect(await first('sort=age')).toEqual(wanted(MANY.toSorted((a, b) => a.age - b.age)));
      expect(await first('filter[age]=7&sort=-name')).toEqual(
        wanted(MANY.filter(({ age }) => age === 7).toSorted((a, b) => byName(b, a))),
      );
      expect(await first('filter[name][contains]=99')).toEqual(wanted(MANY.filter(({ name }) => name.includes('99'))));
      expect(await first('search=R+99')).toEqual(wanted(MANY.filter(({ name }) => name.includes('r 99'))));
      expect(await page('sort=name&offset=9000&limit=3')).toMatchObject({ total: 12_500, offset: 9_000 });
      expect(idsOf(await page('sort=name&offset=9000&limit=3'))).toEqual(
        MANY.toSorted(byName)
          .slice(9_000, 9_003)
          .map(({ id }) => id),
      );
    }));

  test('are listed as they are after each change', () =>
    many(async ({ call }) => {
      const last = async (): Promise<string> =>
        (await call(`GET ${DATA}/users?sort=-name&limit=1`)).json.records[0].value.name;
      expect(await last()).toBe('user 9999');
      await call('POST /users', { name: 'zoe' });
      expect(await last()).toBe('zoe');
      await call('DELETE /users/12501');
      expect(await last()).toBe('user 9999');
    }));

  test('are searched up to a bound, which the answer tells', () =>
    many(async ({ call }) => {
      const rare = encodeURIComponent(MANY.at(-1)?.name ?? '');
      const found = (await call(`GET ${DATA}/users?search=${rare}&within=5000`)).json;
      expect(found).toMatchObject({ total: 0, searched: 5_000, searchable: 12_500 });
      const all = (await call(`GET ${DATA}/users?search=${rare}&within=12500`)).json;
      expect(all.total).toBe(1);
      expect(all).toMatchObject({ searched: 12_500, searchable: 12_500 });
    }));

  test('leave turns of the event loop to other requests', () =>
    many(async ({ call }) => {
      await call('GET /users/1');
      let turns = 0;
      let isListed = false;
      const count = (): void => {
        turns += 1;
        if (!isListed) setImmediate(count);
      };
      setImmediate(count);
      await call(`GET ${DATA}/users?limit=0`);
      const few = turns;
      await call(`GET ${DATA}/users?sort=name`);
      isListed = true;
      expect(turns - few).toBeGreaterThan(few + 5);
    }));
});

describe('records over control routes', () => {
  test('are those that the API shows, filtered, sorted and paged', () =>
    shop(async ({ call }) => {
      const users = (await call('GET /users')).json as { id: number; name: string; age?: number }[];
      const all = (await call(`GET ${DATA}/users`)).json;
      expect(all.total).toBe(users.length);
      expect(all.records.map((each: { value: unknown }) => each.value)).toEqual(users);
      const page = (await call(`GET ${DATA}/users?sort=-id&limit=2&offset=1`)).json;
      expect([page.total, page.records.map(({ address }: { address: string }) => address)]).toEqual([10, ['9', '8']]);
      const named = users[3]?.name ?? '';
      const found = (await call(`GET ${DATA}/users?filter[name]=${encodeURIComponent(named)}`)).json;
      expect(found.records.map(({ value }: { value: { name: string } }) => value.name)).toContain(named);
      const bounded = (await call(`GET ${DATA}/users?filter[id][min]=3&filter[id][max]=4`)).json;
      expect(bounded.records.map(({ address }: { address: string }) => address)).toEqual(['3', '4']);
      const searched = (await call(`GET ${DATA}/users?search=${encodeURIComponent(named.toUpperCase())}`)).json;
      expect(searched.total).toBeGreaterThan(0);
      expect(searched.total).toBeLessThan(users.length);
    }));

  test('are created with what the generator adds, and shown by the API', () =>
    shop(async ({ call }) => {
      const made = await call(`POST ${DATA}/users`, { name: 'Ada' });
      expect(made.status).toBe(201);
      expect(made.json.value).toMatchObject({ name: 'Ada' });
      expect(Object.keys(made.json.value).sort()).toEqual(['age', 'id', 'name']);
      const read = await call(`GET /users/${made.json.address}`);
      expect(read.json).toEqual(made.json.value);
      const plain = await call(`POST ${DATA}/users?fill=false`, { name: 'Bob' });
      expect(Object.keys(plain.json.value).sort()).toEqual(['id', 'name']);
    }));

  test('that break their schema are refused with each reason, and stored by force', () =>
    shop(async ({ call }) => {
      const refused = await call(`PATCH ${DATA}/users/1`, { age: 151 });
      expect([refused.status, refused.json.violations[0].pointer]).toEqual([422, expect.stringContaining('/age')]);
      expect((await call('GET /users/1')).json.age).not.toBe(151);
      const forced = await call(`PATCH ${DATA}/users/1?force`, { age: 151 });
      expect([forced.status, forced.json.violations.length]).toEqual([200, 1]);
      expect((await call('GET /users/1')).json.age).toBe(151);
    }));

  test('change only while they are of the version that the caller has seen', () =>
    shop(async ({ call }) => {
      const { headers, json } = await call(`GET ${DATA}/users/2`);
      const tag = headers.get('etag') ?? '';
      const value = { ...json.value, name: 'Grace' };
      expect((await call(`PUT ${DATA}/users/2`, value, { 'if-match': tag })).status).toBe(200);
      const late = await call(`PUT ${DATA}/users/2`, { ...value, name: 'Late' }, { 'if-match': tag });
      expect([late.status, late.json.record.value.name]).toEqual([412, 'Grace']);
      expect((await call('GET /users/2')).json.name).toBe('Grace');
      expect((await call(`DELETE ${DATA}/users/2`, undefined, { 'if-match': tag })).status).toBe(412);
    }));

  test('keep their id, and no two have the same', () =>
    shop(async ({ call }) => {
      const moved = await call(`PATCH ${DATA}/users/1`, { id: 77 });
      expect([moved.status, moved.json.detail]).toEqual([422, '`/id` says which record this is and cannot change.']);
      expect((await call(`POST ${DATA}/users`, { id: 1, name: 'Twin' })).status).toBe(409);
      const chosen = await call(`POST ${DATA}/users`, { id: 500, name: 'Far' });
      expect(chosen.json.address).toBe('500');
      expect((await call('POST /users', { name: 'Next' })).json.id).toBeGreaterThan(500);
    }));

  test('below a parent that they do not name have its id in their address', () =>
    shop(async ({ call }) => {
      const lost = await call(`POST ${DATA}/users.notes`, { text: 'a' });
      const name = lost.status === 404 ? 'notes' : 'users.notes';
      const unplaced = await call(`POST ${DATA}/${name}`, { text: 'a' });
      expect([unplaced.status, unplaced.json.detail]).toEqual([422, expect.stringContaining('`path[userId]`')]);
      const made = await call(`POST ${DATA}/${name}?path[userId]=3`, { text: 'hello' });
      expect(made.status).toBe(201);
      const notes = (await call('GET /users/3/notes')).json as { text: string }[];
      expect(notes.map(({ text }) => text)).toContain('hello');
      const listed = (await call(`GET ${DATA}/${name}?search=hello`)).json;
      expect(listed.records.map(({ address }: { address: string }) => address)).toEqual([made.json.address]);
      const read = await call(`GET ${DATA}/${name}/${encodeURIComponent(made.json.address)}`);
      expect(read.json.value.text).toBe('hello');
      expect((await call(`DELETE ${DATA}/users/3`)).status).toBe(204);
      expect((await call(`GET ${DATA}/${name}/${encodeURIComponent(made.json.address)}`)).status).toBe(404);
    }));

  test('show what they name, what names them and what is below them', () =>
    shop(async ({ call }) => {
      const order = await call(`POST ${DATA}/orders`, { userId: 4, total: 7 });
      const links = (await call(`GET ${DATA}/orders/${order.json.address}/links`)).json;
      expect(links.names).toEqual([{ pointer: '/userId', resource: 'users', address: '4', exists: true }]);
      const back = (await call(`GET ${DATA}/users/4/links`)).json;
      const [orders] = back.namedBy;
      expect([orders.resource, orders.pointer]).toEqual(['orders', '/userId']);
      expect(orders.records.map(({ address }: { address: string }) => address)).toContain(order.json.address);
      expect(back.contains.map(({ resource }: { resource: string }) => resource)).toEqual([
        expect.stringContaining('notes'),
      ]);
      expect(back.contains[0].total).toBe(3);
    }));

  test('of one world are not those of another', () =>
    shop(async ({ call }) => {
      await call(`DELETE ${DATA}/users/1?world=a`);
      expect((await call(`GET ${DATA}/users?world=a`)).json.total).toBe(9);
      expect((await call(`GET ${DATA}/users?world=b`)).json.total).toBe(10);
    }));

  test('are written into the journal, and no expectation counts that', () =>
    shop(async ({ call }) => {
      await call(`POST ${DATA}/users`, { name: 'Ada' });
      const { entries } = (await call('GET /_standin/journal')).json;
      expect(entries.map((each: { origin: string }) => each.origin)).toEqual(['control']);
      expect((await call('POST /_standin/verify', { method: 'POST', exactly: 0 })).status).toBe(200);
    }));

  test('and what is wrong with a request is said', () =>
    shop(async ({ call }) => {
      const detail = async (line: string, body?: unknown) => {
        const { status, json } = await call(line, body);
        return [status, json.detail];
      };
      expect(await detail(`GET ${DATA}/pets`)).toEqual([404, expect.stringContaining('it has users')]);
      expect(await detail(`GET ${DATA}/users/999`)).toEqual([404, expect.stringContaining('`999`')]);
      expect(await detail(`GET ${DATA}/users?limit=many`)).toEqual([422, expect.stringContaining('`limit`')]);
      expect(await detail(`GET ${DATA}/users?filter[id][near]=1`)).toEqual([422, expect.stringContaining('`near`')]);
      expect(await detail(`POST ${DATA}/users`, [1])).toEqual([422, 'A record must be a JSON object.']);
    }));
});

describe.each(TRANSPORTS)('the clock of a world, %s', (_, open) => {
  test('moves alone, decides what is deprecated and stamped, and goes back with a reset', async () => {
    const server = await open({ ...PETSTORE, enforceSunset: true });
    const { call } = server;
    const clock = '/_standin/clock';
    expect((await call(`GET ${clock}`)).json).toEqual({ now: '2026-12-01T00:00:00.000Z', offset: 0 });
    expect((await call('GET /pets/1')).status).toBe(200);
    const moved = await call(`PUT ${clock}?world=later`, { now: '2027-07-01T00:00:00Z' });
    expect(moved.json.now).toBe('2027-07-01T00:00:00.000Z');
    expect((await call('GET /pets/1', undefined, { 'standin-world': 'later' })).status).toBe(410);
    expect((await call('GET /pets/1')).status).toBe(200);
    const order = await call('POST /pets', { name: 'Rex', categoryId: 1 }, { 'standin-world': 'later' });
    if (order.status === 201 && typeof order.json.createdAt === 'string')
      expect(order.json.createdAt).toBe('2027-07-01T00:00:00.000Z');
    await call('POST /_standin/reset?world=later');
    expect((await call(`GET ${clock}?world=later`)).json.offset).toBe(0);
    expect((await call('GET /pets/1', undefined, { 'standin-world': 'later' })).status).toBe(200);
    expect((await call(`PUT ${clock}`, { now: 'tomorrow' })).status).toBe(422);
    expect((await call(`PUT ${clock}`, { advance: 1, offset: 2 })).status).toBe(422);
    await server.close();
  });
});

describe('requests that are followed and sent again', () => {
  test('come as events, in order, once, and go on where a client has stopped', async () => {
    const server = await (inMemory as (typeof TRANSPORTS)[number][1])(PETSTORE);
    const { mock, call } = server;
    await call('GET /pets/1');
    const first = await follow(mock, {}, 2, async () => {
      await call('GET /pets/2');
      await call('GET /pets/3');
    });
    expect(first.map(({ path }) => path)).toEqual(['/pets/2', '/pets/3']);
    const again = await follow(mock, { 'last-event-id': '1' }, 2, async () => undefined);
    expect(again.map(({ path }) => path)).toEqual(['/pets/2', '/pets/3']);
    await server.close();
  });

  test('a request is sent again as it came, and its entry is told', async () => {
    const server = await (inMemory as (typeof TRANSPORTS)[number][1])(PETSTORE);
    const { call } = server;
    const world = { 'standin-world': 'w' };
    await call('POST /pets', { name: 'Rex', status: 'available' }, world);
    const { entries } = (await call('GET /_standin/journal')).json;
    const replayed = await call(`POST /_standin/journal/${entries[0].sequence}/replay`);
    expect(replayed.json).toEqual({ sequence: entries[0].sequence + 1, status: entries[0].response.status });
    const second = (await call(`GET /_standin/journal/${replayed.json.sequence}`)).json;
    expect([second.world, second.request.body.value]).toEqual(['w', entries[0].request.body.value]);
    expect((await call('GET /_standin/journal/99')).status).toBe(404);
    await server.close();
  });

  test('the journal is a HAR without secrets', async () => {
    const server = await (inMemory as (typeof TRANSPORTS)[number][1])(PETSTORE);
    await server.call('GET /pets?limit=1', undefined, { authorization: 'Bearer very-secret-token' });
    const { text, json } = await server.call('GET /_standin/journal.har');
    expect(text).not.toContain('very-secret-token');
    const [entry] = json.log.entries;
    expect([entry.request.method, entry.request.url, entry.response.status]).toEqual([
      'GET',
      'http://localhost/pets?limit=1',
      200,
    ]);
    expect(JSON.parse(entry.response.content.text)).toHaveLength(1);
    await server.close();
  });

  test('an override is switched off and on, changed and moved', async () => {
    const server = await (inMemory as (typeof TRANSPORTS)[number][1])(PETSTORE);
    const { call } = server;
    const status = async () => (await call('GET /pets')).status;
    const first = (await call('POST /_standin/overrides', { operation: 'listPets', status: 503 })).json;
    const second = (await call('POST /_standin/overrides', { operation: 'listPets', status: 429 })).json;
    expect(await status()).toBe(503);
    await call(`PATCH /_standin/overrides/${first.id}`, { enabled: false });
    expect(await status()).toBe(429);
    await call(`PATCH /_standin/overrides/${first.id}`, { enabled: true, status: 500 });
    expect(await status()).toBe(500);
    await call(`PATCH /_standin/overrides/${second.id}`, { position: 0 });
    expect(await status()).toBe(429);
    expect((await call('PATCH /_standin/overrides/99', { enabled: true })).status).toBe(404);
    expect((await call(`PATCH /_standin/overrides/${first.id}`, { enabled: 1 })).status).toBe(422);
    await server.close();
  });

  test('an override answers a share of the requests that it fits, the same ones for the same seed', async () => {
    const answers = async (seed: number, count: number): Promise<readonly number[]> => {
      const server = await openText(inMemory as never, SHOP, { seed });
      const { call } = server;
      await call('POST /_standin/overrides', { share: 0.25, status: 500 });
      const statuses: number[] = [];
      for (let at = 0; at < count; at += 1)
        statuses.push((await (at % 2 === 0 ? call('GET /users') : call('POST /users', { name: 'Ada' }))).status);
      await server.close();
      return statuses;
    };
    const first = await answers(1, 200);
    const failed = first.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(30);
    expect(failed).toBeLessThan(70);
    expect(new Set(first)).toEqual(new Set([200, 201, 500]));
    expect(await answers(1, 200)).toEqual(first);
    expect(await answers(2, 200)).not.toEqual(first);
  });

  test('a request that an override does not answer goes to the next one, and refused requests are drawn as well', () =>
    shop(async ({ call }) => {
      const add = async (body: object) => (await call('POST /_standin/overrides', body)).json.id as string;
      const rare = await add({ share: 0.000_001, status: 500 });
      expect((await call('GET /users')).status).toBe(200);
      // A write that is refused leaves nothing behind, except that it was counted.
      expect((await call('DELETE /users/999')).status).toBe(404);
      const next = await add({ status: 429, times: 1 });
      expect([(await call('GET /users')).status, (await call('GET /users')).status]).toEqual([429, 200]);
      const list = (await call('GET /_standin/overrides')).json.overrides;
      expect(list.map(({ id, draws }: { id: string; draws: number }) => [id, draws])).toEqual([[rare, 4]]);
      expect(next).not.toBe(rare);
      const often = await add({ share: 0.999_999, status: 503, times: 2 });
      const statuses = [];
      for (let at = 0; at < 3; at += 1) statuses.push((await call('GET /users/1')).status);
      expect(statuses).toEqual([503, 503, 200]);
      expect((await call(`DELETE /_standin/overrides/${often}`)).status).toBe(404);
      for (const share of [0, 1, -1, '0.1'])
        expect((await call('POST /_standin/overrides', { share, status: 500 })).status).toBe(422);
      expect((await call('POST /_standin/overrides', { share: 0.1 })).status).toBe(422);
      await call(`PATCH /_standin/overrides/${rare}`, { share: null });
      expect((await call('GET /users')).status).toBe(500);
    }));

  test('two snapshots are compared record by record', async () => {
    const server = await (inMemory as (typeof TRANSPORTS)[number][1])(PETSTORE);
    const { call } = server;
    await call('GET /pets');
    await call('POST /_standin/snapshots/before');
    await call('DELETE /pets/1');
    const made = (await call('POST /_standin/data/pets', { name: 'Quill' })).json;
    await call('PATCH /_standin/data/pets/2', { name: 'Renamed' });
    const { collections } = (await call('GET /_standin/snapshots/before/compare/now')).json;
    const { added, changed, gone } = collections.pets;
    expect([added, changed, gone].map((list) => list.map(({ address }: { address: string }) => address))).toEqual([
      [made.address],
      ['2'],
      ['1'],
    ]);
    expect(changed[0].after.name).toBe('Renamed');
    await server.close();
  });
});

interface Note {
  readonly path: string;
  readonly sequence: number;
}

/** The first notes of a stream of events, and what is done once it is open. */
async function follow(
  mock: Server['mock'],
  headers: Readonly<Record<string, string>>,
  count: number,
  act: () => Promise<void>,
): Promise<readonly Note[]> {
  const aborted = new AbortController();
  const response = await mock.control(
    new Request('http://localhost/_standin/events', { headers, signal: aborted.signal }),
  );
  const notes: Note[] = [];
  const decoder = new TextDecoder();
  let text = '';
  let isReady = false;
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (!isReady && text.includes('event: ready')) {
      isReady = true;
      await act();
    }
    const data = [...text.matchAll(/^event: exchanges\ndata: (.+)$/gm)].map(([, json = '{}']) => JSON.parse(json));
    notes.splice(0, notes.length, ...data.flatMap((each) => each.notes as Note[]));
    if (notes.length >= count) break;
  }
  aborted.abort();
  return notes;
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PETSTORE, type Server, TRANSPORTS } from './harness.ts';

describe.each(TRANSPORTS)('the petstore %s', (_, open) => {
  let server: Server;
  beforeEach(async () => {
    server = await open();
  });
  afterEach(() => server.close());
  const call: Server['call'] = (...args) => server.call(...args);

  describe('a life', () => {
    it('creates, lists, reads, replaces, patches and deletes a pet', async () => {
      const created = await call('POST /pets', { name: 'Rex', categoryId: 1 });
      expect(created.status).toBe(201);
      const { id } = created.json;
      expect(created.json).toEqual({ id, name: 'Rex', categoryId: 1, status: 'available' });
      expect(created.headers.get('location')).toBe(`/pets/${id}`);
      expect((await call(`GET /pets?id=${id}`)).json).toEqual([created.json]);
      expect((await call(`GET /pets/${id}`)).json).toEqual(created.json);
      expect((await call(`GET /store/inventory/${id}`)).json).toEqual({ petId: id, quantity: 1, status: 'available' });
      const replaced = await call(`PUT /pets/${id}`, { name: 'Max', categoryId: 2, status: 'sold' });
      expect([replaced.status, replaced.json]).toEqual([200, { id, name: 'Max', categoryId: 2, status: 'sold' }]);
      const patched = await call(
        `PATCH /pets/${id}`,
        { status: 'available' },
        { 'content-type': 'application/merge-patch+json' },
      );
      expect([patched.status, patched.json]).toEqual([200, { id, name: 'Max', categoryId: 2, status: 'available' }]);
      const deleted = await call(`DELETE /pets/${id}`);
      expect([deleted.status, deleted.text]).toEqual([204, '']);
      expect((await call(`GET /pets/${id}`)).json).toEqual({
        code: 'not_found',
        status: 404,
        message: `There is no pet with petId "${id}".`,
      });
      expect((await call(`DELETE /pets/${id}`)).status).toBe(404);
      expect((await call(`GET /store/inventory/${id}`)).status).toBe(404);
      expect((await call(`GET /pets?id=${id}`)).json).toEqual([]);
    });

    it('never gives an id twice, not even after a delete', async () => {
      const first = (await call('POST /pets', { name: 'A', categoryId: 1 })).json.id;
      await call(`DELETE /pets/${first}`);
      expect((await call('POST /pets', { name: 'B', categoryId: 1 })).json.id).toBe(first + 1);
    });

    it('takes categories, orders and inventory through theirs', async () => {
      const category = await call('POST /categories', { name: 'axolotls' });
      expect([category.status, category.headers.get('location')]).toEqual([201, `/categories/${category.json.id}`]);
      expect((await call(`PUT /categories/${category.json.id}`, { name: 'newts', description: 'wet' })).json).toEqual({
        id: category.json.id,
        name: 'newts',
        description: 'wet',
      });
      const pet = (await call('POST /pets', { name: 'Axel', categoryId: category.json.id })).json;
      expect((await call(`DELETE /categories/${category.json.id}`)).json.code).toBe('category_in_use');
      expect((await call(`PUT /store/inventory/${pet.id}`, { quantity: 3 })).json).toEqual({
        petId: pet.id,
        quantity: 3,
        status: 'available',
      });
      const order = await call('POST /store/orders', { petId: pet.id, quantity: 3 });
      expect([order.status, order.json]).toEqual([
        201,
        { id: order.json.id, petId: pet.id, quantity: 3, complete: false },
      ]);
      expect((await call(`GET /pets/${pet.id}`)).json.status).toBe('pending');
      expect((await call(`DELETE /pets/${pet.id}`)).json.code).toBe('pet_in_use');
      expect(
        (await call(`PUT /store/orders/${order.json.id}`, { petId: pet.id, quantity: 3, complete: true })).status,
      ).toBe(200);
      expect((await call(`GET /pets/${pet.id}`)).json.status).toBe('sold');
      expect((await call(`DELETE /store/orders/${order.json.id}`)).json).toMatchObject({
        code: 'order_complete',
        status: 409,
      });
    });

    it('gives an empty order an id and leaves it open', async () => {
      const order = await call('POST /store/orders', {});
      expect([order.status, order.json]).toEqual([201, { id: order.json.id, complete: false }]);
    });

    it('lets one of two orders for the last animal through', async () => {
      const pet = (await call('POST /pets', { name: 'Solo', categoryId: 1 })).json;
      const answers = await Promise.all([
        call('POST /store/orders', { petId: pet.id }),
        call('POST /store/orders', { petId: pet.id }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
      expect((await call(`GET /store/inventory/${pet.id}`)).json).toMatchObject({ quantity: 0, status: 'pending' });
    });

    it('loses nothing of a hundred concurrent writes', async () => {
      const created = await Promise.all(
        Array.from({ length: 100 }, (_, index) => call('POST /categories', { name: `c${index}` })),
      );
      expect(new Set(created.map((answer) => answer.json.id)).size).toBe(100);
      expect((await call('GET /categories?limit=1')).headers.get('x-total-count')).toBe('106');
    });
  });

  describe('a list', () => {
    it('pages with totals and links', async () => {
      const page = await call('GET /pets?limit=15&offset=15');
      expect(page.json.map((pet: { id: number }) => pet.id)).toEqual(
        Array.from({ length: 15 }, (_, index) => index + 16),
      );
      expect(page.headers.get('x-total-count')).toBe('40');
      expect(page.headers.get('link')).toBe(
        '</pets?limit=15&offset=0>; rel="first", </pets?limit=15&offset=0>; rel="prev", </pets?limit=15&offset=30>; rel="next", </pets?limit=15&offset=30>; rel="last"',
      );
    });

    it('filters by equality, by set and by part of a name, and sorts both ways', async () => {
      expect(
        (await call('GET /pets?status=sold&limit=100')).json.every((pet: { status: string }) => pet.status === 'sold'),
      ).toBe(true);
      expect((await call('GET /pets?id=3&id=5')).json.map((pet: { id: number }) => pet.id)).toEqual([3, 5]);
      const name: string = (await call('GET /pets/1')).json.name;
      const found = (await call(`GET /pets?name=${name.slice(1, 4).toUpperCase()}`)).json as { name: string }[];
      expect(found.map((pet) => pet.name)).toContain(name);
      const down = (await call('GET /pets?sort=-id&limit=3')).json.map((pet: { id: number }) => pet.id);
      expect(down).toEqual([40, 39, 38]);
      const names = (await call('GET /pets?sort=name&limit=100')).json.map((pet: { name: string }) => pet.name);
      expect(names).toEqual([...names].sort());
    });

    it('shows a write at once', async () => {
      await call('GET /categories');
      const { id } = (await call('POST /categories', { name: 'zebras' })).json;
      expect((await call('GET /categories')).json.map((each: { id: number }) => each.id)).toContain(id);
    });
  });

  describe('a refusal', () => {
    it.each([
      ['GET /nope', undefined, 404, 'not_found'],
      ['DELETE /pets', undefined, 405, 'method_not_allowed'],
      ['POST /pets', '{"name":', 400, 'malformed_body'],
      ['POST /pets', {}, 422, 'validation_failed'],
      ['POST /pets', { name: '', categoryId: 1 }, 422, 'validation_failed'],
      ['POST /pets', { name: 'x', categoryId: 1, status: 'lost' }, 422, 'validation_failed'],
      ['POST /pets', { name: 'x', categoryId: 999 }, 422, 'unknown_reference'],
      ['GET /pets/abc', undefined, 422, 'validation_failed'],
      ['GET /pets?limit=0', undefined, 422, 'validation_failed'],
      ['GET /pets?limit=101', undefined, 422, 'validation_failed'],
      ['GET /pets/999', undefined, 404, 'not_found'],
      ['PUT /store/inventory/1', { quantity: -1 }, 422, 'validation_failed'],
    ])('of %s with %j is %i %s in the petstore shape', async (line, body, status, code) => {
      const before = (await call('GET /_standin/state')).text;
      const answer = await call(line, body);
      expect([answer.status, answer.json.code, answer.json.status]).toEqual([status, code, status]);
      expect(Object.keys(answer.json).sort()).toEqual(['code', 'message', 'status']);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect((await call('GET /_standin/state')).text).toBe(before);
    });

    it('names every offending field in one message', async () => {
      const { message } = (await call('POST /pets', { status: 'lost', categoryId: 'x' })).json;
      expect(message).toContain('name');
      expect(message).toContain('status');
      expect(message).toContain('categoryId');
    });

    it('of a method says which are allowed', async () => {
      expect((await call('DELETE /pets')).headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
      const options = await call('OPTIONS /pets');
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    });

    it('of a media type says which are taken, and of Accept which are given', async () => {
      const typed = await call('POST /pets', '<a/>', { 'content-type': 'application/xml' });
      expect([typed.status, typed.json.code, typed.headers.get('accept')]).toEqual([
        415,
        'unsupported_media_type',
        'application/json',
      ]);
      const accepted = await call('GET /pets', undefined, { accept: 'application/xml' });
      expect([accepted.status, accepted.json.code]).toEqual([406, 'not_acceptable']);
      expect(accepted.json.message).toContain('application/json');
      expect((await call('GET /pets', undefined, { accept: 'text/html, */*;q=0.1' })).status).toBe(200);
    });

    it('of null in a merge patch is a 422', async () => {
      expect(
        (await call('PATCH /pets/1', { name: null }, { 'content-type': 'application/merge-patch+json' })).status,
      ).toBe(422);
    });

    it('of a body over the limit is a 413', async () => {
      const answer = await call('POST /pets', { name: 'x'.repeat(1_100_000), categoryId: 1 });
      expect([answer.status, answer.json.code]).toEqual([413, 'payload_too_large']);
    });
  });

  describe('HEAD', () => {
    it('has the fields of GET and no body', async () => {
      const [get, head] = [await call('GET /pets?limit=3'), await call('HEAD /pets?limit=3')];
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('x-total-count')).toBe(get.headers.get('x-total-count'));
      expect(head.headers.get('content-length')).toBe(String(get.text.length));
    });
  });

  describe('the deprecated read', () => {
    it('carries Deprecation, Sunset and the links, exactly', async () => {
      const { headers } = await call('GET /pets/7');
      expect(headers.get('deprecation')).toBe('@1782864000');
      expect(headers.get('sunset')).toBe('Wed, 30 Jun 2027 23:59:59 GMT');
      expect(headers.get('link')).toContain('rel="deprecation"');
      expect(headers.get('link')).toContain('</pets?id=7>; rel="successor-version"');
      expect(headers.get('link')?.split('successor-version').length).toBe(2);
    });

    it('is gone after its sunset where that is enforced', async () => {
      const late = await open({ ...PETSTORE, enforceSunset: true, now: '2027-07-02' });
      const answer = await late.call('GET /pets/1');
      expect([answer.status, answer.json.code]).toEqual([410, 'gone']);
      expect((await late.call('GET /pets')).status).toBe(200);
      await late.close();
    });
  });

  describe('credentials', () => {
    it('are optional, but checked where they are presented', async () => {
      const strict = await open({ ...PETSTORE, apiKeys: ['k'] });
      expect((await strict.call('GET /pets')).status).toBe(200);
      expect((await strict.call('GET /pets', undefined, { authorization: 'BEARER k' })).status).toBe(200);
      const wrong = await strict.call('GET /pets', undefined, { authorization: 'Bearer no' });
      expect([wrong.status, wrong.json.code]).toEqual([401, 'unauthorized']);
      expect(wrong.headers.get('www-authenticate')).toBe('Bearer realm="standin", error="invalid_token"');
      await strict.close();
    });

    it('are demanded with requireAuth, and the challenge names no error where none came', async () => {
      const strict = await open({ ...PETSTORE, requireAuth: true });
      const none = await strict.call('GET /pets');
      expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="standin"']);
      expect((await strict.call('GET /pets', undefined, { authorization: 'Bearer anything' })).status).toBe(200);
      await strict.close();
    });
  });

  it('counts a rate limit and says when to come back', async () => {
    const limited = await open({ ...PETSTORE, rateLimit: '2/m' });
    expect((await limited.call('GET /pets')).headers.get('ratelimit')).toBe('"default";r=1;t=60');
    await limited.call('GET /pets');
    const spent = await limited.call('GET /pets');
    expect([spent.status, spent.json.code, spent.headers.get('retry-after')]).toEqual([429, 'rate_limited', '60']);
    await limited.close();
  });

  describe('preferences', () => {
    it('choose a documented status', async () => {
      const answer = await call('GET /pets/1', undefined, { prefer: 'code=404' });
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([404, 'code=404']);
      expect(Object.keys(answer.json).sort()).toEqual(['code', 'message', 'status']);
      expect((await call('GET /pets/1?__code=404')).status).toBe(404);
    });

    it('for what is not documented are a 404 that says so', async () => {
      expect((await call('GET /pets/1', undefined, { prefer: 'code=418' })).json.message).toContain('418');
      expect((await call('GET /pets', undefined, { prefer: 'example=nope' })).status).toBe(404);
    });

    it('that are unknown are ignored', async () => {
      const answer = await call('GET /pets/1', undefined, { prefer: 'respond-async, code=banana' });
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
    });

    it('with a seed give the same bytes each time', async () => {
      const prefer = { prefer: 'dynamic=true, seed=7' };
      const [first, second, other] = [
        await call('GET /pets', undefined, prefer),
        await call('GET /pets', undefined, prefer),
        await call('GET /pets', undefined, { prefer: 'dynamic=true, seed=8' }),
      ];
      expect(first.headers.get('standin-origin')).toBe('generated');
      expect(first.text).toBe(second.text);
      expect(first.text).not.toBe(other.text);
    });
  });

  describe('worlds', () => {
    it('do not see each other', async () => {
      const world = { 'standin-world': 'a' };
      await call('DELETE /pets/40', undefined, world);
      expect((await call('GET /pets/40', undefined, world)).status).toBe(404);
      expect((await call('GET /pets/40')).status).toBe(200);
      expect((await call('GET /pets/40', undefined, { cookie: 'standin-world=a' })).status).toBe(404);
      expect((await call('GET /pets/40', undefined, { prefer: 'world=a' })).status).toBe(404);
      expect(
        (await call('GET /_standin/worlds')).json.worlds.map((each: { name: string }) => each.name).sort(),
      ).toEqual(['a', 'default']);
      expect((await call('DELETE /_standin/worlds/a')).status).toBe(204);
      expect((await call('GET /pets/40', undefined, world)).status).toBe(200);
    });

    it('have names that cannot be anything', async () => {
      expect((await call('GET /pets', undefined, { 'standin-world': '$standin' })).status).toBe(400);
    });
  });

  describe('control routes', () => {
    it('reset a world', async () => {
      await call('DELETE /pets/40');
      expect((await call('POST /_standin/reset')).status).toBe(204);
      expect((await call('GET /pets/40')).status).toBe(200);
    });

    it('save and restore snapshots, id counters too', async () => {
      expect((await call('POST /_standin/snapshots/before')).status).toBe(201);
      const first = (await call('POST /pets', { name: 'A', categoryId: 1 })).json.id;
      expect((await call('POST /_standin/snapshots/before/restore')).status).toBe(204);
      expect((await call(`GET /pets/${first}`)).status).toBe(404);
      expect((await call('POST /pets', { name: 'A', categoryId: 1 })).json.id).toBe(first);
      expect((await call('GET /_standin/snapshots')).json.snapshots).toEqual(['before']);
      expect((await call('POST /_standin/snapshots/other/restore')).status).toBe(404);
    });

    it('export and import the whole state', async () => {
      const state = (await call('GET /_standin/state')).text;
      await call('DELETE /pets/40');
      expect((await call('PUT /_standin/state', state)).status).toBe(204);
      expect((await call('GET /_standin/state')).text).toBe(state);
      expect((await call('PUT /_standin/state', { collections: { pets: { nextId: 'x', entities: [] } } })).status).toBe(
        422,
      );
    });

    it('start from starting states by name', async () => {
      expect((await call('POST /_standin/starting-states/empty')).status).toBe(204);
      expect((await call('GET /pets')).json).toEqual([]);
      expect((await call('POST /_standin/starting-states/sold-out')).status).toBe(204);
      expect((await call('GET /pets?status=available')).json).toEqual([]);
      expect((await call('POST /_standin/starting-states/nope')).status).toBe(404);
    });

    it('override an operation as often as asked', async () => {
      const made = await call('POST /_standin/overrides', {
        operation: 'listPets',
        times: 1,
        status: 500,
        match: { query: { status: 'sold' } },
      });
      expect(made.status).toBe(201);
      expect((await call('GET /pets')).status).toBe(200);
      const first = await call('GET /pets?status=sold');
      expect([first.status, first.headers.get('standin-origin')]).toEqual([500, 'override']);
      expect((await call('GET /pets?status=sold')).status).toBe(200);
      await call('POST /_standin/overrides', { operation: 'getPet', body: { id: 1, name: 'Over', categoryId: 1 } });
      expect((await call('GET /pets/1')).json.name).toBe('Over');
      expect((await call('DELETE /_standin/overrides')).status).toBe(204);
      expect((await call('GET /pets/1')).json.name).not.toBe('Over');
    });

    it.each([
      [{ operation: 'nope', status: 500 }],
      [{ operation: 'getPet' }],
      [{ operation: 'getPet', status: 99 }],
      [{ operation: 'getPet', fault: 'explode' }],
      [{ colour: 'red' }],
    ])('refuse the override %j', async (override) => {
      expect((await call('POST /_standin/overrides', override)).status).toBe(422);
    });

    it('keep a journal, secrets redacted, and verify what was called', async () => {
      await call('POST /pets', { name: 'Rex', categoryId: 1 }, { authorization: 'Bearer geheim' });
      await call('GET /pets/1', undefined, { 'standin-client': 'till' });
      const journal = await call('GET /_standin/journal');
      expect(journal.json.entries.length).toBe(2);
      expect(journal.text).not.toContain('geheim');
      expect((await call('GET /_standin/journal?operation=createPet')).json.entries.length).toBe(1);
      expect(
        (await call('POST /_standin/verify', { operation: 'createPet', body: { name: 'Rex' }, exactly: 1 })).json,
      ).toMatchObject({ satisfied: true, count: 1 });
      const missed = await call('POST /_standin/verify', { operation: 'createPet', body: { name: 'Max' }, atLeast: 1 });
      expect([missed.status, missed.json.satisfied, missed.json.nearMisses[0].differs.length]).toEqual([409, false, 1]);
      expect(missed.json.nearMisses[0].differs[0]).toContain('name');
      const used = (await call('GET /_standin/deprecations')).json.used;
      expect(used).toContainEqual(
        expect.objectContaining({
          kind: 'operation',
          operation: 'getPet',
          count: 1,
          clients: [{ client: 'till', count: 1 }],
        }),
      );
      expect((await call('DELETE /_standin/journal')).status).toBe(204);
      expect((await call('GET /_standin/journal')).json.entries).toEqual([]);
    });

    it('refuse an expectation with a misspelt part', async () => {
      expect((await call('POST /_standin/verify', { operatoin: 'createPet' })).status).toBe(422);
    });

    it('say how it is, what was inferred, and what they are', async () => {
      expect((await call('GET /_standin/health')).json).toMatchObject({
        status: 'ok',
        title: 'Petstore',
        operations: 19,
        seed: 1,
        state: 'memory',
      });
      expect((await call('GET /_standin/model')).json.resources.map((each: { name: string }) => each.name)).toEqual([
        'pets',
        'categories',
        'orders',
        'inventory',
      ]);
      expect((await call('GET /_standin/openapi.json')).json.openapi).toBe('3.1.1');
      expect((await call('GET /_standin/nope')).status).toBe(404);
    });

    it('do not answer pages of other origins, nor foreign host names', async () => {
      expect((await call('POST /_standin/reset', undefined, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await call('POST /_standin/reset', undefined, { origin: 'null' })).status).toBe(403);
      expect(
        (await call('GET /_standin/health', undefined, { origin: 'https://evil.example' })).headers.get(
          'access-control-allow-origin',
        ),
      ).toBeNull();
    });
  });

  describe('a browser', () => {
    it('may read every answer, from its own origin and with credentials', async () => {
      const { headers } = await call('GET /pets', undefined, { origin: 'http://app.test' });
      expect(headers.get('access-control-allow-origin')).toBe('http://app.test');
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('vary')).toContain('Origin');
      for (const name of ['Link', 'ETag', 'Location', 'Retry-After', 'Deprecation', 'Sunset', 'x-total-count'])
        expect(headers.get('access-control-expose-headers')?.toLowerCase()).toContain(name.toLowerCase());
    });

    it('gets its preflight with Authorization by name', async () => {
      const answer = await call('OPTIONS /pets/1', undefined, {
        origin: 'http://app.test',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-trace',
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
      expect(answer.headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, Prefer, Standin-World, x-trace',
      );
    });

    it('sees a page of operations at the root, and no CORS where it is switched off', async () => {
      const page = await call('GET /', undefined, { accept: 'text/html' });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.text).toContain('/store/orders');
      expect((await call('GET /')).status).toBe(404);
      const quiet = await open({ ...PETSTORE, cors: false, quietHeaders: true });
      const answer = await quiet.call('GET /pets', undefined, { origin: 'http://app.test' });
      expect([answer.headers.get('access-control-allow-origin'), answer.headers.get('standin-origin')]).toEqual([
        null,
        null,
      ]);
      await quiet.close();
    });
  });

  it('answers without state on request', async () => {
    const stateless = await open({ ...PETSTORE, stateless: true });
    const answer = await stateless.call('GET /pets/999999');
    expect([answer.status, answer.headers.get('standin-origin')]).toEqual([200, 'example']);
    await stateless.close();
  });
});

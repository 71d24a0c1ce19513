import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/index.ts';
import { createJournal, type Expectation } from '../../src/journal/index.ts';
import { exchange, json, operation } from './exchanges.ts';

const sequences = (entries: readonly unknown[]) => entries.map((entry) => (entry as { sequence: number }).sequence);

describe('a journal', () => {
  it('keeps the newest exchanges, in order, numbered from 1', () => {
    const journal = createJournal({ capacity: 3 });
    for (let i = 0; i < 5; i++) journal.record(exchange());
    expect(sequences(journal.entries())).toEqual([3, 4, 5]);
    expect(journal.recorded).toBe(5);
    journal.clear();
    journal.record(exchange());
    expect(sequences(journal.entries())).toEqual([6]);
    expect(journal.recorded).toBe(1);
  });

  it('shows an exchange as plain data', () => {
    const journal = createJournal();
    const createPet = operation('POST /pets');
    journal.record(
      exchange({ operation: createPet, body: json({ name: 'Rex' }), answer: json({ id: 1 }), status: 201 }),
    );
    expect(journal.entries()).toEqual([
      {
        sequence: 1,
        at: 1_700_000_000_000,
        duration: 2,
        world: 'default',
        operation: 'POST /pets',
        client: 'browser',
        origin: 'resource',
        request: {
          method: 'POST',
          path: '/pets',
          query: '',
          headers: [],
          body: { mediaType: 'application/json', value: { name: 'Rex' } },
        },
        response: { status: 201, headers: [], body: { mediaType: 'application/json', value: { id: 1 } } },
        violations: [],
      },
    ]);
  });

  it('gives one entry by its number while it is kept', () => {
    const journal = createJournal({ capacity: 2 });
    for (let i = 0; i < 3; i++) journal.record(exchange({ path: `/pets/${i + 1}` }));
    expect([0, 1, 2, 3, 4].map((sequence) => journal.entry(sequence)?.request.path)).toEqual([
      undefined,
      undefined,
      '/pets/2',
      '/pets/3',
      undefined,
    ]);
  });

  it('calls each subscriber with what is recorded until it ends its subscription', () => {
    const journal = createJournal();
    const first: number[] = [];
    const second: number[] = [];
    const end = journal.subscribe((sequence) => first.push(sequence));
    journal.subscribe((sequence) => second.push(journal.note(sequence)?.sequence ?? 0));
    journal.record(exchange());
    end();
    journal.record(exchange());
    expect([first, second]).toEqual([[1], [1, 2]]);
  });

  it('counts no record that was written over a control route', () => {
    const journal = createJournal({ capacity: 1 });
    journal.record(exchange({ method: 'POST', path: '/data', origin: 'control' }));
    expect(journal.verify({ method: 'POST', exactly: 0 }).satisfied).toBe(true);
    journal.record(exchange({ method: 'GET' }));
    expect(journal.verify({ method: 'POST', exactly: 0 }).satisfied).toBe(true);
  });

  it('finds entries by operation, method, path, template, status, world and time', () => {
    const journal = createJournal();
    const getPet = operation('GET /pets/{petId}');
    journal.record(exchange({ operation: getPet, path: '/pets/1', at: 2e12 }));
    journal.record(exchange({ method: 'POST', path: '/pets', status: 404, world: 'other', at: 2e12 + 5 }));
    const found = (filter: Parameters<typeof journal.entries>[0]) => sequences(journal.entries(filter));
    expect(found({ operation: getPet.id })).toEqual([1]);
    expect(found({ path: '/pets/{petId}' })).toEqual([1]);
    expect(found({ path: '/pets/1' })).toEqual([1]);
    expect(found({ method: 'post' })).toEqual([2]);
    expect(found({ status: '4XX' })).toEqual([2]);
    expect(found({ status: '200' })).toEqual([1]);
    expect(found({ world: 'other' })).toEqual([2]);
    expect(found({ since: 1 })).toEqual([2]);
    expect(found({ since: 2e12 })).toEqual([2]);
    expect(found({ limit: 1 })).toEqual([2]);
    expect(found({ limit: 0 })).toEqual([]);
  });

  it('does not keep a page of text alive, nor more than so much of anything', () => {
    const journal = createJournal();
    const long = 'x'.repeat(8 * 1024 * 1024);
    for (let i = 0; i < 20; i++) journal.record(exchange({ body: json('short', long), answer: json([1], long) }));
    const entries = journal.entries();
    expect(entries.length).toBe(4);
    expect(sequences(entries).at(-1)).toBe(20);
    expect((entries.at(-1) as JsonObject)['response']).toMatchObject({ body: { value: [1] } });
    expect(journal.verify({ status: 200, exactly: 20 }).satisfied).toBe(true);
  });
});

describe('verifying a journal', () => {
  const getPet = operation('GET /pets/{petId}');
  const createPet = operation('POST /pets');

  it.each<[string, Expectation, boolean]>([
    ['at least one by default', {}, true],
    ['exactly', { exactly: 2 }, true],
    ['exactly, missed', { exactly: 1 }, false],
    ['at least', { atLeast: 2 }, true],
    ['at least, missed', { atLeast: 3 }, false],
    ['at most', { atMost: 2 }, true],
    ['at most, missed', { atMost: 1 }, false],
    ['none', { path: '/nowhere', exactly: 0 }, true],
  ])('judges how often: %s', (_, expectation, satisfied) => {
    const journal = createJournal();
    journal.record(exchange({ operation: getPet, path: '/pets/1' }));
    journal.record(exchange({ operation: getPet, path: '/pets/2' }));
    expect(journal.verify({ path: '/pets/{petId}', ...expectation }).satisfied).toBe(satisfied);
  });

  it('asks of a body only what it names', () => {
    const journal = createJournal();
    journal.record(
      exchange({ operation: createPet, body: json({ name: 'Rex', owner: { id: 9007199254740993n, x: 1 } }, '') }),
    );
    const count = (body: Expectation['body']) => journal.verify({ ...(body === undefined ? {} : { body }) }).count;
    expect(count({})).toBe(1);
    expect(count({ owner: { id: 9007199254740993n } })).toBe(1);
    expect(count({ owner: { id: 9007199254740992n } })).toBe(0);
    expect(count({ name: 'Rex', age: 1 })).toBe(0);
  });

  it('says what the nearest misses differ in, best first', () => {
    const journal = createJournal();
    journal.record(exchange({ method: 'DELETE', path: '/orders/7', status: 404 }));
    journal.record(
      exchange({
        operation: createPet,
        query: 'dry=false',
        headers: [['X-Trace', 'a']],
        body: json({ name: 'Tom', tags: ['a'] }),
        status: 422,
      }),
    );
    journal.record(
      exchange({
        operation: createPet,
        query: 'dry=true',
        headers: [['x-trace', 'b']],
        body: json({ name: 'Tom' }),
        status: 201,
      }),
    );
    const result = journal.verify({
      operation: createPet.id,
      query: { dry: 'true' },
      headers: { 'X-Trace': 'b' },
      body: { name: 'Rex' },
      status: 201,
    });
    expect(result).toMatchObject({ satisfied: false, count: 0, expected: 'at least 1' });
    expect(result.nearMisses.map(({ sequence }) => sequence)).toEqual([3, 2, 1]);
    expect(result.nearMisses[0]).toEqual({
      sequence: 3,
      request: 'POST /pets?dry=true',
      differs: ['body /name is "Tom", expected "Rex"'],
    });
    expect(result.nearMisses[1]?.differs).toEqual([
      'status is 422, expected 201',
      'query dry is "false", expected "true"',
      'header X-Trace is "a", expected "b"',
      'body /name is "Tom", expected "Rex"',
    ]);
  });

  it('counts on by operation, status and world when the ring has let entries go', () => {
    const journal = createJournal({ capacity: 2 });
    for (let i = 0; i < 4; i++) journal.record(exchange({ operation: getPet, path: `/pets/${i}`, world: `w${i % 2}` }));
    expect(journal.verify({ operation: getPet.id, exactly: 4 })).toMatchObject({
      satisfied: true,
      count: 4,
      forgotten: 0,
    });
    expect(journal.verify({ path: '/pets/{petId}', exactly: 4 })).toMatchObject({ satisfied: true, forgotten: 0 });
    expect(journal.verify({ operation: getPet.id, world: 'w1', exactly: 2 }).satisfied).toBe(true);
    expect(journal.verify({ operation: getPet.id, status: 404, exactly: 0 }).satisfied).toBe(true);
  });

  it('is satisfied only where that is sure', () => {
    const journal = createJournal({ capacity: 2 });
    for (let i = 0; i < 4; i++) journal.record(exchange({ operation: createPet, body: json({ i }) }));
    expect(journal.verify({ operation: createPet.id, body: { i: 3 }, atMost: 1 })).toMatchObject({
      satisfied: false,
      count: 1,
      forgotten: 2,
    });
    expect(journal.verify({ operation: createPet.id, body: { i: 3 } }).satisfied).toBe(true);
  });

  it('counts each exchange once, however small the ring', () => {
    const entries = fc.array(fc.record({ op: fc.nat(2), status: fc.constantFrom(200, 404), world: fc.nat(2) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), entries, (capacity, list) => {
        const journal = createJournal({ capacity });
        const operations = [0, 1, 2].map((id) => operation(`GET /op${id}`));
        for (const { op, status, world } of list) {
          journal.record(exchange({ operation: operations[op]!, status, world: String(world) }));
        }
        for (const op of [0, 1, 2]) {
          const wanted = list.filter((each) => each.op === op && each.status === 404 && each.world === 1).length;
          const expectation = { operation: `GET /op${op}`, status: 404, world: '1', exactly: wanted };
          expect(journal.verify(expectation)).toMatchObject({ satisfied: true, count: wanted });
        }
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, defineMocks, type StandinMock, type WorldHandle } from '../../src/library/index.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Farm', version: '1' },
  paths: {
    '/animals': {
      get: {
        operationId: 'listAnimals',
        responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Animal' } }) },
      },
      post: {
        operationId: 'createAnimal',
        requestBody: json({ $ref: '#/components/schemas/Animal' }),
        responses: { 201: json({ $ref: '#/components/schemas/Animal' }) },
      },
    },
    '/animals/{animalId}': {
      parameters: [{ name: 'animalId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'getAnimal',
        responses: { 200: json({ $ref: '#/components/schemas/Animal' }), 404: { description: 'None.' } },
      },
      put: {
        operationId: 'replaceAnimal',
        requestBody: json({ $ref: '#/components/schemas/Animal' }),
        responses: { 200: json({ $ref: '#/components/schemas/Animal' }) },
      },
    },
    '/animals/{animalId}/visits': {
      parameters: [{ name: 'animalId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'listVisits',
        responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Visit' } }) },
      },
      post: {
        operationId: 'createVisit',
        requestBody: json({ $ref: '#/components/schemas/Visit' }),
        responses: { 201: json({ $ref: '#/components/schemas/Visit' }) },
      },
    },
  },
  components: {
    schemas: {
      Animal: {
        type: 'object',
        required: ['id', 'name', 'kind'],
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string', minLength: 1 },
          kind: { enum: ['cow', 'hen'] },
          updatedAt: { type: 'string', format: 'date-time', readOnly: true },
        },
      },
      Visit: { type: 'object', required: ['reason'], properties: { reason: { type: 'string' } } },
    },
  },
};

function json(schema: object): object {
  return { description: 'Fine.', content: { 'application/json': { schema } } };
}

let mock: StandinMock;
let world: WorldHandle;
let count = 0;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, now: '2026-12-01T00:00:00Z' });
});
afterAll(() => mock.close());

function fresh(): WorldHandle {
  count += 1;
  world = mock.world(`test-${count}`);
  return world;
}

describe('A world in process', () => {
  it('makes records with the fields that are said and the rest as the document describes it', async () => {
    const made = await fresh().create('animals', 3, { kind: 'hen' });
    expect(made.map(({ kind }) => kind)).toEqual(['hen', 'hen', 'hen']);
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
    for (const { id, name } of made) {
      expect(name).toMatch(/./);
      const read = await world.fetch(`/animals/${String(id)}`);
      expect(await read.json()).toMatchObject({ id, name, kind: 'hen' });
    }
  });

  it('makes one record where no number is said, with an id where one is', async () => {
    expect(await fresh().create('animals', { id: 700, name: 'Bess' })).toMatchObject({ id: 700, name: 'Bess' });
    expect(await world.find('animals', { id: 700 })).toMatchObject({ name: 'Bess' });
    await expect(world.create('animals', { id: 700 })).rejects.toMatchObject({
      code: 'data.invalid',
      message: 'There is a record of `animals` with the id 700 already.',
    });
    expect(await world.create('animals', { name: 'Next' })).toMatchObject({ id: 701 });
  });

  it('makes records inside other records, and says inside which they have to be', async () => {
    await fresh().create('visits', 2, { animalId: 4, reason: 'hoof' });
    const listed = (await (await world.fetch('/animals/4/visits')).json()) as { reason: string }[];
    expect(listed.filter(({ reason }) => reason === 'hoof').length).toBe(2);
    expect(await (await world.fetch('/animals/5/visits')).json()).not.toContainEqual({ reason: 'hoof' });
    await expect(world.create('visits', { reason: 'hoof' })).rejects.toMatchObject({
      code: 'usage',
      hint: 'Name the records that it belongs to: `animalId`.',
    });
  });

  it('finds records by their properties, the seeded ones too', async () => {
    const all = await fresh().records('animals');
    expect(all.length).toBe(((await (await world.fetch('/animals')).json()) as unknown[]).length);
    await world.create('animals', { name: 'Bess', kind: 'cow' });
    expect((await world.records('animals', { name: 'Bess' })).map(({ kind }) => kind)).toEqual(['cow']);
    expect(await world.find('animals', { name: 'Nobody at all' })).toBeUndefined();
  });

  it('refuses fields that the document forbids, and leaves nothing behind', async () => {
    const before = (await fresh().records('animals')).length;
    await expect(world.create('animals', 2, { kind: 'dog' })).rejects.toMatchObject({
      code: 'data.invalid',
      message: expect.stringContaining('`kind`'),
    });
    expect((await world.records('animals')).length).toBe(before);
  });

  it.each([
    ['create', () => world.create('animlas', 1), '`animlas`', 'Did you mean `animals`?'],
    ['create', () => world.create('animals', { nmae: 'x' }), '`nmae`', 'Did you mean `name`?'],
    ['create', () => world.create('animals', 1.5), '1.5', 'whole number'],
    ['records', () => world.records('animals', { kidn: 'x' }), '`kidn`', 'Did you mean `kind`?'],
    ['override', () => world.override({ operation: 'listAnimlas', status: 500 }), '`listAnimals`', ''],
    ['override', () => world.override({ stauts: 500 } as never), 'Did you mean `status`?', ''],
    ['override', () => world.override({ status: 'x' } as never), 'must be a status', ''],
    ['override', () => world.override({ operation: 'listAnimals' }), 'has to change something', ''],
    ['verify', async () => world.verify({ operation: 'listAnimlas' }), '`listAnimals`', ''],
    ['verify', async () => world.verify({ exactyl: 1 } as never), 'Did you mean `exactly`?', ''],
    ['verify', async () => mock.journal.verify({ times: 1 } as never), '`times`', ''],
    ['createMock', () => createMock({ documnet: 'x' } as never), '`documnet`', 'Did you mean `document`?'],
    ['defineMocks', async () => defineMocks({ behaviors: {} } as never), '`behaviors`', 'behaviours'],
  ] as const)('%s refuses a wrong name or value with the nearest one', async (_, call, message, hint) => {
    fresh();
    const error = await Promise.resolve()
      .then(call as () => Promise<unknown>)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toMatchObject({
      code: expect.stringMatching(/usage|mocks\.invalid/),
      message: expect.stringContaining(message),
      ...(hint === '' ? {} : { hint: expect.stringContaining(hint) }),
    });
  });

  it('counts what this world alone received', async () => {
    await fresh().fetch('/animals');
    const other = mock.world(`${world.name}-other`);
    await other.fetch('/animals');
    expect(world.verify({ operation: 'listAnimals', exactly: 1 }).satisfied).toBe(true);
    expect(world.verify({ operation: 'listAnimals', exactly: 2 }).satisfied).toBe(false);
  });

  it('has a clock of its own, which a reset sets back', async () => {
    fresh();
    const touched = async (at: WorldHandle): Promise<unknown> => {
      const body = JSON.stringify({ name: 'Bess', kind: 'cow' });
      const answer = await at.fetch('/animals/1', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return ((await answer.json()) as { updatedAt?: unknown }).updatedAt;
    };
    expect(await touched(world)).toMatch(/^2026-12-01T00:00:00/);
    await world.clock.advance('30d');
    await world.clock.advance(1_000);
    expect(await touched(world)).toMatch(/^2026-12-31T00:00:01/);
    await world.clock.set('2030-01-01');
    expect(await touched(world)).toMatch(/^2030-01-01/);
    expect(new Date(await world.clock.now()).toISOString()).toBe('2030-01-01T00:00:00.000Z');
    expect(await touched(mock.world(`${world.name}-other`))).toMatch(/^2026-12-01/);
    await mock.reload();
    expect(await touched(world)).toMatch(/^2030-01-01/);
    await world.reset();
    expect(await touched(world)).toMatch(/^2026-12-01/);
    await expect(world.clock.advance('soon')).rejects.toThrow('`soon` is not a duration.');
  });

  it('tells each exchange to those who subscribe, until they end it', async () => {
    fresh();
    const seen: string[] = [];
    const [first, second] = [
      mock.subscribe(({ path }) => seen.push(path)),
      mock.subscribe(({ path }) => seen.push(path)),
    ];
    await world.fetch('/animals');
    first();
    await world.fetch('/animals/1');
    second();
    await world.fetch('/animals/2');
    expect(seen).toEqual(['/animals', '/animals', '/animals/1']);
  });
});

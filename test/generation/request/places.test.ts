import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFake, createGenerator } from '../../../src/generation/index.ts';
import { DIFFICULT, NAMED } from '../difficult-schemas.ts';
import { tinyApi } from '../tiny-api.ts';

const names = Object.keys(DIFFICULT).filter((name) => !name.startsWith('a large'));
const text = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member));

describe('a draw depends on the seed and the place alone', () => {
  test('values are the same in any order, in any instance', () => {
    const drawAll = (order: readonly string[]): Map<string, string> => {
      const generator = createGenerator({ api: tinyApi(NAMED) });
      return new Map(
        order.map((name) => [name, text(generator.value(DIFFICULT[name] ?? true, { seed: 7, at: name }))]),
      );
    };
    const forward = drawAll(names);
    const backward = drawAll([...names].reverse());
    for (const name of names) expect(backward.get(name), name).toBe(forward.get(name));
  });

  test('the same place gives the same fake, however much was drawn elsewhere in between', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.string(), (seed, at, other) => {
        const first = createFake({ seed, at });
        const name = first.person.fullName();
        createFake({ seed, at: other }).internet.email();
        expect(createFake({ seed, at }).person.fullName()).toBe(name);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test('two fakes can be used in turns', () => {
    const [a, b] = [createFake({ seed: 1, at: 'a' }), createFake({ seed: 1, at: 'b' })];
    const mixed = [a.number.int(), b.number.int(), a.number.int(), b.number.int()];
    const [c, d] = [createFake({ seed: 1, at: 'a' }), createFake({ seed: 1, at: 'b' })];
    const [c1, c2, d1, d2] = [c.number.int(), c.number.int(), d.number.int(), d.number.int()];
    expect(mixed).toEqual([c1, d1, c2, d2]);
  });

  test('neighbouring places and seeds give different draws, evenly spread', () => {
    const draws = Array.from({ length: 4000 }, (_, i) =>
      createFake({ seed: i % 2, at: `pets/${i >> 1}` }).number.float(),
    );
    expect(new Set(draws).size).toBe(4000);
    expect(draws.reduce((sum, value) => sum + value, 0) / 4000).toBeCloseTo(0.5, 1);
  });

  test('dates are relative to the start of 2026, not to the clock', () => {
    const fake = createFake({ seed: 1, at: 'dates' });
    expect(fake.date.past({ years: 1 }).getTime()).toBeLessThan(Date.UTC(2026, 0, 1));
    expect(fake.date.past({ years: 1 }).getTime()).toBeGreaterThan(Date.UTC(2024, 11, 31));
  });

  test('what is drawn for one property does not move when another is added', () => {
    const generator = createGenerator({ api: tinyApi() });
    const one = generator.value({ type: 'object', properties: { city: { type: 'string' } } }, { seed: 3, at: 'x' });
    const two = generator.value(
      { type: 'object', properties: { age: { type: 'integer' }, city: { type: 'string' } } },
      { seed: 3, at: 'x' },
    );
    expect(two.ok && one.ok && { ...(two.value as object), age: 0 }).toEqual(
      one.ok && { ...(one.value as object), age: 0 },
    );
  });

  test('the bytes are those of every machine and every version of Node', () => {
    const generator = createGenerator({ api: tinyApi() });
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        firstName: { type: 'string' },
        email: { type: 'string', format: 'email' },
        price: { type: 'number' },
        code: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' },
        createdAt: { type: 'string', format: 'date-time' },
        score: { type: 'integer', minimum: 5, maximum: 50 },
        big: { type: 'integer', minimum: 9007199254740993n },
      },
    } as const;
    expect(text(generator.value(schema, { seed: 1, at: 'golden' }))).toMatchInlineSnapshot(
      `"{"ok":true,"value":{"id":"b6abf58c-3dc6-4477-b3e5-4c8d678be562","firstName":"Javier","email":"javier@example.com","price":188.49,"code":"GQ-0049","createdAt":"2024-10-06T09:11:05Z","score":20,"big":"9007199254741790n"}}"`,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import type { Schema } from '../../src/spec/index.ts';
import { NAMED } from './difficult-schemas.ts';
import { tinyApi } from './tiny-api.ts';

const generator = createGenerator({ api: tinyApi({ Shape: shapes() }) });
const where = { seed: 1, at: 'here' };
const drawn = (schema: Schema, options = {}): unknown => {
  const made = generator.value(schema, where, options);
  expect(made).toMatchObject({ ok: true });
  return made.ok ? made.value : undefined;
};

const account: Schema = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', examples: ['Ada'] },
    password: { type: 'string', writeOnly: true },
    note: { type: 'string', deprecated: true },
  },
  required: ['id', 'name', 'password'],
};

describe('what is asked beside the schema', () => {
  test('an answer leaves writeOnly properties out, a request readOnly ones, required or not', () => {
    expect(Object.keys(drawn(account) as object)).toEqual(['id', 'name', 'note']);
    expect(Object.keys(drawn(account, { direction: 'request' }) as object)).toEqual(['name', 'password']);
  });

  test("the items of an answer's lists and the whole answer are there, whatever component is nullable", () => {
    const part: Schema = { type: ['object', 'null'], properties: { id: { type: 'integer' } }, required: ['id'] };
    const list: Schema = { type: 'object', properties: { parts: { type: 'array', items: part } }, required: ['parts'] };
    for (let seed = 0; seed < 100; seed++)
      for (const [schema, options] of [
        [part, {}],
        [list, { known: {} }],
      ] as const) {
        const made = generator.value(schema, { seed, at: 'there' }, options);
        const value = made.ok ? made.value : undefined;
        expect(JSON.stringify(value)).not.toContain('null');
      }
  });

  test('a tuple in an answer has a value in each place, also where that is null', () => {
    const places: Schema[] = [{ type: 'string' }, { type: 'null' }, { type: 'string' }];
    const tuple: Schema = { type: 'array', prefixItems: places, items: false, maxItems: 3 };
    const made = Array.from({ length: 40 }, (_, seed) => generator.value(tuple, { seed, at: 'there' }, {}));
    const lengths = made.map((each) => (each.ok && Array.isArray(each.value) ? each.value.length : 0));
    expect(Math.max(...lengths)).toBe(3);
  });

  test('the mark also counts behind allOf', () => {
    const marked: Schema = {
      allOf: [
        { type: 'object', properties: { a: { allOf: [{ type: 'string' }, { readOnly: true }] } } },
        { required: ['a'] },
      ],
    };
    expect(drawn(marked, { direction: 'request' })).toEqual({});
  });

  test('only what is required, where only that is wanted', () => {
    expect(Object.keys(drawn(account, { optional: 'required' }) as object)).toEqual(['id', 'name']);
    const tagged: Schema = { properties: { tags: { type: 'array', items: { type: 'string' } } }, required: ['tags'] };
    expect(drawn(tagged, { optional: 'required' })).toEqual({ tags: [] });
  });

  test('documented examples come first, unless drawn values are wanted', () => {
    expect(drawn(account)).toMatchObject({ name: 'Ada' });
    expect(drawn(account, { examples: false })).not.toMatchObject({ name: 'Ada' });
  });

  test('an example that breaks its schema is passed over', () => {
    expect(drawn({ type: 'integer', examples: ['one', 12] })).toBe(12);
    expect(drawn({ type: 'integer', examples: ['one'], minimum: 3, maximum: 3 })).toBe(3);
  });

  test('an example of an object loses what stays out of the message', () => {
    const shown: Schema = { ...account, examples: [{ id: 1, name: 'Ada', password: 'secret' }] };
    expect(drawn(shown)).toEqual({ id: 1, name: 'Ada' });
    expect(drawn(shown, { direction: 'request' })).toEqual({ name: 'Ada', password: 'secret' });
  });

  test('the one example of an item is not repeated through a list', () => {
    const list = drawn({ type: 'array', items: { type: 'string', examples: ['only'] }, minItems: 3 }) as string[];
    expect(list[0]).toBe('only');
    expect(new Set(list).size).toBe(3);
  });

  test('known values are kept, and the rest is drawn around them', () => {
    expect(drawn(account, { known: { id: 99, name: 'Grace' } })).toMatchObject({ id: 99, name: 'Grace' });
  });

  test('known values choose the branch', () => {
    for (const kind of ['circle', 'square'])
      expect(drawn({ $ref: '#/components/schemas/Shape' }, { known: { kind } })).toMatchObject({ kind });
    expect(drawn({ $ref: '#/components/schemas/Shape' }, { known: { kind: 'square' } })).toHaveProperty('side');
  });

  test('a known value that breaks its schema is refused by name', () => {
    expect(generator.value(account, where, { known: { id: 'no number' } })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('`id`'),
    });
  });

  test('a verdict from outside stands above our own', () => {
    const even = createGenerator({ api: tinyApi(), accepts: (_, value) => Number(value) % 2 === 0 });
    for (let seed = 0; seed < 10; seed++)
      expect(even.value({ type: 'integer' }, { seed, at: 'even' })).toMatchObject({ ok: true });
    const never = createGenerator({ api: tinyApi(), accepts: () => false });
    expect(never.value({ type: 'integer' }, where)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('validator'),
    });
  });

  test('a discriminator names the branch that was taken', () => {
    for (let seed = 0; seed < 10; seed++) {
      const made = generator.value({ $ref: '#/components/schemas/Shape' }, { seed, at: 'shape' });
      if (made.ok && made.value !== null && typeof made.value === 'object' && 'side' in made.value)
        expect(made.value).toMatchObject({ kind: 'square' });
      else expect(made).toMatchObject({ value: { kind: 'circle', radius: expect.any(Number) } });
    }
  });

  test('a discriminator speaks in the words of its mapping, or of the schema that was meant', () => {
    const vehicles = createGenerator({ api: tinyApi(NAMED) });
    for (let seed = 0; seed < 10; seed++) {
      const made = vehicles.value({ $ref: '#/components/schemas/Vehicle' }, { seed, at: 'vehicle' });
      const vehicle = made.ok
        ? (made.value as { readonly kind: string; readonly doors?: number })
        : expect.fail(made.reason);
      expect(vehicle.kind).toBe(vehicle.doors === undefined ? 'velo' : 'auto');
      expect(vehicles.value({ $ref: '#/components/schemas/Lorry' }, { seed, at: 'lorry' })).toMatchObject({
        value: { type: 'Lorry' },
      });
    }
  });
});

function shapes(): Schema {
  return {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
        required: ['kind', 'radius'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'square' }, side: { type: 'number' } },
        required: ['kind', 'side'],
      },
    ],
    discriminator: { propertyName: 'kind' },
  };
}

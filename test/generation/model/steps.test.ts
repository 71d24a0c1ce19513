import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../../src/generation/index.ts';
import { createSteps } from '../../../src/generation/model/steps.ts';
import { createPatterns } from '../../../src/generation/pattern/pattern.ts';
import { parseApi, type Schema } from '../../../src/spec/index.ts';
import { HOSTILE } from '../../laws/hostile-schemas.ts';
import { documentOf } from '../../laws/recursive-document.ts';
import { tinyApi } from '../tiny-api.ts';

describe('a budget of steps', () => {
  const used = (most: number, work: () => void): number | 'enough' =>
    createSteps().within<number | 'enough'>(
      most,
      () => {
        work();
        return 'enough';
      },
      (count) => count,
    );

  test('ends what takes more, and says how much was used', () => {
    const steps = createSteps();
    const count = (): string => {
      for (let i = 0; i < 200; i++) steps.count();
      return 'not ended';
    };
    expect(steps.within(100, count, (spent) => `${spent} spent`)).toBe('100 spent');
    expect(used(100, () => steps.count(1_000))).toBe('enough');
  });

  test('within another one has no more than that has left, and takes from it', () => {
    const steps = createSteps();
    const inner = (): string =>
      steps.within(
        80,
        () => `${steps.count(60)}`,
        () => 'inner',
      );
    const twice = (): string => {
      inner();
      const second = inner();
      steps.count(1);
      return second;
    };
    expect(steps.within(100, twice, () => 'outer')).toBe('outer');
    expect(steps.within(200, twice, () => 'outer')).toBe('undefined');
  });

  test('lets errors of others through', () => {
    expect(() => used(10, () => JSON.parse('{'))).toThrow(SyntaxError);
  });

  test('ends what is nested deeper than the stack', () => {
    const deep = (): number => 1 + deep();
    expect(used(10, deep)).toBe(0);
  });
});

describe('a value that is hard to find', () => {
  const body = (name: string): { readonly schema: Schema; readonly generator: ReturnType<typeof createGenerator> } => {
    const text = JSON.stringify(documentOf(HOSTILE[name] ?? {}), undefined, 1);
    const api = parseApi({ name: 'api.json', text });
    return { schema: api.operations[1]?.body?.content[0]?.schema ?? false, generator: createGenerator({ api }) };
  };

  test.each(['alternatives of each other', 'levels that double'])(
    'is not looked for for ever, and the reason names the schema and its line: %s',
    (name) => {
      const { schema, generator } = body(name);
      const made = generator.value(schema, { seed: 1, at: 'x' });
      expect(made).toMatchObject({
        ok: false,
        reason: expect.stringMatching(
          /^no value was found within \d+ steps for #\/components\/schemas\/\w+, line \d+$/,
        ),
      });
    },
  );

  test('is given up after a few times, whatever the seed', () => {
    const { schema, generator } = body('alternatives of each other');
    const at = (seed: number): string => {
      const made = generator.value(schema, { seed, at: 'x' });
      return made.ok ? '' : made.reason;
    };
    const reasons = Array.from({ length: 2_000 }, (_, seed) => at(seed));
    expect(new Set(reasons).size).toBe(1);
  });

  test('does not spoil values of other schemas', () => {
    const api = tinyApi({ A: HOSTILE['levels that double']?.['L0'] as Schema, B: { type: 'boolean' } });
    const generator = createGenerator({ api });
    generator.value({ $ref: '#/components/schemas/A' }, { seed: 1, at: 'x' });
    expect(generator.value({ $ref: '#/components/schemas/B' }, { seed: 1, at: 'x' }).ok).toBe(true);
  });

  test('has no request either, and no rule of it is listed', () => {
    const api = parseApi({ name: 'api.json', text: JSON.stringify(documentOf(HOSTILE['levels that double'] ?? {})) });
    const generator = createGenerator({ api });
    const operation = api.operation('post');
    if (operation === undefined) throw new Error('there is no operation');
    const request = generator.request(operation, { kind: 'valid' }, { seed: 1, at: 'x' });
    expect(request).toMatchObject({ ok: false, reason: expect.stringContaining('steps') });
    expect(generator.breakable(operation)).toEqual([]);
  });
});

describe('a pattern that repeats without measure', () => {
  const pattern = createPatterns(createSteps());
  const chance = { a: 1, b: 2, count: 0 };

  test.each(['^(?:(?:a{1000}){1000}){1000}$', '(?=(?:(?:b){10000}){10000})a+'])('is not written: %s', (source) => {
    expect(pattern(source)?.write(chance, 0, 200_000, false)).toBeUndefined();
  });

  test('is written as often as its length needs where it may be empty', () => {
    expect(pattern('^(?:(?:){100000}){100000}$')?.write(chance, 0, 9, false)).toBe('');
    expect(pattern('^(?:a?){100000}$')?.write(chance, 5_000, 5_000, false)).toHaveLength(5_000);
  });

  // Each would take the engine hours.
  test.each([`^${'.*'.repeat(12)}x$`, '^(?:a?){60}a{60}$', '^(a+)+$', `^${'a?'.repeat(60)}b$`])(
    'is not run on texts that could take for ever: %s',
    (source) => {
      expect(pattern(source)?.test('a'.repeat(300))).toBe(true);
    },
  );

  test.each([
    ['^\\w+\\.\\w+\\.\\w+\\.\\w+\\.\\w+$', `${'a'.repeat(900)}.b.c.d.`],
    ['^[a-z]+-\\d+-[a-z]+$', `${'a'.repeat(5_000)}-1-`],
  ])('is run where what stands between its repetitions belongs to none of them: %s', (source, text) => {
    expect(pattern(source)?.test(text)).toBe(false);
  });
});

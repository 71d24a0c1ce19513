import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../../src/generation/index.ts';
import type { Schema } from '../../../src/spec/index.ts';
import { DIFFICULT, IMPOSSIBLE, NAMED } from '../difficult-schemas.ts';
import { ajv, asDoubles, tinyApi } from '../tiny-api.ts';

const [judge, lenient] = [ajv(), ajv(false)];
const generator = createGenerator({ api: tinyApi(NAMED) });

describe('every value that is drawn fits its schema', () => {
  test.each(Object.keys(DIFFICULT))('%s', (name) => {
    const schema = DIFFICULT[name] ?? false;
    const check = (name === 'a pattern that is not valid with u' ? lenient : judge).compile(
      asDoubles({ allOf: [schema], components: { schemas: NAMED } }) as object,
    );
    for (let seed = 1; seed <= 12; seed++) {
      const made = generator.value(schema, { seed, at: name });
      expect(made, `seed ${seed}`).toMatchObject({ ok: true });
      if (!made.ok) continue;
      const fits = check(asDoubles(made.value));
      expect(
        fits,
        `seed ${seed}: ${JSON.stringify(asDoubles(made.value))?.slice(0, 300)} ${JSON.stringify(check.errors)?.slice(0, 500)}`,
      ).toBe(true);
    }
  });
});

describe('where no value exists, the reason names the keyword', () => {
  test.each(Object.keys(IMPOSSIBLE))('%s', (name) => {
    const [schema, reason] = IMPOSSIBLE[name] ?? [true, /./];
    const made = generator.value(schema, { seed: 1, at: name });
    expect(made.ok).toBe(false);
    if (!made.ok) expect(made.reason).toMatch(reason);
  });
});

test('What may stand inside itself stands there, and is not drawn as deep as fits', () => {
  const tree: Schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Tree' } },
  };
  const trees = createGenerator({ api: tinyApi({ Tree: tree }) });
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null && 'child' in value ? 1 + depthOf(value.child) : 0;
  const depths = Array.from({ length: 30 }, (_, seed) => {
    const made = trees.value({ $ref: '#/components/schemas/Tree' }, { seed, at: 'tree' });
    return made.ok ? depthOf(made.value) : -1;
  });
  expect(Math.min(...depths)).toBeGreaterThan(0);
  expect(Math.max(...depths)).toBeLessThan(4);
});

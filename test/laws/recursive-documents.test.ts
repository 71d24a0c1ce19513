import { describe, expect, test } from 'vitest';
import { inspectDocument } from '../../src/library/index.ts';
import { faultsOf } from './bounded.ts';
import { HOSTILE } from './hostile-schemas.ts';
import { documentOf, recursiveDocument } from './recursive-document.ts';

const FIRST = Number(process.env['RECURSIVE_FROM'] ?? 0);
const COUNT = Number(process.env['RECURSIVE'] ?? 16);

describe('no schema holds the process (law)', () => {
  test.each([0, 1, 2, 3].map((part) => FIRST + (part * COUNT) / 4))(
    'however its parts lead to each other, from %d on',
    { timeout: 600_000 },
    async (from) => {
      const seeds = Array.from({ length: COUNT / 4 }, (_, index) => from + index);
      const asked = seeds.map((seed) => ({ name: String(seed), document: recursiveDocument(seed) }));
      expect(await faultsOf(asked.map((each) => ({ ...each, paths: ['/a'], isJudged: false })))).toEqual([]);
    },
  );

  test('whatever it asks for', { timeout: 600_000 }, async () => {
    const asked = Object.entries(HOSTILE).map(([name, schemas]) => ({ name, document: documentOf(schemas) }));
    expect(await faultsOf(asked.map((each) => ({ ...each, paths: ['/a'], isJudged: true })))).toEqual([]);
  });
});

const CHAINS: Readonly<Record<string, (next: object) => object>> = {
  references: (next) => next,
  allOf: (next) => ({ allOf: [next] }),
  oneOf: (next) => ({ oneOf: [next, { type: 'integer' }] }),
  not: (next) => ({ not: next }),
  properties: (next) => ({ type: 'object', properties: { x: next } }),
  items: (next) => ({ type: 'array', items: next }),
};

/** `A` leads to `C0`, that to `C1`, and so on; the last is an object. */
function chained(length: number, link: (next: object) => object): object {
  const next = (index: number): object => ({ $ref: `#/components/schemas/C${index}` });
  const links = Array.from({ length }, (_, index) => [`C${index}`, link(next(index + 1))] as const);
  const schemas = { A: next(0), ...Object.fromEntries(links), [`C${length}`]: { type: 'object' } };
  return documentOf(schemas);
}

describe('a chain of schemas of any length is followed, or reported as too long', () => {
  // As long as compilers can follow; the work grows with the square of the length, so that only two kinds are as long.
  const lengthOf = (name: string): number => (name === 'allOf' || name === 'properties' ? 1_150 : 400);
  test.each(Object.entries(CHAINS))('of %s', { timeout: 600_000 }, async (name, link) => {
    const asked = { name, document: chained(lengthOf(name), link), paths: ['/a'], isJudged: true };
    expect(await faultsOf([asked])).toEqual([]);
  });

  test('beyond what compilers can follow everything is allowed, and a diagnostic names the line', async () => {
    const { diagnostics } = await inspectDocument({ document: chained(1_300, (next) => ({ allOf: [next] })) });
    expect(diagnostics).toMatchObject([{ code: 'deep-reference', pointer: '/components/schemas/C1201' }]);
  });
});

test('inspect tells of which schema no value was found', async () => {
  const { diagnostics } = await inspectDocument({ document: documentOf(HOSTILE['alternatives of each other'] ?? {}) });
  expect(diagnostics).toMatchObject([{ code: 'no-value-found', pointer: '/components/schemas/A' }]);
  expect(diagnostics[0]?.message).toMatch(/no value was found within \d+ steps for #\/components\/schemas\/A/);
});

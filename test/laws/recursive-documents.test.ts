import { describe, expect, test } from 'vitest';
import { faultsOf } from './bounded.ts';
import { recursiveDocument } from './recursive-document.ts';

const FIRST = Number(process.env['RECURSIVE_FROM'] ?? 0);
const COUNT = Number(process.env['RECURSIVE'] ?? 80);

describe('no schema holds the process, however its parts lead to each other (law)', () => {
  test.each([0, 1, 2, 3].map((part) => FIRST + (part * COUNT) / 4))(
    'from %d on',
    { timeout: 600_000 },
    async (from) => {
      const seeds = Array.from({ length: COUNT / 4 }, (_, index) => from + index);
      const asked = seeds.map((seed) => ({ name: String(seed), document: recursiveDocument(seed), paths: ['/a'] }));
      expect(await faultsOf(asked)).toEqual([]);
    },
  );
});

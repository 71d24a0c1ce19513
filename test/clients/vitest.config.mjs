import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { standin: resolve(import.meta.dirname, '../../src/library/index.ts') } },
  test: { include: ['*.test.mjs'], testTimeout: 60_000, hookTimeout: 120_000 },
});

import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { standin: resolve(import.meta.dirname, '../../src/library/index.ts') } },
  test: {
    globalSetup: join(import.meta.dirname, '../temporary-folder.mjs'),
    include: ['*.test.mjs'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});

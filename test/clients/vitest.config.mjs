import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SOURCES } from '../sources/options.ts';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { standin: resolve(import.meta.dirname, '../../src/library/index.ts') } },
  test: {
    ...SOURCES,
    globalSetup: join(import.meta.dirname, '../temporary-folder.mjs'),
    include: ['*.test.mjs'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});

import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    globalSetup: join(import.meta.dirname, '../temporary-folder.mjs'),
    include: ['*.test.mjs'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});

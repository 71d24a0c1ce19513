import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SOURCES } from '../sources/options.ts';

/** The console in an installed Chromium, against the built files. One browser at a time. */
export default defineConfig({
  resolve: { alias: { standin: fileURLToPath(new URL('../../src/library/index.ts', import.meta.url)) } },
  test: {
    ...SOURCES,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    globalSetup: fileURLToPath(new URL('../temporary-folder.mjs', import.meta.url)),
    include: ['test/console/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['*.test.mjs'], testTimeout: 60_000, hookTimeout: 180_000 },
});

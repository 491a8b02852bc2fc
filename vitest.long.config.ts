import { defineConfig } from 'vitest/config';

/** Runs of their own that take minutes: `npm run simulate`, `npm run fuzz`. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.ts'],
    testTimeout: 3_600_000,
  },
});

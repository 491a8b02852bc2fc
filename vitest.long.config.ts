import { defineConfig } from 'vitest/config';

/** Runs of their own that need more than `npm test`, in time or in tools: `npm run simulate`, `npm run test-toolchains`. */
export default defineConfig({
  test: {
    include: ['test/**/*.long.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
});

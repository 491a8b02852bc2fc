import { defineConfig } from 'vitest/config';

const source = (path: string): string => new URL(`./src/${path}`, import.meta.url).pathname;

export default defineConfig({
  // The examples name the package, as whoever copies them does; here it is its source.
  resolve: {
    alias: [
      { find: /^energy-rental-sandbox$/, replacement: source('index.ts') },
      { find: 'energy-rental-sandbox/client', replacement: source('client/index.ts') },
      { find: 'energy-rental-sandbox/vitest', replacement: source('testing/vitest.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    globalSetup: 'test/support/prepared.ts',
    testTimeout: 20_000,
  },
});

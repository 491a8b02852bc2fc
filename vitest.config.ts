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
    // The main process has little to do once the modules are transformed, so that each processor takes a worker.
    maxWorkers: '100%',
    // Loading the program anew for every file takes longer than the tests do; test/architecture keeps files apart.
    isolate: false,
    testTimeout: 20_000,
  },
});

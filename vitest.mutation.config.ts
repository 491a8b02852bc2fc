import { defineConfig } from 'vitest/config';

/** The tests that mutants of domain and engine must get past; the simulation is short, because each of them meets it. */
export default defineConfig({
  test: {
    include: ['test/{domain,engine}/**/*.test.ts', 'test/simulation/{regressions,simulation}.test.ts'],
    env: { COMMANDS: '400' },
    // A fresh module graph for every test file would cost ten times what the tests do.
    isolate: false,
    testTimeout: 20_000,
  },
});

import { defineConfig } from 'vitest/config';

/** The tests that mutants of domain and engine must get past; the simulation is short, because each of them meets it. */
export default defineConfig({
  test: {
    include: ['test/{domain,engine}/**/*.test.ts', 'test/simulation/{regressions,simulation}.test.ts'],
    env: { COMMANDS: '800' },
    testTimeout: 20_000,
  },
});

import { defineConfig } from 'vitest/config';

/** The tests that mutants of domain and engine must get past; the simulation is short, because each of them meets it. */
export default defineConfig({
  test: {
    include: ['test/{domain,engine}/**/*.test.ts', 'test/simulation/{regressions,simulation}.test.ts'],
    env: { COMMANDS: '400' },
    // Whatever a mutant could leave behind in a module, the next one finds it only in a process that is not done anyway.
    isolate: false,
    testTimeout: 20_000,
  },
});

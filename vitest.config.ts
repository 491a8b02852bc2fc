import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';
import { tellSkipped } from './test/support/skipped-reporter.ts';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

/** Tests that measure times, and so need the machine to themselves. */
const MEASURING = [
  'test/dashboard/browser/live.long.ts',
  'test/system/load/longest-block.long.ts',
  'test/host/storage/large-account.long.ts',
];

const FIRST_TIER = ['test/**/*.test.ts', 'examples/**/*.test.ts'];
const LONG_TIER = [...FIRST_TIER, 'test/**/*.long.ts'];

/** They print failures and the summary; --reporter=verbose prints every test. */
const REPORTERS = [
  process.stdout.isTTY ? 'dot' : 'minimal',
  ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
];

const HOUR_MS = 3_600_000;

/** Says at the end how to repeat a run with the same random numbers. */
const tellSeed = (seed: string): Reporter => ({
  onTestRunEnd: () =>
    console.log(`The seed of this run: ${seed}. SEED=${seed} npm run test:long repeats it.`),
});

/** `vitest run` is the first tier, `vitest run --mode long` the long one. CONTRIBUTING.md says what each finds. */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const seed = process.env.SEED ?? String(randomInt(2 ** 31));
  // Only what hangs takes so long, also on a machine that is ten times slower.
  const timeoutMs = isLong ? HOUR_MS : 240_000;
  // Each project repeats them: what it takes from the root is evaluated without the mode.
  const timeouts = {
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // The default of one second is as long as storage waits before it tries a failed write again.
    expect: { poll: { timeout: isLong ? HOUR_MS : 60_000 } },
  };
  return {
    // The examples name the package, as whoever copies them does; here it is its source.
    resolve: {
      alias: [
        { find: /^energy-rental-sandbox$/, replacement: source('index.ts') },
        { find: 'energy-rental-sandbox/client', replacement: source('client/index.ts') },
        { find: 'energy-rental-sandbox/vitest', replacement: source('testing/vitest.ts') },
      ],
    },
    test: {
      globalSetup: 'test/support/prepared.ts',
      setupFiles: ['test/support/random-tests.ts', 'test/support/end-children.ts'],
      // A missing golden answer fails; `npm run generate-golden` writes it.
      update: 'none',
      // Loading the program anew for every file takes longer than the tests do; test/project/architecture keeps files apart.
      isolate: false,
      // One more than two processors, because some tests wait for processes of their own.
      maxWorkers: 3,
      ...(isLong ? { env: { TEST_TIER: 'long', SEED: seed } } : {}),
      reporters: [...REPORTERS, tellSkipped, ...(isLong ? [tellSeed(seed)] : [])],
      projects: [
        {
          extends: true,
          test: {
            name: 'tests',
            ...timeouts,
            include: isLong ? LONG_TIER : FIRST_TIER,
            exclude: [...configDefaults.exclude, ...MEASURING],
            sequence: { groupOrder: 1 },
          },
        },
        ...(isLong
          ? [
              {
                extends: true as const,
                test: {
                  name: 'measuring',
                  ...timeouts,
                  include: MEASURING,
                  maxWorkers: 1,
                  sequence: { groupOrder: 2 },
                },
              },
            ]
          : []),
      ],
    },
  };
});

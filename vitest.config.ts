import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = (path: string): string => new URL(`./src/${path}`, import.meta.url).pathname;

/** Tests that allow so many milliseconds for something: they run after the others, with the machine to themselves. */
const MEASURING = [
  'test/browser/live.test.ts',
  'test/load/longest-block.test.ts',
  'test/storage/large-account.test.ts',
];

/** The file that takes longest by far. */
const LONGEST = '/test/explore/explore-suites.test.ts';

/** Begins with the longest file, which would otherwise run alone at the end. Vitest knows only how large new files are. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(LONGEST);
    return [...sorted.filter(isLongest), ...sorted.filter(file => !isLongest(file))];
  }
}

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
    globalSetup: 'test/support/prepared.ts',
    // Only what hangs takes so long, also on a machine that is ten times slower.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The default of one second is as long as storage waits before it tries a failed write again.
    expect: { poll: { timeout: 60_000 } },
    // A fixture that is missing is a failure, and is not written by the test that needs it; `--update` writes it.
    update: 'none',
    // Loading the program anew for every file takes longer than the tests do; test/architecture keeps files apart.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...MEASURING],
          // The main process has little to do once the modules are transformed, so that each processor takes a worker.
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: MEASURING, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});

import { spawnSync } from 'node:child_process';
import { childEnvironment } from './child-environment.ts';
import { chromiumPath } from './chromium.ts';
import PROGRAMS from './programs.json' with { type: 'json' };

type ProgramName = keyof typeof PROGRAMS;

/** Starts a program as process 1 of its own process and network namespaces, as in a container. */
export const CONTAINER = ['unshare', '-p', '-n', '-f', '--mount-proc', '--kill-child=SIGKILL'] as const;

const isRoot = process.getuid?.() === 0;

const succeeds = (command: string, ...words: readonly string[]): boolean =>
  spawnSync(command, words, { env: childEnvironment() }).status === 0;

/** The command among those of a program's checks that succeeds on this machine, or null. */
const foundBy = (checks: readonly (readonly string[])[]): string | null =>
  checks.find(([command, ...words]) => succeeds(command!, ...words))?.[0] ?? null;

/** How many files a process of the tests may open at once. Windows has no limit. */
function fileDescriptors(): number {
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8', env: childEnvironment() });
  return Number.parseInt(stdout, 10) || Number.POSITIVE_INFINITY;
}

/** What some tests need besides programs: whether it is there, and how to get it. */
const CONDITIONS = {
  root: { has: () => isRoot, get: 'run the tests as root' },
  'ordinary user': { has: () => !isRoot, get: 'run the tests as another user than root' },
  containers: {
    has: () => succeeds(CONTAINER[0], ...CONTAINER.slice(1), 'true'),
    get: 'run the tests as root on Linux, where unshare may make namespaces',
  },
  '1,024 file descriptors': { has: () => fileDescriptors() >= 1_024, get: 'ulimit -n 1024' },
} as const;

/** A program or a condition of the machine without which some tests are skipped. */
export type Need = ProgramName | keyof typeof CONDITIONS;

const isCondition = (need: Need): need is keyof typeof CONDITIONS => Object.hasOwn(CONDITIONS, need);

const looked = new Map<ProgramName, string | null>();

/** The path of a program that tests need, or its name if it is in PATH. Null if it is missing. */
export function programPath(name: ProgramName): string | null {
  if (!looked.has(name))
    looked.set(name, name === 'chromium' ? chromiumPath() : foundBy(PROGRAMS[name].checks));
  return looked.get(name)!;
}

/** In CI, as GitHub, GitLab and others name it. On Linux, `.ci/run` installs every program there. */
const IS_CI_WITH_PROGRAMS = /^(true|1)$/i.test(process.env.CI ?? '') && process.platform === 'linux';

/**
 * Why tests are skipped, as in the end of their titles: "no php; apt-get install php-cli". Null if nothing is missing.
 * @throws Error in CI on Linux if a program is missing, because no test that needs one may be skipped there
 */
function lackOf(need: Need): string | null {
  if (isCondition(need)) return CONDITIONS[need].has() ? null : `no ${need}; ${CONDITIONS[need].get}`;
  if (programPath(need) !== null) return null;
  const other = need === 'chromium' ? ', or set CHROMIUM_PATH to a browser based on it' : '';
  const lack = `no ${need}; apt-get install ${PROGRAMS[need].package}${other}`;
  if (IS_CI_WITH_PROGRAMS) throw new Error(`${lack}. In CI, no test that needs a program is skipped.`);
  return lack;
}

/** What is missing of what tests need. */
export const lacksOf = (needs: readonly Need[]): string[] => needs.map(lackOf).filter(lack => lack !== null);

/** The end of the title of tests that are skipped; '' if nothing is missing. */
export const endOfTitle = (lacks: readonly string[]): string =>
  lacks.map(lack => ` (skipped: ${lack})`).join('');

/** What is missing according to the full name of a skipped test. */
export const lacksInName = (name: string): string[] =>
  [...name.matchAll(/ \(skipped: (no [^)]+)\)/g)].map(([, lack]) => lack!);

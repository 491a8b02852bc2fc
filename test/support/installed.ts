import { spawnSync } from 'node:child_process';

/**
 * Whether the program that some tests need is installed: a command succeeds that only asks for its version or the like.
 * Without it, the tests are skipped.
 * @throws Error in CI on Linux, where `.ci/run` installs every program
 */
export function isInstalled(...command: readonly string[]): boolean {
  const [program = '', ...words] = command;
  if (spawnSync(program, words).status === 0) return true;
  if (process.env.CI && process.platform === 'linux')
    throw new Error(`"${command.join(' ')}" fails, and in CI no test is skipped; install it in .ci/run`);
  return false;
}

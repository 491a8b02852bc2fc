import type { Consumer, Outcome } from './consumer.ts';

/** Runs the tests whose accounts are judged. */
export const runJudged = (consumer: Consumer, environment: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  consumer.vitest('vitest.judged.config.mjs', environment);

/** What the console of a test has printed, without the header of Vitest. */
export const printedBy = (output: string, name: string): string =>
  output
    .split(/^(?=stderr \| )/m)
    .filter(part => part.startsWith(`stderr | judged.ts > ${name}\n`))
    .map(part => part.split('\n\n⎯')[0]!.split('\n').slice(1).join('\n'))
    .join('');

/** Runs the tests whose coverage is measured. */
export const runCovered = (
  consumer: Consumer,
  environment: NodeJS.ProcessEnv,
  args: readonly string[] = [],
): Promise<Outcome> => consumer.vitest('vitest.covered.config.mjs', environment, args);

/** How often a sandbox of the run answered an operation with a status, from the matrix. */
export const rowOf = (output: string, operation: string): string =>
  output.split('\n').find(line => line.startsWith(operation)) ?? '';

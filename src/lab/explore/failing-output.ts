/** What the output of a failing suite says. */
export interface FailingOutput {
  /** The lines about the tests that failed; of an unknown test runner, the last lines. */
  readonly lines: readonly string[];
  /** The time limit of the test runner, in milliseconds, if every failed test ran into one; otherwise null. */
  readonly timeLimitMs: number | null;
  /** True if the test runner has repeated failed tests. */
  readonly hasRetries: boolean;
}

const MAX_LINES = 30;
const MAX_LINES_OF_TEST = 9;

/** The first lines of what test runners say about a failed test. */
const START = new RegExp(
  [
    /^\s*not ok\b/, // TAP
    /^ FAIL {2}\S/, // Vitest
    /^ {2}● (?!Console$)/, // Jest
    /^_{3,} .+ _{3,}$/, // pytest
    /^\s*--- FAIL: |^panic: |^\s+\S+_test\.go:\d+: /, // Go
    /^✖ /, // the spec reporter of node:test
    /^(?:FAIL|ERROR): \S/, // unittest
  ]
    .map(({ source }) => source)
    .join('|'),
);
const END =
  /^\s*\.\.\.$|^⎯|^={5,}|^-{5,} |^Test Suites:|^(?:PASS|FAIL|ok)(?:\s|$)|^exit status|^test at |^\s*stack: |^Ran \d+ test|^\s*ok \d|^\s*# /;
/** Stack frames, source code, and the fields that TAP repeats for each test. */
const NOISE =
  /^\s*(?:---|(?:duration_ms|code|name|type|failureType|operator|generatedMessage|expected|actual):.*|at .*|\S.* \(?(?:node|file):.*)$|^-{5,}$|^\s*(?:>\s*)?\d*\s*\|/;

/** What pytest says about a test, without the source code of the whole function. */
const OF_PYTEST = /^_|^E |^> |^\S+:\d+: /;

/** The spec reporter of node:test lists the failed tests again, together, below this line. */
const LIST_OF_SPEC = '✖ failing tests:';
/** A test that failed only because of another one. */
const OF_ANOTHER = /subtests? failed|did not finish before its parent/;

const TIME_LIMIT =
  /\b(?:test|hook) timed out (?:in|after) ([\d.]+) ?(ms|s|m)|\bExceeded timeout of ([\d.]+) (ms) for a|\bTest timeout of ([\d.]+)(ms) exceeded|\bTimeout of ([\d.]+)(ms) exceeded\. For|\bTimeout \(?>([\d.]+)(s)/i;
/** What a failed assertion prints. Its message may quote a time limit. */
const ASSERTION = /\bAssertionError\b|\bERR_ASSERTION\b|^E +assert /m;
/** Vitest, Playwright, pytest, Cypress. */
const RETRY = /\(retry x\d+\)|\bRetry #\d|\b\d+ rerun\b|\(Attempt \d+ of \d+\)/;
const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** The time limit that a failed test ran into, in milliseconds; Infinity if it failed for another reason. */
function timeLimitIn(block: readonly string[]): number {
  const text = block.join('\n');
  if (ASSERTION.test(text)) return Number.POSITIVE_INFINITY;
  const [value, unit] = (TIME_LIMIT.exec(text) ?? []).slice(1).filter(Boolean);
  return value === undefined ? Number.POSITIVE_INFINITY : Number(value) * UNIT_MS[unit!.toLowerCase()]!;
}

function blocksIn(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  let isInside = false;
  for (const line of lines.slice(lines.indexOf(LIST_OF_SPEC) + 1)) {
    if (START.test(line)) blocks.push([]);
    isInside = START.test(line) || (isInside && !END.test(line));
    if (isInside) blocks.at(-1)!.push(line);
  }
  return blocks.filter(block => !block.some(line => OF_ANOTHER.test(line)));
}

const isShown = (line: string, _: number, block: readonly string[]): boolean =>
  block[0]!.startsWith('_') ? OF_PYTEST.test(line) : !NOISE.test(line);

/** Finds what the output of a test runner says about the tests that failed: TAP, node:test, Vitest, Jest, pytest, Go. */
export function failingOutput(lines: readonly string[]): FailingOutput {
  const blocks = blocksIn(lines);
  const hasRetries = lines.some(line => RETRY.test(line));
  if (blocks.length === 0) return { lines: lines.slice(-MAX_LINES), timeLimitMs: null, hasRetries };
  const limits = blocks.map(timeLimitIn);
  return {
    lines: blocks.flatMap(block => block.filter(isShown).slice(0, MAX_LINES_OF_TEST)).slice(0, MAX_LINES),
    timeLimitMs: limits.every(Number.isFinite) ? Math.min(...limits) : null,
    hasRetries,
  };
}

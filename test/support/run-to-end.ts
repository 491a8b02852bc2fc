/** Runs all steps of a generator and returns its result. */
export function runToEnd<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

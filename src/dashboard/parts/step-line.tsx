/** A value that holds from an instant on. */
export interface Step {
  readonly atMs: number;
  readonly value: number;
}

const WIDTH = 100;
const HEIGHT = 40;

/** The path of a value that changes in steps, oldest first, up to an instant. */
function pathOf(steps: readonly Step[], untilMs: number): string {
  const fromMs = steps[0]!.atMs;
  const length = Math.max(1, untilMs - fromMs);
  const highest = Math.max(...steps.map(({ value }) => value), 1e-9);
  const x = (atMs: number): string => (((atMs - fromMs) / length) * WIDTH).toFixed(2);
  const y = (value: number): string => (HEIGHT - 1 - (value / highest) * (HEIGHT - 3)).toFixed(2);
  const moves = steps.slice(1).map(({ atMs, value }) => `H${x(atMs)}V${y(value)}`);
  return `M0,${y(steps[0]!.value)}${moves.join('')}H${WIDTH}`;
}

/** A step line from zero, as wide as its container. The text that it illustrates has to say the value. */
export function StepLine({ steps, untilMs }: { steps: readonly Step[]; untilMs: number }) {
  if (steps.length === 0) return null;
  const path = pathOf(steps, untilMs);
  return (
    <svg class="step-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`${path}V${HEIGHT}H0Z`} />
      <path class="line" d={path} />
    </svg>
  );
}

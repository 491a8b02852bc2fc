import type { components } from '../../contract/control-v1.generated.ts';

type Entry = components['schemas']['LedgerEntry'];

/** A point of the balance: its value from a ledger entry on. */
export interface BalancePoint {
  readonly x: number;
  readonly y: number;
  readonly entry: Entry;
}

/** The balance over time as a step line, in pixels. */
export interface BalancePlot {
  /** Oldest first. */
  readonly points: readonly BalancePoint[];
  /** The step line, up to the right edge. */
  readonly line: string;
  /** The area below it. */
  readonly area: string;
  /** Amounts with a horizontal line, in TRX. */
  readonly levels: readonly { readonly y: number; readonly trx: number }[];
}

/** The space of a plot, in pixels. */
export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

const TOP = 10;
const LEVELS = 3;

/** The next larger of 1, 2 and 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= least) ?? 10 * power;
}

/** Places the balance after each entry. @param entries of the ledger, oldest first */
export function layOutBalance(entries: readonly Entry[], { width, height }: PlotSize): BalancePlot | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const startMs = Date.parse(first.at);
  const lengthMs = Math.max(1, Date.parse(last.at) - startMs);
  const highest = Math.max(...entries.map(({ balance_trx }) => balance_trx), 0.000001);
  const step = roundStep(highest / LEVELS);
  const top = Math.ceil(highest / step) * step;
  const place = (trx: number): number => TOP + (height - TOP) * (1 - trx / top);
  // The last entry keeps a little room, so that its level can be seen.
  const points = entries.map(entry => ({
    x: ((Date.parse(entry.at) - startMs) / lengthMs) * width * 0.96,
    y: place(entry.balance_trx),
    entry,
  }));
  const path = points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  const line = `${path}H${width}`;
  const levels = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return {
    points,
    line,
    area: `${line}V${height}H${points[0]!.x}z`,
    levels: levels.map(trx => ({ y: place(trx), trx })),
  };
}

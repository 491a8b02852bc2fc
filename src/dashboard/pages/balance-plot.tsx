import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { SUN_PER_TRX, toTrx } from '../../core/domain/money.ts';
import type { Schemas } from '../api.ts';
import { dayAndTime, plural, signedTrx, trx } from '../format.ts';
import { useExtent } from '../parts/use-extent.ts';

type Entry = Schemas['LedgerEntry'];

/** A point of the balance: its value from a ledger entry on. */
interface BalancePoint {
  readonly x: number;
  readonly y: number;
  readonly entry: Entry;
}

/** The balance over time as a step line, in pixels. */
interface BalancePlot {
  /** Oldest first. */
  readonly points: readonly BalancePoint[];
  /** The step line, up to the right edge. */
  readonly line: string;
  /** The area below it. */
  readonly area: string;
  /** The horizontal lines with their amounts in TRX. */
  readonly levels: readonly { readonly y: number; readonly text: string }[];
}

/** The space of a plot, in pixels. */
interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** The space above the highest and below the lowest level, so that the line is not cut. */
const MARGIN = 8;
const LEVELS = 3;

/** The next larger of 1, 2 and 5 times a power of ten, in sun. */
function roundStep(leastSun: number): number {
  const power = 10 ** Math.floor(Math.log10(leastSun));
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= leastSun) ?? 10 * power;
}

/** The levels around the balances, in sun: from the lowest to the highest, so that each change can be seen. */
function levelsOf(balances: readonly number[]): number[] {
  const [low, high] = [Math.min(...balances), Math.max(...balances)];
  if (low === high) return [low];
  const step = roundStep((high - low) / LEVELS);
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** Places the balance after each entry. @param entries of the ledger, oldest first; levels in sun */
function layOutBalance(
  entries: readonly Entry[],
  levels: readonly number[],
  { width, height }: PlotSize,
): BalancePlot | null {
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return null;
  const startMs = Date.parse(first.at);
  const lengthMs = Math.max(1, Date.parse(last.at) - startMs);
  const [bottom, top] = [levels[0]!, levels.at(-1)!];
  const place = (sun: number): number =>
    top === bottom ? height / 2 : MARGIN + ((height - 2 * MARGIN) * (top - sun)) / (top - bottom);
  // The last entry keeps a little room, so that its level can be seen.
  const points = entries.map(entry => ({
    x: ((Date.parse(entry.at) - startMs) / lengthMs) * width * 0.96,
    y: place(entry.balance_trx * SUN_PER_TRX),
    entry,
  }));
  const path = points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  const line = `${path}H${width}`;
  return {
    points,
    line,
    area: `${line}V${height}H${points[0]!.x}z`,
    levels: levels.map(sun => ({ y: place(sun), text: trx(toTrx(sun)) })),
  };
}

const HEIGHT = 140;
/** The width of a digit of a label, and the space beside the label. */
const DIGIT = 6.6;
const LABEL_GAP = 14;

/** An entry in words: `2026-01-01 00:00:12, debit of order 17: −3.90 TRX, balance 96.10 TRX`. */
function describe({ at, kind, order_id, amount_trx, balance_trx }: Entry): string {
  const order = order_id === null ? '' : ` of order ${order_id}`;
  return `${dayAndTime(at)}, ${kind}${order}: ${signedTrx(amount_trx)} TRX, balance ${trx(balance_trx)} TRX`;
}

const nearestTo = (x: number, points: readonly BalancePoint[]): BalancePoint | null =>
  points.reduce<BalancePoint | null>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    null,
  );

/** The balance over time. The ledger below it has the same figures. @param entries of the ledger, oldest first */
export function BalancePlotView({ entries }: { entries: readonly Entry[] }) {
  const container = useRef<HTMLDivElement>(null);
  const width = useExtent(container, 'clientWidth', 0);
  const pointed = useSignal<BalancePoint | null>(null);
  const levels = levelsOf(entries.map(({ balance_trx }) => Math.round(balance_trx * SUN_PER_TRX)));
  const labels = LABEL_GAP + DIGIT * Math.max(...levels.map(sun => trx(toTrx(sun)).length));
  const inner = Math.max(60, width.value - labels);
  const plot = layOutBalance(entries, levels, { width: inner, height: HEIGHT });
  const last = entries.at(-1);
  if (!plot || !last) return null;
  return (
    <div class="plot" ref={container}>
      <p class="plot-readout faint">{describe(pointed.value?.entry ?? last)}</p>
      <svg
        width={width.value}
        height={HEIGHT + 6}
        role="img"
        aria-label={`Balance after ${plural(entries.length, 'ledger entry', 'ledger entries')}, now ${trx(last.balance_trx)} TRX`}
        onPointerMove={event => {
          const left = event.currentTarget.getBoundingClientRect().left;
          pointed.value = nearestTo(event.clientX - left - labels, plot.points);
        }}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        <g transform={`translate(${labels} 0)`}>
          <Curve plot={plot} width={inner} pointed={pointed.value} />
        </g>
      </svg>
    </div>
  );
}

interface CurveProps {
  readonly plot: BalancePlot;
  readonly width: number;
  readonly pointed: BalancePoint | null;
}

/** Points are drawn where the balance grew: refunds, deposits and adjustments. */
function Curve({ plot, width, pointed }: CurveProps) {
  const grown = plot.points.filter(({ entry }) => entry.kind !== 'opening' && entry.amount_trx > 0);
  return (
    <>
      {plot.levels.map(({ y, text }) => (
        <g key={text}>
          <line class="plot-level" x1="0" x2={width} y1={y} y2={y} />
          <text class="plot-amount" x="-8" y={y + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      <path class="plot-area" d={plot.area} />
      <path class="plot-line" d={plot.line} />
      {grown.map(({ x, y }, index) => (
        <circle key={index} class="plot-gain" cx={x} cy={y} r="3.5" />
      ))}
      {pointed && <line class="plot-cursor" x1={pointed.x} x2={pointed.x} y1="4" y2={HEIGHT} />}
      {pointed && <circle class="plot-pointed" cx={pointed.x} cy={pointed.y} r="4.5" />}
    </>
  );
}

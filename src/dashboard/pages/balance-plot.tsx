import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Schemas } from '../api.ts';
import { dayAndTime, plural, signedTrx, trx } from '../format.ts';
import { useExtent } from '../parts/use-extent.ts';
import { type BalancePlot, type BalancePoint, layOutBalance } from './balance-plot-layout.ts';

type Entry = Schemas['LedgerEntry'];

const HEIGHT = 140;
const LABELS = 56;

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
  const inner = Math.max(60, width.value - LABELS);
  const plot = layOutBalance(entries, { width: inner, height: HEIGHT });
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
          pointed.value = nearestTo(event.clientX - left - LABELS, plot.points);
        }}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        <g transform={`translate(${LABELS} 0)`}>
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
      {plot.levels.map(({ y, trx: level }) => (
        <g key={level}>
          <line class="plot-level" x1="0" x2={width} y1={y} y2={y} />
          <text class="plot-amount" x="-8" y={y + 4} text-anchor="end">
            {level.toLocaleString('en-US', { maximumFractionDigits: 6 })}
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

import { bug } from './bug.ts';

/** Sun of an amount in TRX. The service writes amounts as JSON numbers with up to six decimals. */
export function sunOf(trx: number): number {
  if (bug('money-unrounded')) return trx * 1_000_000;
  if (bug('money-in-cents')) return Math.round(trx * 100) * 10_000;
  return Math.round(trx * 1_000_000);
}

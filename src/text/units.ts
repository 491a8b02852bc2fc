/** An amount with its unit: `3.9 TRX`. */
export const trxText = (trx: number): string =>
  `${trx.toLocaleString('en-US', { maximumFractionDigits: 6 })} TRX`;

/** `1 order`, `2 orders`. */
export const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

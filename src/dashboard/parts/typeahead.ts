/** A pause longer than this begins a new word. */
const WORD_PAUSE_MS = 700;

/**
 * Finds entries by the letters that are typed. The same letter again moves to the next entry that begins with it.
 * @returns a function that returns the index of the entry for a key, or null
 */
export function createTypeahead(): (key: string, items: readonly HTMLElement[], at: number) => number | null {
  let typed = '';
  let lastMs = 0;
  return (key, items, at) => {
    if (key.length !== 1 || key === ' ') return null;
    const nowMs = performance.now();
    typed = nowMs - lastMs > WORD_PAUSE_MS ? '' : typed;
    lastMs = nowMs;
    const isRepeat = typed === key.toLowerCase();
    typed = isRepeat ? typed : typed + key.toLowerCase();
    const from = typed.length === 1 ? at + 1 : Math.max(at, 0);
    const begins = (item: HTMLElement): boolean =>
      (item.textContent ?? '').trim().toLowerCase().startsWith(typed);
    const order = items.map((_, index) => (from + index) % items.length);
    return order.find(index => begins(items[index]!)) ?? null;
  };
}

/** A pause longer than this begins a new word. */
const WORD_PAUSE_MS = 700;

/** A key press. */
interface Press {
  readonly key: string;
  /** The time when it was pressed, in milliseconds: a page that is busy handles it later. */
  readonly timeStamp: number;
}

/**
 * Finds entries by the letters that are typed. The same letter again moves to the next entry that begins with it.
 * @returns a function that returns the index of the entry for a key press, or null
 */
export function createTypeahead(): (
  press: Press,
  items: readonly { readonly textContent: string | null }[],
  at: number,
) => number | null {
  let typed = '';
  let lastMs = 0;
  return ({ key, timeStamp }, items, at) => {
    if (key.length !== 1 || key === ' ') return null;
    typed = timeStamp - lastMs > WORD_PAUSE_MS ? '' : typed;
    lastMs = timeStamp;
    const isRepeat = typed === key.toLowerCase();
    typed = isRepeat ? typed : typed + key.toLowerCase();
    const from = typed.length === 1 ? at + 1 : Math.max(at, 0);
    const begins = (item: { readonly textContent: string | null }): boolean =>
      (item.textContent ?? '').trim().toLowerCase().startsWith(typed);
    const order = items.map((_, index) => (from + index) % items.length);
    return order.find(index => begins(items[index]!)) ?? null;
  };
}

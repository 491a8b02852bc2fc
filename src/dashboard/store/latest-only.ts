/**
 * Numbers the reads of the same data. Each call begins one and returns whether its result is to be shown: not after that
 * of a later read, which may arrive first, nor after the end.
 */
export function latestOnly(end?: AbortSignal): () => () => boolean {
  let begun = 0;
  let shown = 0;
  return () => {
    begun += 1;
    const number = begun;
    return () => {
      if (end?.aborted || number < shown) return false;
      shown = number;
      return true;
    };
  };
}

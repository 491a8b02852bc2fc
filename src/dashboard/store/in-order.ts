/**
 * Drops answers that come too late. Each call of the result begins a read and returns a function that says, once the read
 * has ended, whether its answer is news: false if that of a later read came first.
 */
export function createSequence(): () => () => boolean {
  let begun = 0;
  let shown = 0;
  return () => {
    begun += 1;
    const mine = begun;
    return () => {
      if (mine < shown) return false;
      shown = mine;
      return true;
    };
  };
}

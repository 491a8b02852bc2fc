/** Works on a list with a number of workers, in order, until one of them throws. */
export async function inPool<T>(
  list: readonly T[],
  jobs: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < list.length) await work(list[next++]!);
    } catch (error) {
      next = list.length;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: jobs }, worker));
  const failed = ends.find(end => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Loads something when it is first needed, so that startup does not wait for it. Later calls get the same; a failure is
 * retried by the next call.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | null = null;
  return () => {
    loading ??= load().catch(error => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

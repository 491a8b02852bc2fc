import type { MeasuredSandbox, Metrics } from '../metrics/metrics.ts';

/** Loads the metrics when they are first asked for. A failure is retried. */
export function lazyMetrics(sandbox: MeasuredSandbox): () => Promise<Metrics> {
  let metrics: Promise<Metrics> | null = null;
  return () => {
    metrics ??= import('../metrics/metrics.ts')
      .then(module => new module.Metrics(sandbox))
      .catch(error => {
        metrics = null;
        throw error;
      });
    return metrics;
  };
}

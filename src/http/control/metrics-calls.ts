import type { Handlers } from './call-types.ts';

/** The call for operators. It responds with text, as Prometheus expects. */
export const metricsCalls: Pick<Handlers, 'getMetrics'> = {
  getMetrics: async ({ metrics: metricsOfServer, response }) => {
    const metrics = await metricsOfServer();
    const text = await metrics.text();
    response.writeHead(200, {
      'Content-Type': metrics.contentType,
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
    return undefined;
  },
};

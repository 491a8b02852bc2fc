import { type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';

const NAME = 'nodejs_eventloop_lag';
const HELP = 'Delay of the event loop in seconds since the previous scrape';
const NANOSECONDS = 1e9;

/** The part of a name, and the value in nanoseconds. */
const FIGURES: readonly (readonly [string, (histogram: IntervalHistogram) => number])[] = [
  ['min', ({ min }) => min],
  ['max', ({ max }) => max],
  ['mean', ({ mean }) => mean],
  ['stddev', ({ stddev }) => stddev],
  ['p50', histogram => histogram.percentile(50)],
  ['p90', histogram => histogram.percentile(90)],
  ['p99', histogram => histogram.percentile(99)],
];

/**
 * The gauges of the event loop, under the names that prom-client gives them. Those of prom-client show NaN and 292 years
 * in a scrape before which nothing was measured: the first one, and one right after another.
 */
export class EventLoopLag {
  readonly #histogram = monitorEventLoopDelay();
  readonly #now: Gauge;
  readonly #figures: readonly { readonly gauge: Gauge; readonly read: (of: IntervalHistogram) => number }[];

  /** Replaces the gauges that prom-client has registered. */
  constructor(registry: Registry) {
    const replace = (name: string, help: string): Gauge => {
      registry.removeSingleMetric(name);
      return new Gauge({ name, help, registers: [registry] });
    };
    this.#now = replace(`${NAME}_seconds`, 'Delay of the event loop in seconds at the time of the scrape.');
    this.#figures = FIGURES.map(([figure, read]) => {
      const gauge = replace(`${NAME}_${figure}_seconds`, `${HELP}: ${figure}.`);
      // A gauge begins with 0, which would be taken for a measurement.
      gauge.remove();
      return { gauge, read };
    });
    this.#histogram.enable();
  }

  /** Sets the gauges. Those of a time in which nothing was measured keep their values, or have none yet. */
  async read(): Promise<void> {
    const start = performance.now();
    await setImmediate();
    this.#now.set((performance.now() - start) / 1000);
    if (this.#histogram.count === 0) return;
    for (const { gauge, read } of this.#figures) gauge.set(read(this.#histogram) / NANOSECONDS);
    this.#histogram.reset();
  }
}

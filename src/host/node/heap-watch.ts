import {
  constants,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** The part of the heap limit in use above which memory is short. The rest is for work in progress, and for collections. */
export const SHORT_OF_MEMORY = 0.85;

/**
 * Calls back after each full garbage collection with the part of the heap limit that is still in use, from 0 to 1. What
 * is in use then cannot be freed. Nothing is measured at other times, so that requests do not pay for it.
 * @returns a function that stops it
 */
export function watchHeap(onCollection: (used: number) => void): () => void {
  const observer = new PerformanceObserver(list => {
    const collections = list.getEntries() as (PerformanceEntry & {
      readonly detail: NodeGCPerformanceDetail;
    })[];
    const isFull = collections.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR);
    if (isFull) onCollection(usedPart());
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

const MIB = 1024 * 1024;

/**
 * The part of the limit that is for new objects only: three semi-spaces of 16 MiB, V8's maximum unless a flag changes it.
 * The process ends when the rest, which `--max-old-space-size` sets, is full.
 */
const YOUNG_GENERATION_BYTES = 48 * MIB;

function usedPart(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / (limit - YOUNG_GENERATION_BYTES);
}

/** How much memory there is, and how to get more, for messages. */
export const moreMemory = (): string =>
  `the heap limit of the process is ${Math.round(getHeapStatistics().heap_size_limit / MIB)} MiB; raise it, for example with NODE_OPTIONS=--max-old-space-size=4096`;

import {
  constants,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;

/** The spaces of new objects. After a collection they fill with garbage again, before anybody can measure. */
const NEW_SPACES = ['new_space', 'new_large_object_space'];

/** V8's default for the largest size of a semi-space, in MiB, which a flag can change. */
const SEMI_SPACE_MIB = '16';
const SEMI_SPACE_FLAG = /--max[-_]semi[-_]space[-_]size[= ](\d+)/g;

/**
 * The maximum size of old objects, which `--max-old-space-size` sets: the process ends when it is reached. V8 tells only
 * its sum with three semi-spaces, whose size it rounds up to a power of two.
 */
function oldLimit(): number {
  const flags = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');
  const semiSpaceMib = Number([...flags.matchAll(SEMI_SPACE_FLAG)].at(-1)?.[1] ?? SEMI_SPACE_MIB);
  return getHeapStatistics().heap_size_limit - 3 * 2 ** Math.ceil(Math.log2(semiSpaceMib)) * MIB;
}

/** The memory for old objects after a full garbage collection: what is in use then cannot be freed. */
export interface HeapUse {
  readonly usedBytes: number;
  readonly limitBytes: number;
  /** True if little is left for work in progress, and for collections. */
  readonly isShort: boolean;
}

/** The part of the limit in use above which memory is short. */
export const SHORT_OF_MEMORY = 0.85;

let latest: HeapUse = { usedBytes: 0, limitBytes: oldLimit(), isShort: false };

function measure({ limitBytes }: HeapUse): HeapUse {
  const spaces = getHeapSpaceStatistics().filter(({ space_name }) => !NEW_SPACES.includes(space_name));
  const usedBytes = spaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  return { usedBytes, limitBytes, isShort: usedBytes > SHORT_OF_MEMORY * limitBytes };
}

type Collection = PerformanceEntry & { readonly detail: NodeGCPerformanceDetail };

// Nothing is measured at other times, so that requests do not pay for it. The observer does not keep the process alive.
new PerformanceObserver(list => {
  const collections = list.getEntries() as Collection[];
  if (collections.some(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
    latest = measure(latest);
}).observe({ entryTypes: ['gc'] });

/** The use of memory by the whole process after its latest full garbage collection; a new object for each. */
export const heapUse = (): HeapUse => latest;

/** How much memory is in use, and how to get more, for messages. */
export const explainMemory = ({ usedBytes, limitBytes }: HeapUse): string =>
  `${Math.round(usedBytes / MIB)} of ${Math.round(limitBytes / MIB)} MiB are in use; raise the limit, for example with NODE_OPTIONS=--max-old-space-size=4096`;

import type { Reporter, TestModule } from 'vitest/node';
import { lacksInName } from './needs.ts';

/** How many tests were skipped for each thing that is missing. */
function countLacks(modules: readonly TestModule[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      for (const lack of new Set(lacksInName(test.fullName))) counts.set(lack, (counts.get(lack) ?? 0) + 1);
    }
  }
  return counts;
}

/** Says at the end what is missing on this machine, how many tests were skipped for it, and how to get it. */
export const tellSkipped: Reporter = {
  onTestRunEnd: modules => {
    for (const [lack, count] of countLacks(modules)) {
      console.log(`${count} ${count === 1 ? 'test was' : 'tests were'} skipped: ${lack}`);
    }
  },
};

import type { components } from '../../contract/control-v1.generated.ts';
import type { Coverage } from '../../coverage/coverage.ts';
import type { Handlers } from './call-types.ts';

const dataOf = ({ items, ...totals }: Coverage): components['schemas']['Coverage'] => ({
  items: items.map(item => ({ ...item })),
  ...totals,
});

/** Calls about what the tests of an integration have met. */
export const coverageCalls: Pick<Handlers, 'getCoverage' | 'getServerCoverage'> = {
  getCoverage: ({ coverage, account }) => dataOf(coverage.of(account)),
  getServerCoverage: ({ coverage }) => dataOf(coverage.all()),
};

import type { AccountRequest } from '../../../src/host/sandbox-core.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { CallParts } from '../../support/api-client.ts';
import type { WebhookReceiver } from '../../support/receiver.ts';
import type { TestAccount, TestSandbox } from '../../support/sandbox.ts';

const ORDER = { address: RECIPIENT, package_id: 1 };

/** More often than any built-in scenario refuses the same request. */
const ATTEMPTS = 4;
const BULK_ITEMS = 6;
/** The operations that read, in the usual order. */
export const READING = ['getQuote', 'createEstimate', 'getBalance'] as const;
export type Reading = (typeof READING)[number];

/** A call that may get no response, or one that cannot be read. */
const surviving = (call: Promise<unknown>): Promise<unknown> => call.catch(() => null);

/**
 * Uses the whole service in the most ordinary way: everything several times, one order and one bulk request, each repeated
 * with the same ids, and the status of the order until nothing more happens to it.
 * @param first the operation that is called first: rules often apply to the first request only
 */
export async function useService(
  sandbox: TestSandbox,
  account: TestAccount,
  headers: Readonly<Record<string, string>> = {},
  first: Reading = 'getQuote',
): Promise<void> {
  const { api } = account;
  let patience = new AbortController();
  const parts = (): CallParts => {
    patience = new AbortController();
    return { headers, signal: patience.signal };
  };
  // The client hangs up as soon as it is certain that its response does not come, or comes late.
  const leave = sandbox.core.facts.join({
    decided: (of, { fault, rule }) => {
      const isLate = fault === 'hang' || rule?.reply?.after !== undefined;
      if (of === account.account && isLate) setImmediate(() => patience.abort());
    },
  });
  const readings: Readonly<Record<Reading, () => Promise<unknown>>> = {
    getQuote: () => api.quote({ package_id: 1 }, parts()),
    createEstimate: () => api.estimate({ recipient_address: RECIPIENT }, parts()),
    getBalance: () => api.balance(parts()),
  };
  const items = Array.from({ length: BULK_ITEMS }, (_, index) => ({
    ...ORDER,
    external_id: `item-${index}`,
  }));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    for (const operation of [first, ...READING]) await surviving(readings[operation]());
    await surviving(api.order({ ...ORDER, external_id: 'order-1' }, parts()));
    await surviving(api.status({ external_id: 'order-1' }, parts()));
    await surviving(api.bulk(items, parts()));
  }
  await account.settle();
  await surviving(api.status({ external_id: 'order-1' }, parts()));
  leave();
}

/** An account of its own with a receiver. */
export async function openWithReceiver(
  sandbox: TestSandbox,
  request: AccountRequest = {},
): Promise<{ readonly account: TestAccount; readonly receiver: WebhookReceiver }> {
  const account = sandbox.openAccount(request);
  return { account, receiver: await sandbox.receive(account.account) };
}

/** The ids of the items that an account has covered. */
export const coveredBy = (sandbox: TestSandbox, { account }: TestAccount): string[] =>
  sandbox.running.coverage
    .of(account)
    .items.filter(({ met }) => met > 0)
    .map(({ id }) => id);

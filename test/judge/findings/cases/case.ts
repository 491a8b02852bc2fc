import type { TestAccount } from '../../../support/sandbox.ts';
import { inline } from '../../../system/integrators/inline.ts';
import type { FindingsStage } from '../stage.ts';

type Play = (stage: FindingsStage) => Promise<TestAccount>;

/** A client or receiver with a bug that one rule reports, and one without it. */
export interface RuleCase {
  readonly rule: string;
  /** Other rules that the same bug implies. Infos are left out. */
  readonly implies?: readonly string[];
  readonly bad: Play;
  readonly good: Play;
}

/** Something that a client does, or that happens to it. */
export type Step = (account: TestAccount, stage: FindingsStage) => Promise<unknown>;

/**
 * A client that takes one step after the other.
 * @param world the name of a scenario, or the text of one; anything else opens the account
 */
export const client =
  (world: string | ((stage: FindingsStage) => TestAccount), ...steps: readonly Step[]): Play =>
  async stage => {
    const account =
      typeof world === 'function'
        ? world(stage)
        : world.includes('\n')
          ? stage.sandbox.openAccount({ scenarios: [inline(world)] })
          : stage.account([world]);
    for (const step of steps) await step(account, stage);
    return account;
  };

export const order =
  (externalId: string, fields: Readonly<Record<string, unknown>> = {}): Step =>
  (account, stage) =>
    stage.order(account, { external_id: externalId, ...fields });
export const bulk =
  (...items: readonly Readonly<Record<string, unknown>>[]): Step =>
  account =>
    account.api.bulk([...items]);
export const status =
  (externalId: string): Step =>
  account =>
    account.api.status({ external_id: externalId });
export const get =
  (path: string): Step =>
  account =>
    account.api.call('GET', path);
export const balance: Step = account => account.api.balance();
export const advance =
  (ms: number): Step =>
  account =>
    account.advance(ms);
export const settle: Step = account => account.settle();
/** Starts a receiver that acknowledges everything. */
export const receive: Step = (account, stage) => stage.sandbox.receive(account.account);
/** Waits for the deliveries under way. */
export const quiet: Step = account => account.quiet();
export const times = (count: number, ...steps: readonly Step[]): Step[] =>
  Array.from({ length: count }, () => steps).flat();

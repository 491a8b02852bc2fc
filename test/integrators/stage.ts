import { test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { WebhookReceiver } from '../support/receiver.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { Bookkeeper, type BookkeeperHabits } from './examples/bookkeeper.ts';
import { Buyer, type BuyerHabits, type BuyerSurroundings } from './examples/buyer.ts';
import { type Followed, type FollowerHabits, follow } from './examples/follower.ts';

/** A package to a recipient to whom nothing special happens. */
export const WISH = { package_id: 1, address: RECIPIENT };
export const PRICE_TRX = 3.9;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** A server with a scenario in force, a receiver, and the means to put integrators' programs before them. */
export class Stage {
  readonly sandbox: TestSandbox;
  readonly receiver: WebhookReceiver;

  constructor(sandbox: TestSandbox, receiver: WebhookReceiver) {
    this.sandbox = sandbox;
    this.receiver = receiver;
  }

  get api(): ApiClient {
    return this.sandbox.api;
  }

  readonly wait = (ms: number): Promise<unknown> => this.sandbox.advance(ms);

  buyer(habits?: BuyerHabits, patience?: BuyerSurroundings['patience']): Buyer {
    const around = { api: this.api, wait: this.wait, ...(patience ? { patience } : {}) };
    return new Buyer(around, habits);
  }

  follow(orderId: number, habits?: FollowerHabits): Promise<Followed> {
    return follow(this.api, orderId, this.wait, habits);
  }

  /** Lets a bookkeeper answer all deliveries from now on. */
  employ(habits?: Partial<BookkeeperHabits>): Bookkeeper {
    const bookkeeper = new Bookkeeper(this.sandbox.running.webhookSecret, habits);
    this.receiver.always(bookkeeper.take);
    return bookkeeper;
  }

  /** Orders the usual wish and answers the order's id. */
  async order(externalId: string, wish: object = WISH): Promise<number> {
    return (await this.api.order({ external_id: externalId, ...wish })).data.order_id;
  }

  /** How often money was taken. */
  get debits(): number {
    return this.sandbox.state.ledger.filter(entry => entry.kind === 'debit').length;
  }

  async balanceTrx(): Promise<number> {
    return (await this.api.balance()).data.balance_trx;
  }
}

/** Starts a stage; the clock stands still unless the options say otherwise. */
export async function setStage(options: TestOptions = {}): Promise<Stage> {
  const sandbox = await startTestSandbox(options);
  return new Stage(sandbox, await sandbox.receive());
}

/** Plays one of the built-in scenarios: a test whose account has it in force from the start. */
export function play(
  scenario: string,
  promise: string,
  act: (stage: Stage) => Promise<void>,
  options: TestOptions = {},
): void {
  test(`${scenario}: ${promise}`, async () => {
    const stage = await setStage({ scenarios: [scenario], ...options });
    await using _sandbox = stage.sandbox;
    await act(stage);
  });
}

import { test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { WebhookReceiver } from '../support/receiver.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../support/sandbox.ts';
import { Bookkeeper, type BookkeeperHabits } from './examples/bookkeeper.ts';
import { Buyer, type BuyerContext, type BuyerHabits } from './examples/buyer.ts';
import { type Followed, type FollowerHabits, follow } from './examples/follower.ts';

/** The fields of an ordinary package order. */
export const ORDER_FIELDS = { package_id: 1, address: RECIPIENT };
export const PRICE_TRX = 3.9;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** A server with a webhook receiver, against which the example programs of integrators are run. */
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

  buyer(habits?: BuyerHabits, timeout?: BuyerContext['timeout']): Buyer {
    const context = { api: this.api, wait: this.wait, ...(timeout ? { timeout } : {}) };
    return new Buyer(context, habits);
  }

  follow(orderId: number, habits?: FollowerHabits): Promise<Followed> {
    return follow(this.api, orderId, this.wait, habits);
  }

  /** Makes a new bookkeeper process all further deliveries. */
  attachBookkeeper(habits?: Partial<BookkeeperHabits>): Bookkeeper {
    const bookkeeper = new Bookkeeper(this.sandbox.running.webhookSecret, habits);
    this.receiver.always(bookkeeper.take);
    return bookkeeper;
  }

  /** Places an order and returns its id. */
  async order(externalId: string, wish: object = ORDER_FIELDS): Promise<number> {
    return (await this.api.order({ external_id: externalId, ...wish })).data.order_id;
  }

  /** The number of debits. */
  get debits(): number {
    return this.sandbox.state.ledger.filter(entry => entry.kind === 'debit').length;
  }

  async balanceTrx(): Promise<number> {
    return (await this.api.balance()).data.balance_trx;
  }
}

/** Starts a stage, by default with a manual clock. */
export async function startStage(options: TestOptions = {}): Promise<Stage> {
  const sandbox = await startTestSandbox(options);
  return new Stage(sandbox, await sandbox.receive());
}

/** Defines a test in which one of the built-in scenarios is active from the start. */
export function testScenario(
  scenario: string,
  behavior: string,
  act: (stage: Stage) => Promise<void>,
  options: TestOptions = {},
): void {
  test(`${scenario}: ${behavior}`, async () => {
    const stage = await startStage({ scenarios: [scenario], ...options });
    await using _sandbox = stage.sandbox;
    await act(stage);
  });
}

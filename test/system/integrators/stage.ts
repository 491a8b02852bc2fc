import { RECIPIENT } from '../../support/addresses.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { WebhookReceiver } from '../../support/receiver.ts';
import { startTestSandbox, type TestOptions, type TestSandbox } from '../../support/sandbox.ts';
import { inline } from './inline.ts';

/** The fields of an ordinary package order. */
export const ORDER_FIELDS = { package_id: 1, address: RECIPIENT };

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;

/** A server with a webhook receiver. */
export class Stage implements AsyncDisposable {
  readonly sandbox: TestSandbox;
  readonly receiver: WebhookReceiver;

  constructor(sandbox: TestSandbox, receiver: WebhookReceiver) {
    this.sandbox = sandbox;
    this.receiver = receiver;
  }

  get api(): ApiClient {
    return this.sandbox.api;
  }

  /** Places an order and returns its id. */
  async order(externalId: string): Promise<number> {
    return (await this.api.order({ external_id: externalId, ...ORDER_FIELDS })).data.order_id;
  }

  /** The times of the first order's steps, and of the attempts of their events, in seconds since it was placed. */
  get instants(): { steps: number[]; attempts: number[][] } {
    const { orders, events } = this.sandbox.state;
    const { steps } = orders[0]!;
    const since = (atMs: number): number => (atMs - steps[0]!.atMs) / SECOND_MS;
    return {
      steps: steps.map(step => since(step.atMs)),
      attempts: steps.map(step => events[step.event]!.attempts.map(attempt => since(attempt.atMs))),
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.sandbox.close();
  }
}

/** Starts a stage, by default with a manual clock. */
export async function startStage(options: TestOptions = {}): Promise<Stage> {
  const sandbox = await startTestSandbox(options);
  return new Stage(sandbox, await sandbox.receive());
}

/** A stage with the given rules, before those of the scenarios in the options. */
export async function stageWith(rules: string, options: TestOptions = {}): Promise<Stage> {
  const stage = await startStage(options);
  const { core, account, state } = stage.sandbox;
  core.runner.execute(account, 'setScenarios', { scenarios: [inline(rules), ...state.scenarios] });
  return stage;
}

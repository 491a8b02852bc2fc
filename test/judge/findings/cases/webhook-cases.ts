import { createHmac } from 'node:crypto';
import type { Corruption } from '../../../../src/core/scenario/rule-effects.ts';
import type { Delivery, Reaction, WebhookReceiver } from '../../../support/receiver.ts';
import type { TestAccount } from '../../../support/sandbox.ts';
import type { FindingsStage } from '../stage.ts';
import type { RuleCase } from './case.ts';

/** An account with one order, whose first event its receiver has accepted. */
async function withReceiver(
  stage: FindingsStage,
): Promise<{ account: TestAccount; receiver: WebhookReceiver }> {
  const account = stage.account();
  const receiver = await stage.sandbox.receive(account.account);
  await stage.order(account, { external_id: 'a' });
  await account.quiet();
  return { account, receiver };
}

/** Sends the first event again, and has the receiver react so. */
async function resend(
  stage: FindingsStage,
  corrupt: Corruption | null,
  reaction: Reaction,
): Promise<TestAccount> {
  const { account, receiver } = await withReceiver(stage);
  receiver.always(reaction);
  stage.sandbox.core.runner.execute(account.account, 'resend', { event: 0, corrupt });
  await account.quiet();
  return account;
}

/** The reaction of a receiver that verifies the raw bytes. */
const verifying =
  (secret: string): Reaction =>
  ({ headers, body }: Delivery) => {
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    return headers['x-webhook-signature'] === expected ? 204 : 401;
  };

/** The reaction of a receiver that verifies what it serializes again. */
const reserialising =
  (secret: string): Reaction =>
  ({ headers, body }: Delivery) => {
    const again = JSON.stringify(JSON.parse(body.toString()));
    const expected = `sha256=${createHmac('sha256', secret).update(again).digest('hex')}`;
    return headers['x-webhook-signature'] === expected ? 204 : 401;
  };

/** Runs a receiver that needs the account's secret. */
async function receiving(
  stage: FindingsStage,
  corrupt: Corruption,
  reactionOf: (secret: string) => Reaction,
): Promise<TestAccount> {
  const { account, receiver } = await withReceiver(stage);
  receiver.always(reactionOf(account.state.webhook.secret));
  stage.sandbox.core.runner.execute(account.account, 'resend', { event: 0, corrupt });
  await account.quiet();
  return account;
}

/** An account whose receiver reacts so to every attempt until all are over. */
async function givenUp(stage: FindingsStage, reactions: readonly Reaction[]): Promise<TestAccount> {
  const account = stage.account(['stuck-processing']);
  const receiver = await stage.sandbox.receive(account.account);
  receiver.always(503);
  receiver.next(...reactions);
  await stage.order(account, { external_id: 'a' });
  await account.settle();
  return account;
}

/** Receivers. */
export const WEBHOOK_CASES: readonly RuleCase[] = [
  {
    rule: 'forged-accepted',
    bad: stage => resend(stage, 'wrong-secret', 204),
    good: stage => receiving(stage, 'wrong-secret', verifying),
  },
  {
    rule: 'genuine-refused',
    bad: stage => resend(stage, null, 404),
    good: stage => resend(stage, null, 503),
  },
  {
    rule: 'genuine-refused',
    bad: stage => receiving(stage, 'reserialised', reserialising),
    good: stage => receiving(stage, 'reserialised', verifying),
  },
  {
    rule: 'genuine-refused',
    bad: stage => resend(stage, 'unknown-event', 500),
    good: stage => receiving(stage, 'unknown-event', verifying),
  },
  {
    rule: 'deliveries-given-up',
    bad: stage => givenUp(stage, []),
    good: stage => givenUp(stage, [503, 503, 204]),
  },
];

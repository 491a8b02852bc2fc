import { isRejection } from '../../../../src/core/domain/error-codes.ts';
import { toSun } from '../../../../src/core/domain/money.ts';
import { isLegalEdge } from '../../../../src/core/domain/order.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { CommandKind } from '../../../../src/core/engine/engine.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';
import { ordersMade } from './placements.ts';

type Checks = { readonly [Kind in CommandKind]?: (call: EngineCall<Kind>) => void };

const kindsOf = ({ executed }: EngineCall): string[] =>
  executed.accountEvents.flatMap(one => (one.kind === 'account' ? [one.change] : []));

/** Commands have their specified effect, and are rejected if they are not possible. */
const CHECKS: Checks = {
  deposit: ({ account: { state }, command }) => {
    const last = state.ledger.at(-1)!;
    holds(
      last.kind === 'deposit' && last.amountSun === command.amountSun,
      () => `a deposit of ${command.amountSun} was entered as ${JSON.stringify(last)}`,
    );
  },
  change: ({ account: { state }, command }) => {
    const { balance_trx, discount_percent, inactive_addresses } = command;
    holds(
      balance_trx === undefined || state.balanceSun === toSun(balance_trx),
      () => `a balance of ${state.balanceSun}`,
    );
    holds(
      discount_percent === undefined || state.settings.discount_percent === discount_percent,
      () => `a discount of ${state.settings.discount_percent}`,
    );
    holds(
      inactive_addresses === undefined || state.inactiveAddresses === inactive_addresses,
      () => `inactive addresses are ${state.inactiveAddresses}`,
    );
  },
  setScenarios: call => {
    holds(
      call.account.state.scenarios === call.command.scenarios,
      () => 'the active scenarios are not those of the command',
    );
    holds(kindsOf(call).at(-1) === 'scenarios', () => 'new scenarios without a happening');
  },
  setWebhook: call => {
    const { url } = call.account.state.webhook;
    holds(url === call.command.url && kindsOf(call).includes('webhook'), () => `the destination is ${url}`);
  },
  setClock: call => {
    const { clock } = call.account.state;
    holds(
      clock === call.command.clock && kindsOf(call).includes('clock'),
      () => `the clock is ${clock.mode}`,
    );
  },
  addKey: call => {
    const { keys } = call.account.state;
    holds(
      keys.at(-1) === call.command.key && kindsOf(call).includes('keys'),
      () => 'a key that was not added',
    );
  },
  revokeKey: call => {
    const { account, command, executed } = call;
    const key = account.state.keys.find(one => one.id === command.id);
    const refused = isRejection(executed.reply);
    holds(refused === (key === undefined), () => `key ${command.id} was ${refused ? 'not ' : ''}revoked`);
    holds(
      refused || (key!.revoked && kindsOf(call).includes('keys')),
      () => `key ${command.id} is still valid`,
    );
  },
  resend: ({ account: { state }, command, executed: { reply, effects } }) => {
    const isPossible = state.events[command.event] !== undefined && state.webhook.url !== null;
    const plan = isRejection(reply) ? null : reply;
    holds(isPossible === (plan !== null), () => `event ${command.event} was ${plan ? '' : 'not '}sent again`);
    holds(
      plan === null ||
        (plan.kind === 'resend' &&
          plan.event === command.event &&
          plan.corrupt === command.corrupt &&
          effects.at(-1)?.plan === plan),
      () => `a resend of event ${command.event} became ${JSON.stringify(plan)}`,
    );
  },
  refund: ({ account, command, executed: { reply } }) => {
    const order = account.orderById(command.order);
    const isPossible = order?.steps.at(-1)?.status === 'failed';
    holds(
      isRejection(reply) === !isPossible,
      () => `order ${command.order} was ${isPossible ? 'not ' : ''}refunded`,
    );
    holds(!isPossible || order.refund !== null, () => `order ${command.order} has no refund`);
  },
};

/** A move is checked against the previous state of its order. */
function checkMove({ account, command, executed: { reply } }: EngineCall<'move'>): void {
  const order = account.orderById(command.order);
  const details = (): string => `order ${command.order} to ${command.to}: ${JSON.stringify(reply)}`;
  if (isRejection(reply)) {
    holds(
      !order || !isLegalEdge(order.steps.at(-1)!.status, command.to),
      () => `rejected without a reason: ${details()}`,
    );
    return;
  }
  const [before, last] = order!.steps.slice(-2);
  holds(last?.status === command.to && last.cause === 'by hand', () => `not moved: ${details()}`);
  holds(
    before !== undefined && isLegalEdge(before.status, command.to),
    () => `moved by a transition that is not in the table: ${details()}`,
  );
}

/** The first event of every order is sent at once, unless a scenario or a missing destination prevents it. */
function checkAnnounced(call: EngineCall): void {
  const { state } = call.account;
  if (state.webhook.url === null) return;
  for (const { order } of ordersMade(call)) {
    const { event } = order.steps[0]!;
    const isSent = call.executed.effects.some(({ plan }) => plan.event === event);
    holds(
      isSent || ['held', 'scheduled', 'dropped'].includes(state.events[event]!.state),
      () => `order ${order.id} has no delivery; its event is ${state.events[event]!.state}`,
    );
  }
}

export class OutcomeCheck implements Check {
  begin(_account: Account): void {}

  after(call: EngineCall): void {
    (CHECKS[call.kind] as ((call: EngineCall) => void) | undefined)?.(call);
    if (call.kind === 'move') checkMove(call as EngineCall<'move'>);
    checkAnnounced(call);
  }
}

import { isLegalEdge } from '../../../src/domain/order.ts';
import type { Account } from '../../../src/engine/account.ts';
import { isRejection } from '../../../src/engine/command-rejection.ts';
import type { CommandKind } from '../../../src/engine/commands.ts';
import type { Passage } from '../world.ts';
import { type Check, holds } from './check.ts';
import { ordersMade } from './placements.ts';

type Arms = { readonly [Kind in CommandKind]?: (passage: Passage<Kind>) => void };

const kindsOf = ({ executed }: Passage): string[] =>
  executed.happenings.flatMap(one => (one.kind === 'account' ? [one.change] : []));

/** Commands do what they say, and are refused where what they are about does not exist or may not be done. */
const ARMS: Arms = {
  deposit: ({ account: { state }, command }) => {
    const last = state.ledger.at(-1)!;
    holds(
      last.kind === 'deposit' && last.amountSun === command.amountSun,
      () => `a deposit of ${command.amountSun} was booked as ${JSON.stringify(last)}`,
    );
  },
  change: ({ account: { state }, command }) => {
    const { balanceSun, discountPercent, inactiveAddresses } = command;
    holds(
      balanceSun === undefined || state.balanceSun === balanceSun,
      () => `a balance of ${state.balanceSun}`,
    );
    holds(
      discountPercent === undefined || state.settings.discount_percent === discountPercent,
      () => `a discount of ${state.settings.discount_percent}`,
    );
    holds(
      inactiveAddresses === undefined || state.inactiveAddresses === inactiveAddresses,
      () => `inactive are ${state.inactiveAddresses}`,
    );
  },
  setScenarios: passage => {
    holds(
      passage.account.state.scenarios === passage.command.scenarios,
      () => 'other scenarios than were put on',
    );
    holds(kindsOf(passage).at(-1) === 'scenarios', () => 'new scenarios that nobody hears of');
  },
  setWebhook: passage => {
    const { url } = passage.account.state.webhook;
    holds(
      url === passage.command.url && kindsOf(passage).includes('webhook'),
      () => `the destination is ${url}`,
    );
  },
  setClock: passage => {
    const { clock } = passage.account.state;
    holds(
      clock === passage.command.clock && kindsOf(passage).includes('clock'),
      () => `the clock is ${clock.mode}`,
    );
  },
  addKey: passage => {
    const { keys } = passage.account.state;
    holds(
      keys.at(-1) === passage.command.key && kindsOf(passage).includes('keys'),
      () => 'a key that was not added',
    );
  },
  revokeKey: passage => {
    const { account, command, executed } = passage;
    const key = account.state.keys.find(one => one.id === command.id);
    const refused = isRejection(executed.reply);
    holds(refused === (key === undefined), () => `key ${command.id} was ${refused ? 'not ' : ''}revoked`);
    holds(
      refused || (key!.revoked && kindsOf(passage).includes('keys')),
      () => `key ${command.id} is still good`,
    );
  },
  resend: ({ account: { state }, command, executed: { reply, effects } }) => {
    const mayBe = state.events[command.event] !== undefined && state.webhook.url !== null;
    const plan = isRejection(reply) ? null : reply;
    holds(mayBe === (plan !== null), () => `event ${command.event} was ${plan ? '' : 'not '}sent again`);
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
    const mayBe = order?.steps.at(-1)?.status === 'failed';
    holds(isRejection(reply) === !mayBe, () => `order ${command.order} was ${mayBe ? 'not ' : ''}refunded`);
    holds(!mayBe || order.refund !== null, () => `order ${command.order} has no refund`);
  },
};

/** A move is judged by the state that its order was in before. */
function checkMove({ account, command, executed: { reply } }: Passage<'move'>): void {
  const order = account.orderById(command.order);
  const said = (): string => `order ${command.order} to ${command.to}: ${JSON.stringify(reply)}`;
  if (isRejection(reply)) {
    holds(
      !order || !isLegalEdge(order.steps.at(-1)!.status, command.to),
      () => `refused without need: ${said()}`,
    );
    return;
  }
  const [before, last] = order!.steps.slice(-2);
  holds(last?.status === command.to && last.cause === 'by hand', () => `not moved: ${said()}`);
  holds(
    before !== undefined && isLegalEdge(before.status, command.to),
    () => `moved against the table: ${said()}`,
  );
}

/** Every order's first event goes out with it, unless a scenario or a missing destination has it otherwise. */
function checkAnnounced(passage: Passage): void {
  const { state } = passage.account;
  if (state.webhook.url === null) return;
  for (const { order } of ordersMade(passage)) {
    const { event } = order.steps[0]!;
    const isSent = passage.executed.effects.some(({ plan }) => plan.event === event);
    holds(
      isSent || ['held', 'scheduled', 'dropped'].includes(state.events[event]!.state),
      () => `order ${order.id} was not announced; its event is ${state.events[event]!.state}`,
    );
  }
}

export class OutcomeCheck implements Check {
  begin(_account: Account): void {}

  after(passage: Passage): void {
    (ARMS[passage.kind] as ((passage: Passage) => void) | undefined)?.(passage);
    if (passage.kind === 'move') checkMove(passage as Passage<'move'>);
    checkAnnounced(passage);
  }
}

import type { OperationId } from '../domain/operations.ts';
import { chooseFrom, type Facts } from '../scenario/choose.ts';
import { explainRule } from '../scenario/replies.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import type { Order } from './account-state.ts';
import { applyChange } from './changes.ts';
import type { Turn } from './turn.ts';

/** What a request lets be known before it is checked; nothing where its body does not parse. */
export interface Arrival {
  readonly operation: OperationId;
  readonly keyId: string;
  /** The scenario that X-Sandbox-Scenario named. */
  readonly header: Scenario | null;
  readonly externalId?: string;
  readonly address?: string;
  readonly packageId?: number;
  readonly energyAmount?: number;
  /** The order that a status request asks for, by id. */
  readonly orderId?: number;
}

/** What the scenarios want of a request. */
export interface Scripted {
  readonly rule: RequestRule | null;
  readonly picked: Scenario | null;
  readonly facts: Facts;
  readonly asked: readonly Scenario[];
}

const MAGIC_EXTERNAL_ID = /^sandbox:([^:]+):/;

/** The scenario that a request picks: by header, external_id, magic address, or the order's own. */
export function pickScenario(
  turn: Turn,
  header: Scenario | null,
  externalId: string | null | undefined,
  address: string | undefined,
  order: Order | null,
): Scenario | null {
  if (header) return header;
  const named = externalId ? MAGIC_EXTERNAL_ID.exec(externalId)?.[1] : undefined;
  const byName = named === undefined ? undefined : turn.library.get(named);
  if (byName) return byName;
  const byAddress = address === undefined ? undefined : turn.library.byMagicAddress(address);
  return byAddress ?? (order ? (turn.account.state.picked[order.scenario] ?? null) : null);
}

function orderOf(turn: Turn, arrival: Arrival): Order | null {
  if (arrival.orderId !== undefined) return turn.account.orderById(arrival.orderId);
  return arrival.externalId === undefined ? null : turn.account.orderByExternalId(arrival.externalId);
}

/** What an order lets a request about it be matched by, where the request itself does not say. */
const knownOf = (order: Order): Facts => ({
  externalId: order.externalId,
  address: order.address,
  energyAmount: order.energyAmount,
  ...(order.packageId === null ? {} : { packageId: order.packageId }),
});

/** Asks the scenarios about a request, and carries out what its rule sets. */
export function arrive(turn: Turn, arrival: Arrival): Scripted {
  const { account } = turn;
  const order = orderOf(turn, arrival);
  const { operation, keyId, header, ...subject } = arrival;
  const key = account.keyById(keyId);
  const facts: Facts = {
    ...(order ? knownOf(order) : {}),
    ...subject,
    operation,
    key: key?.name ?? '',
    repeat: order !== null,
    ...(order ? { orderId: order.id, orderAgeMs: turn.nowMs - order.steps[0]!.atMs } : {}),
  };
  const picked = pickScenario(turn, header, subject.externalId, subject.address, order);
  const asked = turn.scenarios(picked);
  const rule = chooseFrom(asked, 'requests', facts, account.state.counters, turn.draw);
  if (rule?.set) applyChange(turn, rule.set, key, explainRule(rule));
  return { rule, picked, facts, asked };
}

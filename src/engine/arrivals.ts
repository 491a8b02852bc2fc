import type { OperationId } from '../domain/operations.ts';
import type { Facts } from '../scenario/choose.ts';
import { explainRule } from '../scenario/replies.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import type { Order } from './account-state.ts';
import { applyChange } from './changes.ts';
import type { CommandContext } from './command-context.ts';

/** What a request lets be known before it is checked; nothing where its body does not parse. */
export interface Arrival {
  readonly operation: OperationId;
  readonly keyId: string;
  /** The scenario that X-Sandbox-Scenario named. */
  readonly header: Scenario | null;
  readonly externalId?: string | undefined;
  readonly address?: string | undefined;
  readonly packageId?: number | undefined;
  readonly energyAmount?: number | undefined;
  /** The order that a status request asks for, by id. */
  readonly orderId?: number | undefined;
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
  context: CommandContext,
  header: Scenario | null,
  externalId: string | null | undefined,
  address: string | undefined,
  order: Order | null,
): Scenario | null {
  if (header) return header;
  const named = externalId ? MAGIC_EXTERNAL_ID.exec(externalId)?.[1] : undefined;
  const byName = named === undefined ? undefined : context.library.get(named);
  if (byName) return byName;
  const byAddress = address === undefined ? undefined : context.library.byMagicAddress(address);
  return byAddress ?? (order ? (context.account.state.picked[order.scenario] ?? null) : null);
}

function orderOf(context: CommandContext, arrival: Arrival): Order | null {
  if (arrival.orderId !== undefined) return context.account.orderById(arrival.orderId);
  return arrival.externalId === undefined ? null : context.account.orderByExternalId(arrival.externalId);
}

/** What is known of a request; of an order that it is about, where the request itself does not say. */
const factsOf = (arrival: Arrival, order: Order | null, key: string, nowMs: number): Facts => ({
  operation: arrival.operation,
  key,
  repeat: order !== null,
  externalId: arrival.externalId ?? order?.externalId,
  address: arrival.address ?? order?.address,
  packageId: arrival.packageId ?? order?.packageId ?? undefined,
  energyAmount: arrival.energyAmount ?? order?.energyAmount,
  orderId: order?.id ?? arrival.orderId,
  orderAgeMs: order ? nowMs - order.steps[0]!.atMs : undefined,
});

/** Asks the scenarios about a request, and carries out what its rule sets. */
export function arrive(context: CommandContext, arrival: Arrival): Scripted {
  const { account } = context;
  const order = orderOf(context, arrival);
  const { header, externalId, address } = arrival;
  const key = account.keyById(arrival.keyId);
  const facts = factsOf(arrival, order, key?.name ?? '', context.nowMs);
  const picked = pickScenario(context, header, externalId, address, order);
  const asked = context.scenarios(picked);
  const rule = context.choose(asked, 'requests', facts);
  if (rule?.set) applyChange(context, rule.set, key, explainRule(rule));
  return { rule, picked, facts, asked };
}

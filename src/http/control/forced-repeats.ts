import type { AttemptRecord } from '../../engine/account-state.ts';
import { rulesOf } from '../../scenario/choose-rule.ts';
import type { Scenario } from '../../scenario/scenario-schema.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';

/*
 * A disturbance makes a correct client repeat requests, and a receiver get deliveries, of which a test that knows only
 * the undisturbed run is not aware. Assertions do not count them.
 */

/** True if a disturbance determined the response. */
const wasDisturbed = ({ rule, itemRules }: Exchange, rules: ReadonlySet<unknown>): boolean =>
  rules.has(rule) || itemRules.some(one => rules.has(one));

/** What two requests have in common if one repeats the other: an order's external_id, otherwise all of it. */
function identityOf({ method, url, body, request }: Exchange): string {
  const externalId = request?.fields.externalId ?? null;
  if (method === 'POST' && externalId !== null) return JSON.stringify([method, url, externalId]);
  return JSON.stringify([method, url, body?.toString('utf8') ?? '']);
}

/**
 * The exchanges without those that a disturbance spoiled and that the client then repeated: of these, only the repeat
 * counts. A journal lists exchanges in the order of their responses, so that a repeat can stand before what it repeats.
 */
export function withoutForcedRepeats(
  exchanges: readonly Exchange[],
  disturbances: readonly Scenario[],
): readonly Exchange[] {
  if (disturbances.length === 0) return exchanges;
  const rules = new Set<unknown>(disturbances.flatMap(one => rulesOf(one, 'requests')));
  const repeated = new Set<string>();
  const forced = new Set<Exchange>();
  for (const exchange of exchanges.toReversed().toSorted((one, other) => other.receivedMs - one.receivedMs)) {
    const identity = identityOf(exchange);
    if (repeated.has(identity) && wasDisturbed(exchange, rules)) forced.add(exchange);
    else repeated.add(identity);
  }
  return exchanges.filter(exchange => !forced.has(exchange));
}

/** How many deliveries an event had, without the copies and replays that a disturbance added. */
export function unforcedAttempts(
  attempts: readonly AttemptRecord[],
  disturbances: readonly Scenario[],
): number {
  if (disturbances.length === 0) return attempts.length;
  const sources = new Set<string | null>(
    disturbances.flatMap(one => rulesOf(one, 'webhooks')).map(({ source }) => source),
  );
  return attempts.filter(({ plan }) => plan.kind === 'attempt' || !sources.has(plan.source)).length;
}

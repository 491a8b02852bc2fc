import { isItemCode } from '../domain/errors.ts';
import type { OrderStatus } from '../domain/order.ts';
import type { RequestMatch } from '../scenario/conditions.ts';
import type { RequestRule, Scenario } from '../scenario/scenario-types.ts';
import { replacesTrueAnswer, statusOfReply } from '../scenario/scripted-replies.ts';

/** The operation that creates many orders: its items are asked about as `createOrder`. */
export const BULK = 'createOrdersBulk';
const SINGLE = 'createOrder';

/** An operation with one of its responses. */
export interface DescribedResponse {
  readonly operation: string;
  readonly status: number;
}

const namesOperation = ({ operations }: RequestMatch, operation: string): boolean =>
  operations === undefined || (operations as readonly string[]).includes(operation);

/** The status of a bulk request if a rule replies to its items so. */
function bulkStatus({ match, reply }: RequestRule): number {
  const failsItem = reply?.error !== undefined && isItemCode(reply.error);
  if (!failsItem) return statusOfReply(reply!);
  return match.item ? 207 : 422;
}

/** True if a rule replies to an operation with a status. */
function repliesWith(rule: RequestRule, { operation, status }: DescribedResponse): boolean {
  const { match, reply } = rule;
  if (!reply || !replacesTrueAnswer(reply)) return false;
  if (operation === BULK && namesOperation(match, SINGLE)) return bulkStatus(rule) === status;
  return match.item === undefined && namesOperation(match, operation) && statusOfReply(reply) === status;
}

/** The pairs of states that an order passes through with a lifecycle, from `processing` on. */
export function passesThrough(
  lifecycle: readonly { readonly to: OrderStatus }[],
): readonly (readonly [from: OrderStatus, to: OrderStatus])[] {
  let from: OrderStatus = 'processing';
  return lifecycle.map(({ to }) => {
    const pair = [from, to] as const;
    from = to;
    return pair;
  });
}

/** What a scenario has to have, and how good an example of it is: the lower, the simpler. */
type Likeness = (scenario: Scenario) => number | null;

/** The scenario that shows something most plainly; of equals, the first. Null if none does. */
function plainest(scenarios: readonly Scenario[], likeness: Likeness): Scenario | null {
  let best: { readonly scenario: Scenario; readonly cost: number } | null = null;
  for (const scenario of scenarios) {
    const cost = likeness(scenario);
    if (cost !== null && (best === null || cost < best.cost)) best = { scenario, cost };
  }
  return best?.scenario ?? null;
}

const positionOf = (index: number): number | null => (index < 0 ? null : index);

/** Finds the scenarios that provoke what can be met. Each is null if no scenario does. */
export class ProvokingScenarios {
  readonly #scenarios: readonly Scenario[];

  /** @param scenarios of equally good ones, the first is named */
  constructor(scenarios: readonly Scenario[]) {
    this.#scenarios = scenarios;
  }

  /** One with a rule that replies to the operation with the status. */
  response(response: DescribedResponse): Scenario | null {
    return plainest(this.#scenarios, ({ requests }) =>
      positionOf(requests.findIndex(rule => repliesWith(rule, response))),
    );
  }

  /** One with a rule for requests. */
  request(test: (rule: RequestRule) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ requests }) => positionOf(requests.findIndex(test)));
  }

  /** One with a rule for deliveries. */
  delivery(test: (rule: Scenario['webhooks'][number]) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ webhooks }) => positionOf(webhooks.findIndex(test)));
  }

  /** One whose orders make a transition that is accepted by the test; the earlier they do, the better. */
  transition(test: (from: OrderStatus, to: OrderStatus) => boolean): Scenario | null {
    return plainest(this.#scenarios, ({ orders }) => {
      const steps = orders.map(({ lifecycle }) =>
        passesThrough(lifecycle).findIndex(([from, to]) => test(from, to)),
      );
      const reached = steps.filter(step => step >= 0);
      return reached.length === 0 ? null : Math.min(...reached);
    });
  }

  /** One whose orders are refunded after they have failed. */
  refund(): Scenario | null {
    return plainest(this.#scenarios, ({ orders }) =>
      positionOf(
        orders.findIndex(({ lifecycle }) => lifecycle.some(step => step.refundAfterMs !== undefined)),
      ),
    );
  }
}

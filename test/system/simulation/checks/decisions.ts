import type { ErrorCode } from '../../../../src/core/domain/error-codes.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { Order } from '../../../../src/core/engine/account-state.ts';
import type { Outcome } from '../../../../src/core/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../../src/core/engine/request/service-request.ts';
import type { EngineCall } from '../world.ts';
import { type Check, holds } from './check.ts';
import { isAddress, minutesOf, priceOf, selectionRefusal } from './offers.ts';

type Handled = EngineCall<'handle'>;

const KIND_OF = {
  getQuote: 'quote',
  createEstimate: 'estimate',
  createOrder: 'order',
  getOrderStatus: 'status',
  getBalance: 'balance',
  createOrdersBulk: 'bulk',
} as const;

/** The reasons for a response have a fixed precedence, and the response shows the account's actual state. */
export class DecisionCheck implements Check {
  begin(_account: Account): void {}

  after(call: EngineCall): void {
    if (call.kind !== 'handle') return;
    const { account, command, executed } = call as Handled;
    const { outcome } = executed.reply;
    const details = (): string => `${JSON.stringify(command)} resulted in ${JSON.stringify(outcome)}`;
    // AcceptanceCheck covers single orders, RuleCheck what a rule preempts.
    if (command.operation === 'createOrder' || outcome.kind === 'preempted') return;
    const expected = earlyRefusal(account, command) ?? operationRefusal(account, command);
    holds(expected === (outcome.kind === 'refused' ? outcome.refusal.error : null), details);
    if (outcome.kind === 'refused') return;
    holds(outcome.kind === KIND_OF[command.operation], details);
    holds(isTrue(account, command, outcome), details);
  }
}

/** The reasons that take precedence over the operation. */
function earlyRefusal(account: Account, request: ServiceRequest): ErrorCode | null {
  const { operation, problem, remarks, violations } = request;
  if (problem) return problem.error;
  const isStrict = account.state.settings.unknown_fields === 'reject' && operation !== 'getBalance';
  if (isStrict && remarks.length > 0) return 'INVALID_JSON';
  return violations.find(one => one.item === null)?.error ?? null;
}

function operationRefusal({ state }: Account, { operation, fields }: ServiceRequest): ErrorCode | null {
  const { settings, orders } = state;
  if (operation === 'getQuote') return selectionRefusal(settings, fields, 'single');
  if (operation === 'createEstimate')
    return isAddress(settings, fields.address) ? null : 'INVALID_TRON_ADDRESS';
  if (operation !== 'getOrderStatus') return null;
  return orders.some(order => isNamed(order, fields)) ? null : 'NOT_FOUND';
}

const isNamed = (order: Order, { orderId, externalId }: RequestFields): boolean =>
  orderId === null ? order.externalId === externalId : order.id === orderId;

/** True if an outcome shows the actual state. */
function isTrue({ state }: Account, { fields, items }: ServiceRequest, outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'balance':
      return outcome.balanceSun === state.balanceSun;
    case 'status':
      return isNamed(outcome.order, fields) && state.orders.includes(outcome.order);
    case 'estimate': {
      const energies = fields.hasUsdt === false ? [32_000] : [65_000, 131_000];
      return energies.includes(outcome.estimate.energy);
    }
    case 'quote': {
      const { priceSun, durationMinutes } = outcome.offer;
      const minutes = minutesOf(state.settings, fields, 'single');
      const expectedSun = priceOf(state.settings, fields.packageId, fields.energyAmount ?? 0, minutes);
      return priceSun === expectedSun && durationMinutes === minutes;
    }
    case 'bulk':
      return (
        outcome.items.length === items.length &&
        outcome.items.every((one, index) => one.externalId === (items[index]!.externalId ?? ''))
      );
    default:
      return false;
  }
}

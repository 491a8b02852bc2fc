import type { components } from '../contract/energy-rental-v1.generated.ts';
import { type ErrorCode, isRefusal, refuse } from '../domain/errors.ts';
import { toTrx } from '../domain/money.ts';
import type { OperationId } from '../domain/operations.ts';
import { priceSelection, type Selection } from '../domain/pricing.ts';
import type { Account } from '../engine/account.ts';
import type { ApiKey } from '../engine/account-state.ts';
import type { BulkItem, BulkOutcome } from '../engine/bulk.ts';
import { statusOf } from '../engine/lifecycle.ts';
import { checkAddress, type OrderRequest, type Placed } from '../engine/orders.ts';
import { withCause } from '../engine/provenance.ts';
import type { Runner } from '../runtime/runner.ts';
import { explainRule } from '../scenario/replies.ts';
import type { RequestRule, Scenario } from '../scenario/types.ts';
import { estimateData, orderData, quoteData } from '../wire/service.ts';
import { type Answer, failed, failure, refused, success } from './answer.ts';

type Schemas = components['schemas'];

/** A request that got past every check of key, shape and script. */
export interface Accepted {
  readonly account: Account;
  readonly key: ApiKey;
  readonly runner: Runner;
  readonly query: Readonly<Record<string, string | number | boolean>>;
  readonly body: unknown;
  /** The scenario that the request picked by itself, and the one that its header named. */
  readonly picked: Scenario | null;
  readonly header: Scenario | null;
  /** Bulk items whose shape was wrong already, by index. */
  readonly itemRefusals: ReadonlyMap<number, { readonly error: string; readonly message: string }>;
}

/** What an operation answers; `lost` is a rule of a bulk item that takes the answer with it. */
export interface Operated {
  readonly answer: Answer;
  readonly lost?: RequestRule | null;
}

function getQuote({ account, query }: Accepted): Operated {
  const selection: Selection = {
    packageId: query.package_id as number | undefined,
    energyAmount: query.energy_amount as number | undefined,
    durationMinutes: query.duration_minutes as number | undefined,
  };
  const offer = priceSelection(account.state.settings, selection, 'single');
  if (isRefusal(offer)) return { answer: refused(withCause(account.state, offer)) };
  return { answer: success(200, quoteData(offer)) };
}

function createEstimate({ account, body }: Accepted): Operated {
  const request = body as Schemas['EstimateRequest'];
  const problem = checkAddress(account.state.settings, request.recipient_address);
  if (problem) return { answer: refused(problem) };
  return {
    answer: success(200, estimateData(account.state, request.recipient_address, request.has_usdt ?? null)),
  };
}

const requestOf = (body: Schemas['OrderRequest'] | Schemas['BulkItem']): OrderRequest => ({
  externalId: body.external_id ?? null,
  packageId: body.package_id,
  energyAmount: body.energy_amount,
  durationMinutes: body.duration_minutes,
  address: body.address,
});

/** 202 for a new order, 200 for one that its external_id named already (specification: POST /api/v1/order/). */
function createOrder({ account, key, runner, body, picked }: Accepted): Operated {
  const request = requestOf(body as Schemas['OrderRequest']);
  const { reply, beforeResponse } = runner.execute(account, 'placeOrder', {
    request,
    kind: 'single',
    keyId: key.id,
    picked,
  });
  if (isRefusal(reply)) return { answer: refused(reply) };
  const { order, idempotent, mismatch } = reply;
  const data = { order_id: order.id, external_id: order.externalId, status: statusOf(order), idempotent };
  const explain = idempotent
    ? `external_id ${order.externalId} was used before: order ${order.id} stands for it`
    : '';
  return {
    answer: success(idempotent ? 200 : 202, data, {
      explain,
      orders: [order.id],
      created: !idempotent,
      mismatch,
      beforeResponse,
    }),
  };
}

/** By id where one is given, else by external_id (specification: GET /api/v1/status/). */
function getOrderStatus({ account, query }: Accepted): Operated {
  const { id, external_id: externalId } = query;
  const order =
    id !== undefined ? account.orderById(id as number) : account.orderByExternalId(String(externalId));
  if (!order) {
    const asked = id !== undefined ? `id ${id}` : `external_id ${externalId}`;
    return { answer: failed('NOT_FOUND', `this account has no order with ${asked}`) };
  }
  return { answer: success(200, orderData(account.state, order), { orders: [order.id] }) };
}

const getBalance = ({ account }: Accepted): Operated => ({
  answer: success(200, { balance_trx: toTrx(account.state.balanceSun) }),
});

function bulkItem(raw: unknown, index: number, { itemRefusals }: Accepted): BulkItem {
  const refusal = itemRefusals.get(index);
  const externalId = (raw as { external_id?: unknown } | null)?.external_id;
  const shownId = typeof externalId === 'string' ? externalId : '';
  if (refusal) {
    return {
      externalId: shownId,
      request: null,
      refusal: refuse(refusal.error as ErrorCode, refusal.message),
    };
  }
  return { externalId: shownId, request: requestOf(raw as Schemas['BulkItem']), refusal: null };
}

const bulkEntry = (item: BulkItem, { result }: BulkOutcome, index: number): object =>
  isRefusal(result)
    ? { index, external_id: item.externalId, status: 'failed', error: result.error }
    : { index, external_id: item.externalId, status: 'accepted', order: { id: result.order.id } };

function explainItem({ result, rule }: BulkOutcome, index: number): string {
  if (isRefusal(result)) return `orders[${index}]: ${result.error}, ${result.explain}`;
  return rule ? `orders[${index}]: ${explainRule(rule)}` : '';
}

/** How long an item's rule keeps the answer back; a committing one does so for the call that makes the order. */
function itemDelayMs({ result, rule }: BulkOutcome): number {
  const afterMs = rule?.reply?.afterMs ?? 0;
  if (!rule?.commit) return afterMs;
  if (isRefusal(result)) return 0;
  return result.idempotent && rule.match.repeat !== true ? 0 : afterMs;
}

/** 202, 207 or 422, as none, some or all items failed (specification: POST /api/v1/orders/bulk/). */
function createOrdersBulk(accepted: Accepted): Operated {
  const { account, key, runner, body, header } = accepted;
  const items = (body as { orders: unknown[] }).orders.map((raw, index) => bulkItem(raw, index, accepted));
  const { reply, beforeResponse } = runner.execute(account, 'placeBulk', { keyId: key.id, header, items });
  const { outcomes, lost } = reply;
  if (outcomes.length === 0) return { answer: failed('SERVICE_UNAVAILABLE', ''), lost };
  const results = outcomes.map((outcome, index) => bulkEntry(items[index]!, outcome, index));
  const placed = outcomes.map(one => one.result).filter((one): one is Placed => !isRefusal(one));
  const failedCount = outcomes.length - placed.length;
  const data = { accepted: placed.length, failed: failedCount, results };
  const extra: Partial<Answer> = {
    explain: outcomes.map(explainItem).filter(Boolean).join('; '),
    orders: placed.map(one => one.order.id),
    created: placed.some(one => !one.idempotent),
    mismatch: placed.some(one => one.mismatch),
    delayMs: Math.max(...outcomes.map(itemDelayMs)),
    beforeResponse,
  };
  if (placed.length > 0) return { answer: success(failedCount > 0 ? 207 : 202, data, extra), lost };
  const first = outcomes[0]!.result;
  const error = isRefusal(first) ? first.error : 'INVALID_JSON';
  const answer = failure(422, error, extra.explain ?? '', extra);
  if (account.state.settings.bulk_refusal_body === 'error_only') return { answer, lost };
  return { answer: { ...answer, body: JSON.stringify({ success: false, error, data }) }, lost };
}

/** What each operation does once a request may come in. */
export const OPERATIONS: Readonly<Record<OperationId, (accepted: Accepted) => Operated>> = {
  getQuote,
  createEstimate,
  createOrder,
  getOrderStatus,
  getBalance,
  createOrdersBulk,
};

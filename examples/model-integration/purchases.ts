/** What a customer wants: one purchase, one order. */
export interface PurchaseRequest {
  /** The id of the purchase in your own system, such as its primary key. It is the order's external_id. */
  readonly externalId: string;
  readonly packageId: number;
  readonly address: string;
}

/** A purchase, and what is known of its order. */
export interface Purchase extends PurchaseRequest {
  /**
   * `unknown` until the service has said whether there is an order, `refused` if there is none, otherwise the order's
   * latest known status.
   */
  readonly status: string;
  readonly refunded: boolean;
  /** Why there is no order: the service's error code. */
  readonly refusal: string | null;
}

/** What a response or a webhook says about an order. */
export interface OrderReport {
  readonly status: string;
  readonly refunded: boolean;
}

/**
 * How far an order has come. A report that is behind what is known is late, and changes nothing: webhooks arrive in any
 * order and more than once.
 */
const PROGRESS: Readonly<Record<string, number>> = {
  unknown: -2,
  refused: -1,
  processing: 0,
  delegating: 1,
  review: 2,
  delegated: 3,
  undelegating: 4,
  completed: 5,
  failed: 5,
};

/** A purchase after a report. A status that this version does not know changes nothing. */
export function learn(purchase: Purchase, { status, refunded }: OrderReport): Purchase {
  const known = PROGRESS[purchase.status]!;
  const reported = PROGRESS[status] ?? Number.NEGATIVE_INFINITY;
  if (reported > known) return { ...purchase, status, refunded, refusal: null };
  const isRefund = purchase.status === 'failed' && status === 'failed' && refunded;
  return isRefund ? { ...purchase, refunded } : purchase;
}

/** True if the service is known to have an order for a purchase. */
export const hasOrder = ({ status }: Purchase): boolean => status !== 'unknown' && status !== 'refused';

/** True if nothing more happens to a purchase by itself. A failed order is over only once its amount was refunded. */
export const isSettled = ({ status, refunded }: Purchase): boolean =>
  status === 'completed' || status === 'refused' || (status === 'failed' && refunded);

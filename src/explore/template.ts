import type { OperationId } from '../domain/operations.ts';

/** A rule for requests, as a scenario file has it, without its conditions on the subject. */
export interface RequestTemplate {
  readonly point: 'requests';
  readonly operations: readonly OperationId[];
  /** The rule applies once for each order, external_id or account. */
  readonly per: 'external_id' | 'order' | 'account';
  readonly match?: Readonly<Record<string, unknown>>;
  readonly rule: Readonly<Record<string, unknown>>;
}

/** A lifecycle for new orders. */
export interface OrderTemplate {
  readonly point: 'orders';
  readonly rule: Readonly<Record<string, unknown>>;
}

/** A rule for the first delivery attempt of events. */
export interface WebhookTemplate {
  readonly point: 'webhooks';
  readonly events: readonly string[];
  /** Another event that the order must have for the rule to strike. */
  readonly needs?: string;
  readonly rule: Readonly<Record<string, unknown>>;
}

export type Template = RequestTemplate | OrderTemplate | WebhookTemplate;

import type { OrderTemplate, RequestTemplate, Rule, WebhookTemplate } from './disturbance.ts';

/* What disturbances consist of: the points of a suite, and what a rule does there. */

/** Spoils the first request that creates each order. */
export const onOrder = (rule: Rule): RequestTemplate => ({
  point: 'requests',
  operations: ['createOrder'],
  per: 'external_id',
  rule,
});

export const onStatus = (rule: Rule, match = {}): RequestTemplate => ({
  point: 'requests',
  operations: ['getOrderStatus'],
  per: 'order',
  match,
  rule,
});

export const onReads = (rule: Rule): RequestTemplate[] =>
  (['getQuote', 'createEstimate', 'getBalance'] as const).map(operation => ({
    point: 'requests',
    operations: [operation],
    per: 'account',
    rule,
  }));

export const onEvents = (events: readonly string[], rule: Rule, needs?: string): WebhookTemplate => ({
  point: 'webhooks',
  events,
  rule,
  ...(needs === undefined ? {} : { needs }),
});

/** Sends a corrupted copy in addition to the genuine delivery. */
export const hostile = (events: readonly string[], corrupt: string): WebhookTemplate =>
  onEvents(events, { deliver: { copies: 2 }, corrupt_copies: corrupt });

export const lifecycle = (...steps: readonly Rule[]): OrderTemplate => ({
  point: 'orders',
  rule: { lifecycle: steps },
});

export const REST = [
  { after: 'rental', to: 'undelegating' },
  { after: '9s', to: 'completed' },
];

/** @param duration the duration of the review */
export const reviewed = (duration: string): OrderTemplate =>
  lifecycle(
    { after: '3s', to: 'delegating' },
    { after: '9s', to: 'review' },
    { after: duration, to: 'delegated' },
    ...REST,
  );

import { z } from 'zod';
import { ERROR_CODES } from '../domain/errors.ts';
import { SCOPES } from '../domain/operations.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { assumptions, MAX_LIST } from './account-change-schema.ts';
import {
  address,
  eventKind,
  headerName,
  headerValue,
  ipRange,
  LONGEST_REAL_WAIT_MS,
  percent,
  YEAR_MS,
} from './field-schemas.ts';
import { keptOrderMatch, keptRequestMatch, keptWebhookMatch, type Shape } from './match-schema.ts';
import { checkDeliver, checkLifecycle, checkOutcome } from './rule-checks.ts';
import { MAX_RULES, MAX_STEPS, replyBody, scenarioName, scenarioSummary } from './scenario-schema.ts';
import {
  type AccountChange,
  CORRUPTIONS,
  type DeliverDirective,
  type KeyChange,
  type LifecycleStep,
  MAX_COPIES,
  type OrderRule,
  type PriceChange,
  type RequestRule,
  type Scenario,
  type ScriptedReply,
  TRANSPORT_FAULTS,
  type WebhookRule,
} from './scenario-types.ts';

/*
 * The schema of a scenario as stored in an account's state (scenario-types.ts), with the same limits as the schema of
 * scenario files. It validates imported states and does not convert any value.
 */

const span = z.int().min(0).max(YEAR_MS);
const sun = z.int().min(0);

/** The name of an event, without narrowing the type as `eventKind` does. */
const eventName = z.string().refine(text => eventKind.safeParse(text).success, {
  error: 'an event such as order.delegated',
});

const ruleHead = {
  id: z.string().min(1),
  source: z.string(),
  times: z.int().min(1).exactOptional(),
  per: z.enum(['account', 'order', 'external_id']),
};

const accountChange = z.strictObject({
  balanceSun: sun.exactOptional(),
  discountPercent: percent.exactOptional(),
  rateLimitPerMinute: z.int().min(1).max(1_000_000_000).exactOptional(),
  inactiveAddresses: z.array(address).max(MAX_LIST).exactOptional(),
  assumptions: assumptions.exactOptional(),
  prices: z
    .array(
      z.strictObject({
        packageId: z.int().min(1),
        durationMinutes: z.int().min(1),
        priceSun: sun.nullable(),
      } satisfies Shape<PriceChange>),
    )
    .max(MAX_LIST)
    .exactOptional(),
  inactivePackages: z.array(z.int().min(1)).max(MAX_LIST).exactOptional(),
  key: z
    .strictObject({
      expired: z.boolean().exactOptional(),
      revoked: z.boolean().exactOptional(),
      scopes: z.array(z.enum(SCOPES)).exactOptional(),
      ipAllow: z.array(ipRange).max(MAX_LIST).exactOptional(),
    } satisfies Shape<KeyChange>)
    .exactOptional(),
} satisfies Shape<AccountChange>);

const reply = z.strictObject({
  status: z.int().min(200).max(599).exactOptional(),
  error: z.enum(ERROR_CODES).exactOptional(),
  body: replyBody.exactOptional(),
  headers: z.record(headerName, headerValue).exactOptional(),
  afterMs: z.int().min(0).max(LONGEST_REAL_WAIT_MS).exactOptional(),
} satisfies Shape<ScriptedReply>);

const requestRule = z
  .strictObject({
    ...ruleHead,
    match: keptRequestMatch,
    set: accountChange.exactOptional(),
    reply: reply.exactOptional(),
    fault: z.enum(TRANSPORT_FAULTS).exactOptional(),
    commit: z.boolean(),
  } satisfies Shape<RequestRule>)
  .superRefine((rule, context) => checkOutcome(rule, ['set', 'reply', 'fault'], context));

const lifecycleStep = z.strictObject({
  afterMs: z.union([span, z.literal('rental')], { error: 'milliseconds, or rental' }),
  to: z.enum(ORDER_STATUSES),
  refundAfterMs: span.exactOptional(),
} satisfies Shape<LifecycleStep>);

/** The lifecycle steps of an order as they are stored. */
export const keptLifecycle = z.array(lifecycleStep).max(MAX_STEPS).superRefine(checkLifecycle);

const orderRule = z.strictObject({
  ...ruleHead,
  match: keptOrderMatch,
  lifecycle: keptLifecycle,
} satisfies Shape<OrderRule>);

const deliver = z.strictObject({
  copies: z.int().min(1).max(MAX_COPIES).exactOptional(),
  apartMs: span.exactOptional(),
  afterMs: span.exactOptional(),
  drop: z.boolean().exactOptional(),
  holdUntil: eventName.exactOptional(),
  beforeResponse: z.boolean().exactOptional(),
  replay: eventName.exactOptional(),
} satisfies Shape<DeliverDirective>);

const webhookRule = z
  .strictObject({
    ...ruleHead,
    match: keptWebhookMatch,
    deliver: deliver.exactOptional(),
    corrupt: z.enum(CORRUPTIONS).exactOptional(),
    corruptCopies: z.enum(CORRUPTIONS).exactOptional(),
  } satisfies Shape<WebhookRule>)
  .superRefine(checkDeliver);

/** A scenario as it is stored. */
export const keptScenario = z.strictObject({
  name: scenarioName,
  summary: scenarioSummary,
  magicAddress: address.exactOptional(),
  given: accountChange.exactOptional(),
  requests: z.array(requestRule).max(MAX_RULES),
  orders: z.array(orderRule).max(MAX_RULES),
  webhooks: z.array(webhookRule).max(MAX_RULES),
} satisfies Shape<Scenario>);

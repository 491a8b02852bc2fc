import { z } from 'zod';
import type { EventState } from '../../engine/account-state.ts';
import { EVENT_TRANSITIONS } from '../../engine/delivery-state-transitions.ts';
import { CORRUPTIONS } from '../../scenario/faults-and-corruptions.ts';

const delivery = {
  event: z.int(),
  corrupt: z.enum(CORRUPTIONS).nullable(),
  source: z.string().nullable(),
  replay: z.string().nullable(),
  beforeResponse: z.boolean(),
};

export const sendPlan = z.discriminatedUnion('kind', [
  z.strictObject({ ...delivery, kind: z.literal('attempt'), number: z.int() }),
  z.strictObject({
    ...delivery,
    kind: z.literal('copy'),
    number: z.int(),
    copy: z.int(),
    ahead: z.literal(true).exactOptional(),
  }),
  z.strictObject({ ...delivery, kind: z.literal('resend'), ordinal: z.int() }),
]);

const outcome = z.strictObject({
  kind: z.enum(['acknowledged', 'refused', 'redirected', 'timeout', 'unreachable']),
  status: z.int().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  error: z.string().nullable(),
  durationMs: z.number(),
});

const attempt = z.strictObject({ plan: sendPlan, atMs: z.int(), url: z.string(), outcome });

const EVENT_STATES = Object.keys(EVENT_TRANSITIONS) as EventState[];

export const webhookEvent = z.strictObject({
  orderId: z.int(),
  step: z.int(),
  epoch: z.string(),
  state: z.enum(EVENT_STATES),
  attempts: z.array(attempt),
});

export const heldPlan = z.strictObject({
  until: z.string(),
  plans: z.array(sendPlan),
  pace: z.strictObject({ afterMs: z.int(), apartMs: z.int() }),
});

const due = { dueMs: z.int(), seq: z.int() };

export const task = z.discriminatedUnion('kind', [
  z.strictObject({ ...due, kind: z.literal('step'), order: z.int(), step: z.int() }),
  z.strictObject({ ...due, kind: z.literal('refund'), order: z.int() }),
  z.strictObject({ ...due, kind: z.literal('send'), plan: sendPlan }),
  z.strictObject({ ...due, kind: z.literal('retry'), event: z.int(), number: z.int() }),
]);

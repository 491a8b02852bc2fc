import { z } from 'zod';
import { ORDER_STATUSES } from '../../domain/order.ts';
import { lifecycleSchema } from '../../scenario/scenario-schema.ts';

export const ledgerEntry = z.strictObject({
  atMs: z.int(),
  kind: z.enum(['opening', 'debit', 'refund', 'deposit', 'adjustment']),
  amountSun: z.int(),
  balanceSun: z.int(),
  orderId: z.int().nullable(),
});

export const lifecycle = z.strictObject({ rule: z.string(), source: z.string(), steps: lifecycleSchema });

const orderStep = z.strictObject({
  status: z.enum(ORDER_STATUSES),
  atMs: z.int(),
  event: z.int(),
  cause: z.string(),
});

export const order = z.strictObject({
  id: z.int(),
  externalId: z.string().nullable(),
  address: z.string(),
  packageId: z.int().nullable(),
  energyAmount: z.int(),
  durationMinutes: z.int(),
  priceSun: z.int(),
  key: z.string(),
  timeZone: z.string(),
  lifecycle: z.int(),
  scenario: z.int(),
  position: z.int(),
  refund: z.strictObject({ atMs: z.int(), atOnce: z.boolean() }).nullable(),
  steps: z.array(orderStep),
});

import { accountCalls } from './account-calls.ts';
import type { Handlers } from './call.ts';
import { clockCalls } from './clock-calls.ts';
import { moneyCalls } from './money-calls.ts';
import { orderCalls } from './order-calls.ts';
import { requestCalls } from './request-calls.ts';
import { serverCalls } from './server-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** One handler for every call that the description has. */
export const HANDLERS: Handlers = {
  ...serverCalls,
  ...accountCalls,
  ...moneyCalls,
  ...clockCalls,
  ...orderCalls,
  ...webhookCalls,
  ...requestCalls,
};

import { accountCalls } from './account-calls.ts';
import type { Handlers } from './call-types.ts';
import { clockCalls } from './clock-calls.ts';
import { dashboardCalls } from './dashboard-calls.ts';
import { findingCalls } from './finding-calls.ts';
import { orderCalls } from './order-calls.ts';
import { receiverCalls } from './receiver-calls.ts';
import { requestCalls } from './request-calls.ts';
import { scenarioCalls } from './scenario-calls.ts';
import { serverCalls } from './server-calls.ts';
import { snapshotCalls } from './snapshot-calls.ts';
import { verifyCalls } from './verify-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** One handler for each operation of the description. */
export const HANDLERS: Handlers = {
  ...accountCalls,
  ...clockCalls,
  ...dashboardCalls,
  ...findingCalls,
  ...orderCalls,
  ...receiverCalls,
  ...requestCalls,
  ...scenarioCalls,
  ...serverCalls,
  ...snapshotCalls,
  ...verifyCalls,
  ...webhookCalls,
};

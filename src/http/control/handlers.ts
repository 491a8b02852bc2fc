import { accountCalls } from './account-calls.ts';
import { moneyCalls } from './balance-calls.ts';
import type { Handlers } from './call-types.ts';
import { clockCalls } from './clock-calls.ts';
import { coverageCalls } from './coverage-calls.ts';
import { deliveryCalls } from './delivery-calls.ts';
import { demoCalls } from './demo-calls.ts';
import { findingCalls } from './finding-calls.ts';
import { keyCalls } from './key-calls.ts';
import { metricsCalls } from './metrics-calls.ts';
import { orderCalls } from './order-calls.ts';
import { orderMoves } from './order-move-calls.ts';
import { requestCalls } from './request-calls.ts';
import { scenarioCalls } from './scenario-calls.ts';
import { serverCalls } from './server-calls.ts';
import { snapshotCalls } from './snapshot-calls.ts';
import { streamCalls } from './stream-calls.ts';
import { verifyCalls } from './verify-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** One handler for each operation of the description. */
export const HANDLERS: Handlers = {
  ...demoCalls,
  ...serverCalls,
  ...accountCalls,
  ...keyCalls,
  ...moneyCalls,
  ...clockCalls,
  ...findingCalls,
  ...coverageCalls,
  ...metricsCalls,
  ...scenarioCalls,
  ...orderCalls,
  ...orderMoves,
  ...webhookCalls,
  ...deliveryCalls,
  ...requestCalls,
  ...verifyCalls,
  ...snapshotCalls,
  ...streamCalls,
};

import { accountCalls } from './account-calls.ts';
import { balanceCalls } from './balance-calls.ts';
import type { Handlers } from './call-types.ts';
import { clockCalls } from './clock-calls.ts';
import { coverageCalls } from './coverage-calls.ts';
import { dashboardCalls } from './dashboard-calls.ts';
import { deliveryCalls } from './delivery-calls.ts';
import { demoCalls } from './demo-calls.ts';
import { findingCalls } from './finding-calls.ts';
import { keyCalls } from './key-calls.ts';
import { metricsCalls } from './metrics-calls.ts';
import { orderCalls } from './order-calls.ts';
import { orderMoveCalls } from './order-move-calls.ts';
import { receiverCalls } from './receiver-calls.ts';
import { requestCalls } from './request-calls.ts';
import { scenarioCalls } from './scenario-calls.ts';
import { scenarioFileCalls } from './scenario-file-calls.ts';
import { serverCalls } from './server-calls.ts';
import { snapshotCalls } from './snapshot-calls.ts';
import { streamCalls } from './stream-calls.ts';
import { verifyCalls } from './verify-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

/** One handler for each operation of the description. */
export const HANDLERS: Handlers = {
  ...demoCalls,
  ...dashboardCalls,
  ...serverCalls,
  ...accountCalls,
  ...keyCalls,
  ...balanceCalls,
  ...clockCalls,
  ...findingCalls,
  ...coverageCalls,
  ...metricsCalls,
  ...scenarioCalls,
  ...scenarioFileCalls,
  ...orderCalls,
  ...orderMoveCalls,
  ...webhookCalls,
  ...deliveryCalls,
  ...receiverCalls,
  ...requestCalls,
  ...verifyCalls,
  ...snapshotCalls,
  ...streamCalls,
};

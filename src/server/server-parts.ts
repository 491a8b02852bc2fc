import type { Contract } from '../contract/contract-types.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import type { DestinationPolicy } from '../host/node/webhook-destination.ts';
import type { SandboxCore } from '../host/sandbox-core.ts';
import type { CoverageCounter } from '../judge/coverage/coverage-counter.ts';
import type { Findings } from '../judge/findings/server-findings.ts';
import type { BuiltInReceiver } from '../webhooks/built-in-receiver.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { LiveStreams } from './control/live-streams.ts';
import type { Demo } from './demo/demo.ts';
import type { TrafficCounts } from './observers.ts';
import type { Preloader } from './preloader.ts';
import type { SandboxOptions } from './sandbox-options.ts';

/** The parts of a running sandbox that its HTTP handlers use. */
export interface ServerParts {
  readonly core: SandboxCore;
  /** The description of the service API. */
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  readonly webhookPolicy: DestinationPolicy;
  readonly webhookSender: WebhookSender;
  readonly receiver: BuiltInReceiver;
  readonly preloader: Preloader;
  readonly isClosing: () => boolean;
  readonly streams: LiveStreams;
  readonly demo: Demo;
  readonly findings: Findings;
  readonly coverage: CoverageCounter;
  readonly traffic: TrafficCounts;
}

import type { HostClock } from '../clock/host-clock.ts';
import type { Account } from '../engine/account.ts';
import type { Happening } from '../engine/command-context.ts';
import type { Engine } from '../engine/engine.ts';
import type { Storage } from '../storage/storage.ts';
import type { Sender } from './deliverer.ts';

/** Called with everything that happens to an account. */
export type Listener = (account: Account, happenings: readonly Happening[]) => void;

/** The dependencies of a runner. */
export interface RunnerParts {
  readonly engine: Engine;
  readonly sender: Sender;
  readonly clock: HostClock;
  readonly storage: Storage;
  readonly listener: Listener;
  /** Reports something to the operator. */
  readonly remark: (text: string) => void;
}

/** The reply of a command, and the deliveries that must be complete before the API response is sent. */
export interface CommandResult<Reply> {
  readonly reply: Reply;
  readonly beforeResponse: Promise<unknown> | null;
}

import type { Server } from 'node:http';
import type { HostClock } from './clock/host-clock.ts';
import type { LazyWebhookSender } from './webhooks/lazy-webhook-sender.ts';

/** What decides when the modules are loaded. */
interface LateModuleParts {
  readonly server: Server;
  readonly sender: LazyWebhookSender;
  readonly clock: HostClock;
}

/** How long to wait for a first request. */
const LOAD_AFTER_MS = 250;

/**
 * Loads the modules that a first request does not need once it has been answered, or a moment after the start: the first
 * response would wait for them. Not only at their first use: Node remembers an import that failed, for example because no
 * file descriptors were left, and fails it again until the process ends.
 * @returns a function that ends this, and resolves once nothing is being loaded
 */
export function loadLateModules({ server, sender, clock }: LateModuleParts): () => Promise<void> {
  let loading: Promise<void> | null = null;
  let hasEnded = false;
  const begin = (): void => {
    if (!hasEnded) loading ??= load(sender);
  };
  const cancel = clock.wake(LOAD_AFTER_MS, begin);
  server.once('request', (_request, response) => response.once('close', begin));
  return async () => {
    hasEnded = true;
    cancel();
    await loading;
  };
}

async function load(sender: LazyWebhookSender): Promise<void> {
  try {
    await sender.load();
    await import('./http/sandbox-paths-router.ts');
    await import('./scenario/parse-scenario.ts');
    await import('./runtime/snapshot-checks/state.ts');
  } catch {
    // The first use reports the reason.
  }
}

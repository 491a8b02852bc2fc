import type { Server } from 'node:http';
import type { LazyWebhookSender } from './webhooks/lazy-webhook-sender.ts';

/**
 * Loads the modules that a first request does not need once it has been answered, since the first response would wait for
 * them. Not only at their first use: Node remembers an import that failed, for example because no file descriptors were
 * left, and fails it again until the process ends.
 * @returns a function that prevents this, and resolves once nothing is being loaded
 */
export function loadLateModules(server: Server, sender: LazyWebhookSender): () => Promise<void> {
  let loading: Promise<void> | null = null;
  let isPrevented = false;
  server.once('request', (_request, response) => {
    response.once('close', () => {
      if (!isPrevented) loading = load(sender);
    });
  });
  return async () => {
    isPrevented = true;
    await loading;
  };
}

async function load(sender: LazyWebhookSender): Promise<void> {
  try {
    await sender.load();
    await import('./http/sandbox-paths-router.ts');
    await import('./scenario/parse-scenario.ts');
    await import('./wire/large-json.ts');
    await import('./runtime/snapshot-check.ts');
  } catch {
    // The first use reports the reason.
  }
}

import { Router } from 'express';
import { builtinContract } from '../contract/load-contract.ts';
import type { Core } from '../host/core.ts';
import { Feeds } from '../host/live-feed.ts';
import { NamedSnapshots } from '../host/named-snapshots.ts';
import { AdminTokenCheck, checkOrigin } from './control/access-control.ts';
import { controlRouter, handleError } from './control/control-router.ts';
import { HANDLERS } from './control/handlers.ts';
import { arrivalSummary } from './control/receiver-calls.ts';
import { dashboardRouter } from './dashboard-files.ts';
import { type DocsOptions, docsRouter } from './docs-page.ts';
import type { Metrics } from './metrics/metrics.ts';
import { DEMO_API_KEY, publicUrlOption, type SandboxOptions } from './options.ts';
import type { HttpParts } from './server.ts';

/** Everyone who can reach the server can read the docs page, so it contains the API key only if no admin token is set. */
function keyForDocs({ apiKey = DEMO_API_KEY, adminToken }: SandboxOptions, core: Core): DocsOptions {
  if (adminToken !== undefined) return {};
  return { apiKey: () => (core.accounts.holderOf(apiKey) ? apiKey : null) };
}

/** Everything under /_sandbox, the probes, and the redirect from `/`. */
export async function sandboxRouter(parts: HttpParts): Promise<Router> {
  const control = await builtinContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { core, options, findings, receiver } = parts;
  const feeds = new Feeds(core);
  findings.follow({
    follows: account => feeds.isFollowed(account),
    take: (account, finding) => feeds.publish(account, 'finding', { kind: 'finding', ...finding }),
  });
  receiver.follow((account, arrival) => {
    if (!feeds.isFollowed(account)) return;
    feeds.publish(account, 'arrival', { kind: 'arrival', ...arrivalSummary(arrival) });
  });
  let metrics: Metrics | null = null;
  const controlParts = {
    ...parts,
    adminToken: new AdminTokenCheck(options.adminToken, parts.clock),
    snapshots: new NamedSnapshots(core),
    feeds,
    metrics: async () => {
      const { Metrics } = await import('./metrics/metrics.ts');
      metrics ??= new Metrics({ core, traffic: parts.traffic, data: options.data });
      return metrics;
    },
  };
  return Router({ strict: true, caseSensitive: true })
    .use((request, response, next) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      checkOrigin(request, options);
      next();
    })
    .use(dashboardRouter())
    .use(
      '/_sandbox',
      docsRouter(contracts, { ...keyForDocs(options, core), publicUrl: publicUrlOption(options) }),
    )
    .use(controlRouter(control, HANDLERS, controlParts))
    .use(handleError);
}

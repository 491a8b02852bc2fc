import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HostClock, systemClock } from './clock/host-clock.ts';
import { builtinContract } from './contract/built-in-contracts.ts';
import { Demo } from './demo/demo.ts';
import { openDemoAccount } from './demo-account.ts';
import { hostInUrl, isLoopback } from './domain/ip.ts';
import { Findings } from './findings/findings.ts';
import { severitiesOf } from './findings/rule-table.ts';
import { LiveStreams } from './http/live-streams.ts';
import { createHttpServer } from './http/server.ts';
import { balanceOption, clockOption, OptionError, type SandboxOptions, settingsOption } from './options.ts';
import { RunFile } from './run-folder/run-folder.ts';
import { Core, type Defaults, type OpenedAccount } from './runtime/core.ts';
import { loadBuiltInScenarios } from './scenario/built-in-scenarios.ts';
import { ScenarioLibrary } from './scenario/scenario-library.ts';
import { chooseScenarios, disturb } from './scenario-options.ts';
import type { DataFolder } from './storage/data-folder.ts';
import { LazyWebhookSender } from './webhooks/lazy-webhook-sender.ts';

/** A running server. */
export interface RunningSandbox {
  readonly core: Core;
  readonly findings: Findings;
  readonly port: number;
  /** The base URL of the service; its paths begin with /api/v1/. */
  readonly baseUrl: string;
  /** The API key and webhook secret of the demo account. */
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Stops accepting connections, waits a limited time for requests in progress, and frees the port. */
  close(): Promise<void>;
}

const CLOSE_DEADLINE_MS = 5_000;
const DELIVERIES_DEADLINE_MS = 2_000;

/** What judges the integration: it derives findings from all that is recorded. @throws OptionError */
function judge(
  core: Core,
  { run, findings: rules }: SandboxOptions,
): { findings: Findings; runFile: RunFile | null } {
  const findings = new Findings(severitiesOf(rules));
  core.facts.join(findings);
  if (run === undefined) return { findings, runFile: null };
  try {
    const part = () => ({ findings: findings.all(() => Number.POSITIVE_INFINITY) });
    return { findings, runFile: new RunFile(run, part) };
  } catch (error) {
    throw new OptionError((error as Error).message);
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OptionError(
        `port: ${port} on ${host} is in use; stop the other program, or choose another port with --port (0 selects a free one)`,
      );
    }
    if (code === 'EACCES')
      throw new OptionError(`port: permission denied for port ${port}; choose a port above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new OptionError(
        `host: ${host} is not an address of this machine; use one of its addresses or the default 127.0.0.1`,
      );
    }
    throw new OptionError(`host and port: ${message}`);
  }
  return (server.address() as AddressInfo).port;
}

/** Opens the data folder; null without the option `data`. */
async function openFolder(
  { data, onRemark }: SandboxOptions,
  library: ScenarioLibrary,
  clock: HostClock,
): Promise<DataFolder | null> {
  if (data === undefined) return null;
  const { DataFolder } = await import('./storage/data-folder.ts');
  const remark = onRemark ?? (text => void process.stderr.write(`energy-rental-sandbox: ${text}\n`));
  return DataFolder.open({ path: data, library, clock, remark });
}

/** The defaults of new accounts. @throws OptionError */
async function defaultsOf(options: SandboxOptions, library: ScenarioLibrary): Promise<Defaults> {
  return {
    settings: settingsOption(options),
    balanceSun: balanceOption(options.balanceTrx),
    webhookUrl: options.webhookUrl ?? null,
    webhookSecret: options.webhookSecret ?? null,
    clock: clockOption(options.clock),
    seed: options.seed ?? null,
    scenarios: await chooseScenarios(library, options),
  };
}

/**
 * Starts a sandbox. This is the composition root: it connects the engine with HTTP, webhooks, storage and the clock.
 * @throws OptionError for invalid options and for a port that is in use; StorageError for a data folder that cannot be
 * used, which is left unchanged
 */
export async function startSandbox(
  options: SandboxOptions = {},
  clock: HostClock = systemClock,
): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1';
  if (!isLoopback(host) && !options.adminToken) {
    throw new OptionError(
      `admin-token: required when listening on ${host}, which other machines can reach; set one, or listen on 127.0.0.1`,
    );
  }
  const [service, builtIn] = await Promise.all([builtinContract('energy-rental-v1'), loadBuiltInScenarios()]);
  const library = new ScenarioLibrary(builtIn);
  const webhookSender = new LazyWebhookSender({
    monotonicMs: () => clock.monotonicMs(),
    ...(options.webhookHosts ? { allowHosts: options.webhookHosts } : {}),
  });
  const defaults = await defaultsOf(options, library);
  await disturb(library, options);
  const folder = await openFolder(options, library, clock);
  const core = new Core({
    library,
    sender: webhookSender,
    clock,
    defaults,
    ...(folder ? { storage: folder } : {}),
  });
  for (const account of folder?.accounts ?? []) core.accounts.adopt(account);

  let closing = false;
  let baseUrl = '';
  const streams = new LiveStreams(clock);
  const { findings, runFile } = judge(core, options);
  const demo = new Demo(core, clock, () => baseUrl);
  const isClosing = (): boolean => closing;
  const server = createHttpServer({ core, service, clock, options, isClosing, streams, demo, findings });
  const open = async (): Promise<OpenedAccount & { readonly port: number }> => {
    const opened = openDemoAccount(core, options);
    await core.runner.settled();
    return { ...opened, port: await listen(server, options.port ?? 0, host) };
  };
  const { account, apiKey, port } = await open().catch(async error => {
    core.runner.stop();
    await folder?.close().catch(() => undefined);
    throw error;
  });
  baseUrl = `http://${hostInUrl(host)}:${port}`;
  if (options.demo) await demo.start();
  for (const kept of folder?.accounts ?? []) core.runner.resume(kept);
  return {
    core,
    findings,
    port,
    baseUrl,
    apiKey,
    webhookSecret: account.state.webhook.secret,
    close: async () => {
      if (closing) return;
      closing = true;
      demo.close();
      streams.end();
      await closeServer(server, clock);
      if (folder) await deliveriesSettled(core, clock);
      core.runner.stop();
      await webhookSender.close();
      await folder?.close();
      runFile?.close();
    },
  };
}

/** Waits a limited time for the responses to webhooks in flight. The rest are sent again at the next start. */
function deliveriesSettled({ accounts, runner }: Core, clock: HostClock): Promise<void> {
  return new Promise(resolve => {
    const cancel = clock.wake(DELIVERIES_DEADLINE_MS, resolve);
    void Promise.all(accounts.list().map(account => runner.quiet(account))).then(() => {
      cancel();
      resolve();
    });
  });
}

/** Waits a limited time for requests in progress, then closes their connections. */
async function closeServer(server: Server, clock: HostClock): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const cancel = clock.wake(CLOSE_DEADLINE_MS, () => server.closeAllConnections());
  await closed;
  cancel();
}

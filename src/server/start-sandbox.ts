import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Contract } from '../contract/contract-types.ts';
import { editedSource, startingContract } from '../contract/load-contract.ts';
import { loadPrism } from '../contract/prism-validator.ts';
import { hostInUrl } from '../core/domain/ip.ts';
import { toSun } from '../core/domain/money.ts';
import { type ClockMode, durationMs, readClockMode } from '../core/domain/time.ts';
import type { Account } from '../core/engine/account.ts';
import { ScenarioLibrary } from '../core/scenario/scenario-library.ts';
import { BUILT_IN_RECEIVER } from '../core/webhook/read-webhook.ts';
import { AccountFailedError } from '../host/account-health.ts';
import type { Sender } from '../host/delivery-runner.ts';
import { fileProblem, readRegularFile } from '../host/node/files.ts';
import { type HostClock, systemClock } from '../host/node/host-clock.ts';
import { ListenError, listen } from '../host/node/listen.ts';
import { printNotice } from '../host/node/print-notice.ts';
import { DestinationPolicy } from '../host/node/webhook-destination.ts';
import { type Defaults, type OpenedAccount, SandboxCore } from '../host/sandbox-core.ts';
import { loadBuiltInScenarios } from '../host/scenarios/read-scenarios.ts';
import type { DataFolder } from '../host/storage/data-folder.ts';
import { IN_MEMORY, type Storage } from '../host/storage/storage.ts';
import type { CoverageCounter } from '../judge/coverage/coverage-counter.ts';
import type { Findings } from '../judge/findings/server-findings.ts';
import type { RunPart } from '../judge/run-folder.ts';
import { BuiltInReceiver } from '../webhooks/built-in-receiver.ts';
import { WebhookSender } from '../webhooks/webhook-sender.ts';
import { LiveStreams } from './control/live-streams.ts';
import { Demo, SHOPS } from './demo/demo.ts';
import { openDemoAccount } from './demo-account.ts';
import { createHttpServer } from './http-server.ts';
import { chooseScenarios, disturb } from './initial-scenarios.ts';
import { observe, type TrafficCounts } from './observers.ts';
import { Preloader } from './preloader.ts';
import { reloadScenarios } from './reload-scenarios.ts';
import {
  checkAccess,
  DEFAULT_HOST,
  DEMO_ACCOUNT,
  isShared,
  OptionError,
  publicUrlOption,
  type SandboxOptions,
  settingsOption,
  usesTls,
} from './sandbox-options.ts';
import type { ServerIdentity } from './tls/tls-server.ts';

export interface RunningSandbox {
  readonly core: SandboxCore;
  readonly findings: Findings;
  readonly coverage: CoverageCounter;
  /** The counts that the metrics show. */
  readonly traffic: TrafficCounts;
  readonly port: number;
  /** The base URL of the service; its paths begin with /api/v1/. */
  readonly baseUrl: string;
  /** The base URL that clients use: the option `public_url`, by default `baseUrl`. */
  readonly publicUrl: string;
  /** The API key and webhook secret of the demo account. */
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** The file with the authority that clients have to trust; null without TLS, or if the user gave a certificate. */
  readonly caFile: string | null;
  /** The account that the demo begins with; undefined without the demo. */
  readonly demo: string | undefined;
  /** Returns what this sandbox adds to a run: its findings so far, as if they were final, and its coverage. */
  part(): RunPart;
  /** Stops accepting connections, waits a limited time for requests in progress, and frees the port. */
  close(): Promise<void>;
}

const CLOSE_DEADLINE_MS = 5_000;
const DELIVERIES_DEADLINE_MS = 2_000;

async function listenAt(server: Server, { port = 0, host = DEFAULT_HOST }: SandboxOptions): Promise<number> {
  try {
    return await listen(server, { port, host });
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new OptionError(error.message, { cause: error });
  }
}

const remarkOf = ({ on_remark: onRemark }: SandboxOptions): ((text: string) => void) =>
  onRemark ?? printNotice;

async function openFolder(
  options: SandboxOptions,
  library: ScenarioLibrary,
  clock: HostClock,
): Promise<DataFolder | null> {
  if (options.data === undefined) return null;
  const { DataFolder } = await import('../host/storage/data-folder.ts');
  return DataFolder.open({ path: options.data, library, clock, remark: remarkOf(options) });
}

/**
 * The contract of the service API: of the file that the option `openapi` names, or the one that comes with the sandbox.
 * @param remark reports an edited copy of the built-in description, which has no effect
 * @throws OptionError with file:line:column for a description that the engine cannot serve
 */
async function openService({ openapi }: SandboxOptions, remark: (text: string) => void): Promise<Contract> {
  const [builtIn, edited] = await Promise.all([
    startingContract('energy-rental-v1'),
    openapi === undefined ? editedSource('energy-rental-v1') : null,
  ]);
  if (edited) remark(`${edited} was edited, which has no effect; start with --openapi ${edited} to use it`);
  if (openapi === undefined) return builtIn;
  const { DescriptionError, openDescription } = await import('../contract/open-description.ts');
  const text = await readRegularFile(openapi).catch(error => {
    throw new OptionError(`openapi: ${openapi}: ${fileProblem(error)}`);
  });
  try {
    return await openDescription(openapi, text, builtIn);
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    throw new OptionError(`openapi: ${error.message}`);
  }
}

async function openTls(options: SandboxOptions, clock: HostClock) {
  if (!usesTls(options)) return null;
  const { openIdentity, tlsServers } = await import('./tls/tls-server.ts');
  const identity = await openIdentity(options, clock.wallMs(), remarkOf(options));
  return { identity, createServer: tlsServers(identity) };
}

/** The allowed destinations of webhooks. The destination that the operator chose is always allowed. */
function webhookPolicyOf(options: SandboxOptions): DestinationPolicy {
  const { webhook_hosts: allowHosts, webhook_url: allowUrl } = options;
  return new DestinationPolicy({ allowHosts, allowUrl, isGuarded: isShared(options) });
}

const DEFAULT_BALANCE_TRX = 1_000;

/** The defaults of new accounts. The values of options are checked when they are given. @throws OptionError */
async function defaultsOf(options: SandboxOptions, library: ScenarioLibrary): Promise<Defaults> {
  return {
    settings: settingsOption(options),
    balanceSun: toSun(options.balance_trx ?? DEFAULT_BALANCE_TRX)!,
    webhookUrl: options.webhook_url ?? null,
    clock: readClockMode(options.clock ?? 'real') as ClockMode,
    seed: options.seed ?? null,
    scenarios: await chooseScenarios(library, options, remarkOf(options)),
    idleMs: options.account_ttl === undefined ? null : durationMs(options.account_ttl),
    configuredAccounts: [DEMO_ACCOUNT, ...SHOPS],
  };
}

interface OpenedCore {
  readonly core: SandboxCore;
  readonly folder: DataFolder | null;
  readonly storage: Storage;
  readonly webhookPolicy: DestinationPolicy;
  readonly webhookSender: WebhookSender;
  readonly receiver: BuiltInReceiver;
  readonly preloader: Preloader;
}

async function openCore(
  options: SandboxOptions,
  clock: HostClock,
  beforeDelivery: Sender['beforeDelivery'],
): Promise<OpenedCore> {
  const library = new ScenarioLibrary(await loadBuiltInScenarios());
  const webhookPolicy = webhookPolicyOf(options);
  const defaults = await defaultsOf(options, library);
  await disturb(library, options);
  const folder = await openFolder(options, library, clock);
  const storage = folder ?? IN_MEMORY;
  const receiver: BuiltInReceiver = new BuiltInReceiver({
    clock,
    accountNamed: name => core.accounts.get(name),
    nowMs: account => core.runner.nowMs(account),
  });
  const webhookSender = new WebhookSender({ clock, policy: webhookPolicy, receiver, beforeDelivery });
  const core: SandboxCore = new SandboxCore({
    library,
    sender: webhookSender,
    clock,
    defaults,
    remark: remarkOf(options),
    storage,
  });
  core.facts.join({
    restarted: account => receiver.restarted(account),
    closed: account => receiver.closed(account),
  });
  for (const account of folder?.accounts ?? []) {
    core.accounts.adopt(account);
    core.idle.watch(account);
  }
  return { core, folder, storage, webhookPolicy, webhookSender, receiver, preloader: new Preloader() };
}

/** Opens the demo account, and listens once it is stored. */
async function openAndListen(
  { core }: OpenedCore,
  server: Server,
  identity: ServerIdentity | undefined,
  options: SandboxOptions,
): Promise<OpenedAccount & Pick<RunningSandbox, 'port' | 'caFile'>> {
  const opened = openDemoAccount(core, options);
  await core.runner.settled(opened.account);
  const port = await listenAt(server, options);
  return { ...opened, port, caFile: (await identity?.publish()) ?? null };
}

/** Lets the work of stored accounts go on. What their clients were told before is not known. */
function resumeAccounts(core: SandboxCore, accounts: readonly Account[]): void {
  for (const account of accounts) {
    core.recordedSince.set(account, core.runner.nowMs(account));
    core.runner.resume(account);
  }
}

/** Starts the demo traffic. If its account has failed, the server still starts for the other accounts. */
async function startDemo(demo: Demo, remark: (text: string) => void): Promise<void> {
  try {
    await demo.start();
  } catch (error) {
    if (!(error instanceof AccountFailedError)) throw error;
    remark(`the demo does not run: ${error.message}`);
  }
}

/**
 * Starts a sandbox. This is the composition root: it connects the engine with HTTP, webhooks, storage and the clock.
 * @param beforeDelivery called before each delivery of a webhook, which waits for it; it must not reject
 * @throws OptionError for invalid options and for a port that is in use; StorageError for a data folder that cannot be
 * used, which is left unchanged
 */
export async function startSandbox(
  options: SandboxOptions = {},
  clock: HostClock = systemClock,
  beforeDelivery?: Sender['beforeDelivery'],
): Promise<RunningSandbox> {
  checkAccess(options);
  const tls = await openTls(options, clock);
  const [service, opening] = await Promise.all([
    openService(options, remarkOf(options)),
    openCore(options, clock, beforeDelivery),
  ]);
  const { core, folder, webhookSender, receiver } = opening;

  let closing = false;
  let baseUrl = '';
  const streams = new LiveStreams(clock);
  const { runFile, part, traffic, ...judges } = observe(core, service, options);
  const demo = new Demo({ core, clock, baseUrl: () => baseUrl, hasReceiver: !isShared(options) });
  const isClosing = (): boolean => closing;
  const parts = { ...opening, service, clock, options, isClosing, streams, demo, traffic, ...judges };
  const server = createHttpServer(parts, tls?.createServer);
  const opened = openAndListen(opening, server, tls?.identity, options).catch(async error => {
    server.close();
    core.idle.stop();
    core.runner.stop();
    await folder?.close().catch(() => undefined);
    await tls?.identity.close();
    throw error;
  });
  const { account, apiKey, port, caFile } = await opened;
  const remark = remarkOf(options);
  const stopReloading = reloadScenarios({ ...opening, options, remark });
  baseUrl = `${tls ? 'https' : 'http'}://${hostInUrl(options.host ?? DEFAULT_HOST)}:${port}`;
  preloadAfterStart(server, opening, clock);
  if (options.demo) await startDemo(demo, remark);
  resumeAccounts(core, folder?.accounts ?? []);
  return {
    core,
    ...judges,
    traffic,
    port,
    baseUrl,
    publicUrl: publicUrlOption(options) ?? baseUrl,
    apiKey,
    webhookSecret: account.state.webhook.secret,
    caFile,
    part,
    demo: demo.state.accounts[0],
    close: async () => {
      if (closing) return;
      closing = true;
      await stopReloading();
      demo.stop();
      streams.end();
      await closeServer(server, clock);
      if (folder) await deliveriesSettled(core, clock);
      core.idle.stop();
      core.runner.stop();
      await opening.preloader.stop();
      receiver.close();
      demo.close();
      await webhookSender.close();
      await folder?.close();
      runFile?.close();
      await tls?.identity.close();
    },
  };
}

/** Waits a limited time for the responses to webhooks in flight. The next start sends the other webhooks again. */
function deliveriesSettled({ accounts, runner }: SandboxCore, clock: HostClock): Promise<void> {
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

/** Whoever waits for a server to start asks again within this time, and is answered first. */
const PRISM_AFTER_MS = 50;

/**
 * Loads Prism soon, unless a request needs it before; the control API after the first response, and the webhook sender if an
 * account already has a destination.
 */
function preloadAfterStart(
  server: Server,
  { core, webhookSender, preloader }: OpenedCore,
  clock: HostClock,
): void {
  clock.wake(PRISM_AFTER_MS, () => preloader.load(loadPrism));
  server.once('request', (_request, response) => {
    preloader.after(response, () => import('./sandbox-router.ts'));
    const urls = core.accounts.list().map(({ state }) => state.webhook.url);
    if (urls.some(url => url !== null && url !== BUILT_IN_RECEIVER))
      preloader.after(response, () => webhookSender.load());
  });
}

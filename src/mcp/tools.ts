import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { AccountOptions, AdvanceGoal, OrderFilter, RequestFilter } from '../client/call-options.ts';
import type { Delivery, OrderDetail, RequestSummary } from '../client/data-types.ts';
import type { Account, FindingsReader, Sandbox } from '../client/sandbox-interface.ts';
import { OPERATION_IDS } from '../core/domain/operations.ts';
import { ORDER_STATUSES } from '../core/domain/order.ts';
import { coverageReport } from '../judge/coverage/coverage-report.ts';
import { renderText } from '../judge/report/text.ts';
import { AUDIT_CASE_IDS } from '../lab/audit/cases.ts';
import type { AuditOptions } from '../lab/audit/options-and-result.ts';
import type { SandboxSession } from './session.ts';

/** The context that a tool can use besides its arguments. */
export interface ToolContext {
  readonly session: SandboxSession;
  readonly signal: AbortSignal;
  /** Reports the progress of a long call to the agent. */
  readonly progress: (done: number, total: number, message: string) => void;
}

/** A tool of the server. */
export interface Tool<Input extends z.ZodRawShape = z.ZodRawShape> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly annotations: ToolAnnotations;
  /** A text is returned as it is, anything else as JSON. */
  run(args: z.infer<z.ZodObject<Input>>, context: ToolContext): Promise<string | object>;
}

/** Infers the types of the arguments. */
const tool = <Input extends z.ZodRawShape>(row: Tool<Input>): Tool => row as unknown as Tool;

const READS = { readOnlyHint: true, openWorldHint: false };
const CHANGES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** The maximum number of accounts that are listed. */
const MAX_ACCOUNTS = 100;
/** The maximum number of created accounts whose credentials are repeated. */
const MAX_CREATED = 20;
/** The maximum number of missing behaviors that a coverage lists. */
const MAX_MISSING = 20;
const COLUMNS = 140;

const text = z.string().optional();
const limit = (description: string) => z.number().int().min(1).max(200).default(20).describe(description);

const account = text.describe(
  'The name of the account. Required after create_account; until then, demo is the default',
);
const anyAccount = text.describe('The name of an account. Default: all accounts together');
const newest = limit('The newest ones up to this number');

/** The values with which the code under test has to be configured. */
const credentialsOf = ({ name, base_url, api_key, webhook_secret }: Account) => ({
  account: name,
  base_url,
  api_key,
  webhook_secret,
});

/**
 * The credentials of the account that every sandbox starts with. On a server with an admin token, its key is not known.
 */
async function defaultCredentials(sandbox: Sandbox): Promise<object | string> {
  const { default_account, default_api_key } = await sandbox.info();
  if (default_account === null || default_api_key === null) return 'not known; call create_account';
  return credentialsOf(await sandbox.account({ api_key: default_api_key }));
}

/** The findings, and how many rules had anything to judge: an empty list alone could mean that nothing was tried. */
async function findingsResult(reader: FindingsReader, most: number): Promise<object> {
  const [findings, rules] = await Promise.all([
    reader.findings({ final: true, limit: most + 1 }),
    reader.findingRules(),
  ]);
  const judged = rules.filter(({ status }) => status === 'judged').length;
  return {
    findings: findings.slice(0, most),
    ...(findings.length > most ? { more: 'yes; fix these first, or ask with a higher limit' } : {}),
    rules: `${judged} of ${rules.length} rules were judged; for the others, nothing has happened in which the mistake could be made (see coverage)`,
  };
}

/** The maximum number of requests and deliveries of an order that are listed. */
const MAX_ITEMS = 20;

/** An order by its id, or by its external_id, which can also be a number. @throws SandboxError if there is none */
async function orderOf(account: Account, id: string): Promise<OrderDetail> {
  if (!/^\d{1,15}$/.test(id)) return account.order(id);
  try {
    return await account.order(Number(id));
  } catch (error) {
    const [found] = await account.orders({ external_id: id, limit: 1 });
    if (!found) throw error;
    return account.order(found.id);
  }
}

const requestLine = (request: RequestSummary) => ({
  id: request.id,
  at: request.at,
  operation: request.operation,
  status: request.status,
  error: request.error,
  fault: request.fault,
  explanation: request.explanation,
});

/** The message sent, and how the receiver responded. */
const deliveryLine = (delivery: Delivery) => ({
  event: delivery.event,
  event_id: delivery.event_id,
  kind: delivery.kind,
  attempt: delivery.attempt,
  at: delivery.at,
  outcome: delivery.outcome,
  status: delivery.answer?.status ?? null,
  response_body: delivery.answer?.body ?? null,
  error: delivery.error,
  corruption: delivery.corruption?.name ?? null,
});

/**
 * Everything about an order: its fields, its story as a Mermaid sequence diagram, the latest requests that concern it,
 * and the latest deliveries of its webhooks.
 * @throws SandboxError if there is no such order
 */
async function orderResult(account: Account, id: string): Promise<object> {
  const { timeline, ledger, requests: _all, ...order } = await orderOf(account, id);
  const newest = { order: order.id, limit: MAX_ITEMS, sort: 'newest' } as const;
  const [diagram, requests, deliveries] = await Promise.all([
    account.diagram(order.id, { format: 'mermaid' }),
    account.requests(newest),
    account.deliveries(newest),
  ]);
  return {
    order,
    story: diagram.trimEnd().split('\n'),
    timeline: timeline.map(({ status, at, cause, event }) => ({
      status,
      at,
      cause,
      event: event.event,
      webhook: event.state,
    })),
    ledger,
    requests: requests.map(requestLine),
    deliveries: deliveries.map(deliveryLine),
  };
}

/** Judges a receiver. Passed cases are only counted. */
async function auditResult(
  { url, ...options }: { readonly url: string; readonly probe?: string | undefined },
  { signal, progress }: ToolContext,
): Promise<object> {
  const { runAudit } = await import('../lab/audit/run-cases.ts');
  const onProgress: AuditOptions['on_progress'] = ({ step, done, total }) => progress(done, total, step);
  const { cases } = await runAudit(url, { ...(options as AuditOptions), on_progress: onProgress }, signal);
  const passed = cases.filter(({ verdict }) => verdict === 'passed');
  const withoutProbe =
    'what the receiver stores: it may apply a repeated webhook twice, or let a late one undo a newer state. Pass probe to judge that';
  return {
    passed: passed.length,
    cases: cases.filter(one => !passed.includes(one)),
    ...(options.probe === undefined ? { not_judged: withoutProbe } : {}),
  };
}

const readerOf = (session: SandboxSession, name: string | undefined): Promise<Account | Sandbox> =>
  name === undefined ? session.sandbox() : session.account(name);

const sandbox = tool({
  title: 'Start or join the sandbox',
  description:
    'The sandbox of the Energy Rental Service API: starts it if none is running yet. Returns its address, the dashboard, the description of the API, the credentials of the account demo and of those created here, and the names of all accounts.',
  input: {
    url: text.describe(
      'The address of a running sandbox to join instead, such as http://127.0.0.1:4010. Only before any other call',
    ),
  },
  annotations: { ...CHANGES, idempotentHint: true },
  run: async ({ url }, { session }) => {
    const used = await (url === undefined ? session.sandbox() : session.join(url));
    const { version, accounts } = await used.info();
    return {
      url: used.url,
      version,
      runs_in: session.isOwn ? 'this process' : 'another process',
      dashboard: `${used.url}/_sandbox/`,
      api_description: `${used.url}/_sandbox/openapi/energy-rental-v1.yaml`,
      credentials: await defaultCredentials(used),
      created_here: session.created.slice(-MAX_CREATED).map(credentialsOf),
      accounts: accounts.slice(0, MAX_ACCOUNTS),
      accounts_total: accounts.length,
    };
  },
});

const createAccount = tool({
  title: 'Create an account',
  description:
    'Creates an account with its own balance, clock, keys and scenarios, so that experiments do not disturb each other. Returns its credentials. Its clock stands still until advance is called, unless clock says otherwise.',
  input: {
    name: text.describe('Letters, digits, period, underscore, hyphen. Default: generated'),
    balance_trx: z.number().optional().describe('In TRX. Default: 1000'),
    clock: z.string().default('manual').describe('manual, real, or a speed such as 60x'),
    webhook_url: text.describe(
      'Where webhooks are sent; sandbox:receiver is a built-in receiver that acknowledges them. Default: nowhere',
    ),
    webhook_secret: text.describe('The secret of signatures that the receiver expects. Default: generated'),
    scenarios: z.array(z.string()).optional().describe('Names of scenarios, as for use_scenarios'),
  },
  annotations: CHANGES,
  run: async (options, { session }) => {
    const created = await (await session.sandbox()).createAccount(options as AccountOptions);
    session.keep(created);
    return credentialsOf(created);
  },
});

/** @param scenarioNames the built-in scenarios */
const useScenarios = (scenarioNames: string): Tool =>
  tool({
    title: 'Choose what goes wrong',
    description:
      'Activates exactly these scenarios for an account, until the next call; with none, everything succeeds. Call it before the requests that it is to affect. Returns the active scenarios.',
    input: {
      account,
      scenarios: z
        .array(z.string())
        .describe(`Names of scenarios, in order of precedence; [] for none. Built in: ${scenarioNames}`),
      inline: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'A scenario of your own, which takes precedence: an object with the keys of a scenario file. Example: {"name": "down-once", "summary": "Down for one request.", "requests": [{"match": {"operation": "createOrder"}, "times": 1, "reply": {"error": "SERVICE_UNAVAILABLE"}}]}. More examples: the resources scenario://{name}',
        ),
    },
    annotations: { ...CHANGES, idempotentHint: true },
    run: async ({ account: name, scenarios, inline }, { session }) => {
      const all = [...(inline === undefined ? [] : [inline]), ...scenarios];
      return (await session.account(name)).scenarios.use(...(all as string[] as []));
    },
  });

const advance = tool({
  title: 'Let time pass',
  description:
    'Advances the clock of an account and returns what happened: state transitions, refunds, webhooks with the responses of the receiver. Returns when the receiver has responded. Give exactly one of by, to and until.',
  input: {
    account,
    by: text.describe('A duration such as 30s, 61m, 1h'),
    to: text.describe('An instant such as 2026-01-01T00:10:00Z'),
    until: text.describe('An event such as order.completed, or idle: until nothing is due'),
    order: text.describe('With until: the id or external_id of the order'),
  },
  annotations: CHANGES,
  run: async ({ account: name, ...goal }, { session }) =>
    (await session.account(name)).advance(goal as AdvanceGoal),
});

const orders = tool({
  title: 'List orders',
  description: 'The orders of an account with their states, prices and refunds, the newest first.',
  input: {
    account,
    status: z.enum(ORDER_STATUSES).optional(),
    external_id: text.describe('* and ? are wildcards'),
    limit: newest,
  },
  annotations: READS,
  run: async ({ account: name, ...filter }, { session }) =>
    (await session.account(name)).orders({ ...(filter as OrderFilter), sort: 'newest' }),
});

const order = tool({
  title: 'Explain an order',
  description:
    'An order and its story: a sequence diagram, its timeline with causes, its debits and refunds, the requests that concern it, and the deliveries of its webhooks with the responses of the receiver.',
  input: { account, id: z.string().describe('The id of the order, or its external_id') },
  annotations: READS,
  run: async ({ account: name, id }, { session }) => orderResult(await session.account(name), id),
});

const story = tool({
  title: 'Tell what happened',
  description:
    'What happened to an account in at most 40 lines in the order of time: requests, order states, webhook deliveries and findings. Call this first when a test fails.',
  input: { account },
  annotations: READS,
  run: async ({ account: name }, { session }) => (await session.account(name)).story(),
});

const requests = tool({
  title: 'List requests',
  description:
    'The API requests of an account, the newest first, each with its response and the reason for it.',
  input: {
    account,
    operation: z.enum(OPERATION_IDS).optional(),
    status: z.number().int().optional().describe('The status of the response'),
    external_id: text.describe('In the request, or of an order that it concerns'),
    limit: newest,
  },
  annotations: READS,
  run: async ({ account: name, ...filter }, { session }) =>
    (await session.account(name)).requests({ ...(filter as RequestFilter), sort: 'newest' }),
});

const request = tool({
  title: 'Explain a request',
  description:
    'A request with its headers and bodies, why it got this response, and which scenario rules nearly applied.',
  input: { account, id: z.string().describe('Such as req-7; X-Sandbox-Request-Id of the response') },
  annotations: READS,
  run: async ({ account: name, id }, { session }) => (await session.account(name)).request(id),
});

const findings = tool({
  title: 'Judge the integration',
  description:
    'What the code under test did wrong, with the cost and the fix of each: an order paid twice, a refund never noticed, a forged webhook accepted. An empty list means that nothing wrong was seen, not that everything was tried: see coverage. The resources finding://{rule} explain more.',
  input: { account: anyAccount, limit: limit('At most this number') },
  annotations: READS,
  run: async ({ account: name, limit: most }, { session }) =>
    findingsResult(await readerOf(session, name), most),
});

const coverage = tool({
  title: 'Show what was never covered',
  description:
    'Which behaviors of the service the code under test has covered, and which it has not, each with the line that provokes it, the most valuable first.',
  input: { account: anyAccount },
  annotations: READS,
  run: async ({ account: name }, { session }) => {
    const report = coverageReport(await (await readerOf(session, name)).coverage(), { limit: MAX_MISSING });
    return renderText(report, { columns: COLUMNS, color: false });
  },
});

const auditReceiver = tool({
  title: 'Audit a webhook receiver',
  description:
    'Sends genuine, repeated, reordered and forged webhooks to a receiver that is running, and judges each response; with probe, also what it stores. Takes seconds; longer if the receiver is slow. The receiver has to verify signatures with the given secret. Needs no account. Passed cases are only counted.',
  input: {
    url: z.string().describe('The webhook URL of the receiver'),
    secret: text.describe('The webhook secret. Default: whsec_demo_0123456789abcdef'),
    probe: text.describe(
      'A URL that returns what the receiver stores of an order; {external_id} and {order_id} are replaced',
    ),
    only: z
      .array(z.string())
      .optional()
      .describe(`The ids of the cases to judge. Default: all of ${AUDIT_CASE_IDS.join(', ')}`),
  },
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  run: auditResult,
});

/**
 * The tools by name, in the order in which an agent reads them.
 * @param scenarioNames the built-in scenarios
 */
export const toolsWith = (scenarioNames: string): Readonly<Record<string, Tool>> => ({
  sandbox,
  create_account: createAccount,
  use_scenarios: useScenarios(scenarioNames),
  advance,
  orders,
  order,
  story,
  requests,
  request,
  findings,
  coverage,
  audit_receiver: auditReceiver,
});

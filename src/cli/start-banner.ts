import { type ClockMode, formatClockMode } from '../domain/clock.ts';
import type { RunningSandbox } from '../sandbox.ts';
import { redactUrls } from '../wire/redaction.ts';

/** A recipient without a special effect, and one that makes orders fail with 402. */
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const PAYMENT_REQUIRED = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const orderCurl = (sandbox: RunningSandbox, externalId: string, address: string): string =>
  [
    `curl -i ${sandbox.publicUrl}/api/v1/order/`,
    ...(sandbox.caFile === null ? [] : [`--cacert ${sandbox.caFile}`]),
    `-H 'Authorization: Bearer ${sandbox.apiKey}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"external_id":"${externalId}","package_id":1,"address":"${address}"}'`,
  ].join(' \\\n    ');

const clockText = (clock: ClockMode, programName: string): string =>
  clock.mode === 'manual' ? `manual; advance it with: ${programName} advance 61m` : formatClockMode(clock);

const NO_WEBHOOKS = 'not sent; set --webhook-url http://…';

/** The port that the other commands call by default. */
const DEFAULT_PORT = 4010;

/** What the other commands need in their environment to call this server. */
function forCommands({ baseUrl, caFile, port }: RunningSandbox): (readonly [string, string])[] {
  if (port === DEFAULT_PORT && baseUrl.startsWith('http:')) return [];
  const ca = caFile === null ? '' : ` NODE_EXTRA_CA_CERTS=${caFile}`;
  return [['For commands', `export ENERGY_SANDBOX_URL=${baseUrl}${ca}`]];
}

/** What a user needs to create the first order. @param programName what the user types to call the program */
export function bannerText(sandbox: RunningSandbox, version: string, programName: string): string {
  const { state } = sandbox.core.accounts.get('demo')!;
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${sandbox.publicUrl}/api/v1/`],
    ['Dashboard', `${sandbox.publicUrl}/_sandbox/`],
    ['Docs', `${sandbox.publicUrl}/_sandbox/docs`],
    ...(sandbox.caFile === null ? [] : ([['CA file', sandbox.caFile]] as const)),
    ['API key', sandbox.apiKey],
    ['Webhook secret', sandbox.webhookSecret],
    ['Webhooks to', state.webhook.url === null ? NO_WEBHOOKS : redactUrls(state.webhook.url)],
    ['Clock', clockText(state.clock, programName)],
    ...(state.scenarios.length > 0
      ? ([['Scenarios', state.scenarios.map(one => one.name).join(', ')]] as const)
      : []),
    ...(sandbox.publicUrl === sandbox.baseUrl ? [] : ([['Listens on', sandbox.baseUrl]] as const)),
    ...forCommands(sandbox),
  ];
  const table = rows.map(([name, value]) => `  ${name.padEnd(15)} ${value}`).join('\n');
  return `energy-rental-sandbox ${version}

${table}

Create an order:
  ${orderCurl(sandbox, 'first-order', RECIPIENT)}

Make one fail with 402:
  ${orderCurl(sandbox, 'unpaid-order', PAYMENT_REQUIRED)}

Stop with Ctrl-C.

`;
}

/** The same information as JSON, for scripts. */
export const bannerJson = (sandbox: RunningSandbox, version: string): object => ({
  version,
  base_url: sandbox.publicUrl,
  port: sandbox.port,
  docs_url: `${sandbox.publicUrl}/_sandbox/docs`,
  dashboard_url: `${sandbox.publicUrl}/_sandbox/`,
  control_url: `${sandbox.publicUrl}/_sandbox`,
  api_key: sandbox.apiKey,
  webhook_secret: sandbox.webhookSecret,
  ...(sandbox.caFile === null ? {} : { ca_file: sandbox.caFile }),
  account: 'demo',
});

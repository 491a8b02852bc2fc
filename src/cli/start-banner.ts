import { type ClockMode, formatClockMode } from '../domain/clock.ts';
import type { RunningSandbox } from '../sandbox.ts';
import { redactUrls } from '../wire/redaction.ts';

/** A recipient without a special effect, and one that makes orders fail with 402. */
const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const PAYMENT_REQUIRED = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const orderCurl = (sandbox: RunningSandbox, externalId: string, address: string): string =>
  [
    `curl -i ${sandbox.publicUrl}/api/v1/order/`,
    `-H 'Authorization: Bearer ${sandbox.apiKey}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"external_id":"${externalId}","package_id":1,"address":"${address}"}'`,
  ].join(' \\\n    ');

const clockText = (clock: ClockMode): string =>
  clock.mode === 'manual' ? 'manual; advance it with: energy-sandbox advance 61m' : formatClockMode(clock);

const NO_WEBHOOKS = 'not sent; set --webhook-url http://…';

/** The port that the other commands call by default. */
const DEFAULT_PORT = 4010;

/** What a user needs to create the first order. */
export function bannerText(sandbox: RunningSandbox, version: string): string {
  const { state } = sandbox.core.accounts.get('demo')!;
  const rows: readonly (readonly [string, string])[] = [
    ['API', `${sandbox.publicUrl}/api/v1/`],
    ['Dashboard', `${sandbox.publicUrl}/_sandbox/`],
    ['Docs', `${sandbox.publicUrl}/_sandbox/docs`],
    ['API key', sandbox.apiKey],
    ['Webhook secret', sandbox.webhookSecret],
    ['Webhooks to', state.webhook.url === null ? NO_WEBHOOKS : redactUrls(state.webhook.url)],
    ['Clock', clockText(state.clock)],
    ...(state.scenarios.length > 0
      ? ([['Scenarios', state.scenarios.map(one => one.name).join(', ')]] as const)
      : []),
    ...(sandbox.publicUrl === sandbox.baseUrl ? [] : ([['Listens on', sandbox.baseUrl]] as const)),
    ...(sandbox.port === DEFAULT_PORT
      ? []
      : ([['For commands', `export ENERGY_SANDBOX_URL=${sandbox.baseUrl}`]] as const)),
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
  account: 'demo',
});

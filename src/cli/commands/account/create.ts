import type { Command } from 'commander';
import type { components } from '../../../contract/control-v1.generated.ts';
import { type KeyFlags, keyLimitsOf, withKeyFlags } from '../../key-flags.ts';
import { parseWith, readNumber, readTrx, readWebhookUrl, repeatable } from '../../parse-values.ts';
import type { ProcessIo } from '../../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../../remote-flags.ts';

interface Flags extends RemoteFlags, KeyFlags {
  readonly balance?: number;
  readonly discount?: number;
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  readonly clock?: string;
  readonly timeZone?: string;
  readonly scenario?: readonly string[];
  readonly strict?: boolean;
  readonly seed?: string;
}

/** The request body for the given flags. */
const bodyOf = (name: string | undefined, flags: Flags): object => ({
  name,
  balance_trx: flags.balance,
  discount_percent: flags.discount,
  webhook_url: flags.webhookUrl,
  webhook_secret: flags.webhookSecret,
  clock: flags.clock,
  time_zone: flags.timeZone,
  scenarios: flags.scenario,
  ...keyLimitsOf(flags),
  strict: flags.strict,
  seed: flags.seed,
});

async function create(name: string | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const created = await remoteOf(flags, io).call<components['schemas']['CreatedAccount']>(
    'POST',
    '/accounts',
    {
      body: bodyOf(name, flags),
    },
  );
  if (flags.json) {
    out.json(created);
    return;
  }
  const rows = [
    ['Account', created.name],
    ['API', `${created.base_url}/api/v1/`],
    ['API key', `${created.api_key}  (shown only once)`],
    ['Webhook secret', created.webhook_secret],
  ] as const;
  for (const [what, value] of rows) out.line(`  ${what.padEnd(15)} ${value}`);
}

/** `account create [NAME]` */
export function defineCreate(parent: Command, io: ProcessIo): void {
  const command = parent
    .command('create')
    .description('create an account; options not given take the server defaults')
    .argument('[name]', 'letters, digits, period, underscore, hyphen (default: generated)')
    .option('--balance <trx>', 'initial balance', parseWith(readTrx))
    .option('--discount <percent>', 'discount', parseWith(readNumber))
    .option('--webhook-url <url>', 'webhook destination', parseWith(readWebhookUrl))
    .option('--webhook-secret <secret>', 'secret for webhook signatures')
    .option('--clock <mode>', 'real, manual, or a speed such as 60x')
    .option('--time-zone <zone>', 'time zone of order times')
    .option(
      '--scenario <name>',
      'active scenario; repeatable, the first takes precedence',
      repeatable(String),
    )
    .option('--strict', 'refuse unknown fields, other content types and unknown scenario names')
    .option('--seed <text>', 'seed for ids and random choices');
  withServer(withKeyFlags(command), false).action((name: string | undefined, flags: Flags) =>
    create(name, flags, io),
  );
}

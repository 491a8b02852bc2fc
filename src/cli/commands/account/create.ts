import type { Command } from 'commander';
import type { components } from '../../../contract/control-v1.generated.ts';
import { SCOPES } from '../../../domain/operations.ts';
import { each, oneOf, readHttpUrl, reading, readNumber, readTrx, wholeNumber } from '../../parse-values.ts';
import type { Shell } from '../../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../../remote-flags.ts';

interface Flags extends RemoteFlags {
  readonly balance?: number;
  readonly discount?: number;
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  readonly clock?: string;
  readonly timeZone?: string;
  readonly scenario?: readonly string[];
  readonly rateLimit?: number;
  readonly scope?: readonly string[];
  readonly seed?: string;
}

/** Flags as the call's fields. */
const bodyOf = (name: string | undefined, flags: Flags): object => ({
  name,
  balance_trx: flags.balance,
  discount_percent: flags.discount,
  webhook_url: flags.webhookUrl,
  webhook_secret: flags.webhookSecret,
  clock: flags.clock,
  time_zone: flags.timeZone,
  scenarios: flags.scenario,
  rate_limit_per_minute: flags.rateLimit,
  scopes: flags.scope,
  seed: flags.seed,
});

async function create(name: string | undefined, flags: Flags, shell: Shell): Promise<void> {
  const { out } = shell;
  const made = await remoteOf(flags, shell).call<components['schemas']['CreatedAccount']>(
    'POST',
    '/accounts',
    {
      body: bodyOf(name, flags),
    },
  );
  if (flags.json) {
    out.json(made);
    return;
  }
  const rows = [
    ['Account', made.name],
    ['API', `${made.base_url}/api/v1/`],
    ['API key', `${made.api_key}  (shown only now)`],
    ['Webhook secret', made.webhook_secret],
  ] as const;
  for (const [what, value] of rows) out.line(`  ${what.padEnd(15)} ${value}`);
}

/** `account create [NAME]` */
export function defineCreate(parent: Command, shell: Shell): void {
  const command = parent
    .command('create')
    .description('make an account; what is left out is as the server was started')
    .argument('[name]', 'letters, digits, period, underscore, hyphen; made up where left out')
    .option('--balance <trx>', 'what it starts with', reading(readTrx))
    .option('--discount <percent>', 'its discount', reading(readNumber))
    .option('--webhook-url <url>', 'where its webhooks go', reading(readHttpUrl))
    .option('--webhook-secret <secret>', 'what they are signed with')
    .option('--clock <mode>', 'real, manual, or a speed such as 60x')
    .option('--time-zone <zone>', 'of the times in its orders')
    .option('--scenario <name>', 'an active scenario; repeatable, first asked first', each(String))
    .option('--rate-limit <number>', 'requests a minute', reading(wholeNumber('a limit', 1)))
    .option(
      '--scope <scope>',
      `what its key may do; repeatable: ${SCOPES.join(', ')}`,
      each(oneOf('scope', SCOPES)),
    )
    .option('--seed <text>', 'what its ids and chances follow from');
  withServer(command, false).action((name: string | undefined, flags: Flags) => create(name, flags, shell));
}

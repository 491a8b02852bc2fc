import type { Command } from 'commander';
import type { components } from '../../../contract/control-v1.generated.ts';
import { SCOPES } from '../../../domain/operations.ts';
import { repeatable, oneOf, readHttpUrl, parseWith, readNumber, readTrx, wholeNumber } from '../../parse-values.ts';
import type { ProcessIo } from '../../process-io.ts';
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

async function create(name: string | undefined, flags: Flags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const made = await remoteOf(flags, io).call<components['schemas']['CreatedAccount']>(
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
export function defineCreate(parent: Command, io: ProcessIo): void {
  const command = parent
    .command('create')
    .description('make an account; what is left out is as the server was started')
    .argument('[name]', 'letters, digits, period, underscore, hyphen; made up where left out')
    .option('--balance <trx>', 'what it starts with', parseWith(readTrx))
    .option('--discount <percent>', 'its discount', parseWith(readNumber))
    .option('--webhook-url <url>', 'where its webhooks go', parseWith(readHttpUrl))
    .option('--webhook-secret <secret>', 'what they are signed with')
    .option('--clock <mode>', 'real, manual, or a speed such as 60x')
    .option('--time-zone <zone>', 'of the times in its orders')
    .option('--scenario <name>', 'an active scenario; repeatable, first asked first', repeatable(String))
    .option('--rate-limit <number>', 'requests a minute', parseWith(wholeNumber('a limit', 1)))
    .option(
      '--scope <scope>',
      `what its key may do; repeatable: ${SCOPES.join(', ')}`,
      repeatable(oneOf('scope', SCOPES)),
    )
    .option('--seed <text>', 'what its ids and chances follow from');
  withServer(command, false).action((name: string | undefined, flags: Flags) => create(name, flags, io));
}

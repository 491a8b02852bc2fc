import { writeFile } from 'node:fs/promises';
import type { DataOf } from '../../client/control-client.ts';
import { SCOPES } from '../../core/domain/operations.ts';
import { counted, trxText } from '../../core/text/wording.ts';
import { readRegularFile } from '../../host/node/files.ts';
import { checkedInstant, oneOf, readNumber, wholeNumber } from '../argument-parsers.ts';
import { CliError, EXIT_USAGE, fileError } from '../cli-error.ts';
import { commands, flag, many, one, printColumns, remote } from '../define-command.ts';
import { instantText } from '../format.ts';
import type { Remote } from '../remote.ts';

type Key = DataOf<'get', '/_sandbox/accounts/{account}/keys'>['items'][number];
type Snapshot = DataOf<'get', '/_sandbox/accounts/{account}/snapshots'>['items'][number];

const KEY_LIMITS = {
  scopes: many(
    '--scope <scope>',
    `permission of the key; repeatable: ${SCOPES.join(', ')}`,
    oneOf('scope', SCOPES),
  ),
  ip_allow: many('--ip <address>', 'allowed client address or CIDR range; repeatable', String),
  rate_limit_per_minute: one('--rate-limit <number>', 'requests per minute', wholeNumber('a limit', 1)),
  expires_at: one(
    '--expires-at <instant>',
    "expiry time of the key in ISO 8601, on the account's clock",
    checkedInstant,
  ),
};

function limitsOf({ rate_limit_per_minute, ip_allow, expires_at }: Key): string {
  const limits = [
    ...(rate_limit_per_minute === null ? [] : [`${rate_limit_per_minute} per minute`]),
    ...(ip_allow.length === 0 ? [] : [`from ${ip_allow.join(', ')}`]),
    ...(expires_at === null ? [] : [`until ${instantText(expires_at)}`]),
  ];
  return limits.join('; ');
}

const printSnapshots = (snapshots: readonly Snapshot[], remote: Remote): void =>
  printColumns(
    remote,
    snapshots,
    {
      name: ({ name }) => ({ text: name, tint: 'bold' }),
      taken: ({ taken_at }) => instantText(taken_at),
      balance: ({ balance_trx }) => trxText(balance_trx),
      orders: ({ orders }) => counted(orders, 'order'),
      events: ({ events }) => counted(events, 'event'),
    },
    { hasHead: false },
  );

async function readSnapshot(file: string) {
  const text = await readRegularFile(file).catch(error => {
    throw fileError(file, 'read', error, EXIT_USAGE);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = (error as Error).message.replace(/\s+/g, ' ');
    const message = `${file}: not valid JSON: ${problem}; use a file written by snapshot export`;
    throw new CliError(message, EXIT_USAGE);
  }
}

const nameOfFile = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.json$/, '');

export const { define } = commands(
  {
    'account create': remote({
      summary: 'create an account; omitted flags take the defaults of the server',
      ofServer: true,
      input: {
        name: one('[name]', 'letters, digits, period, underscore, hyphen (default: generated)'),
        balance_trx: one('--balance <trx>', 'initial balance', readNumber),
        discount_percent: one('--discount <percent>', 'discount', readNumber),
        webhook_url: one('--webhook-url <url>', 'webhook destination'),
        webhook_secret: one('--webhook-secret <secret>', 'secret for webhook signatures'),
        clock: one('--clock <mode>', 'real, manual, or a speed such as 60x'),
        time_zone: one('--time-zone <zone>', 'time zone of order times'),
        scenarios: many(
          '--scenario <name>',
          'active scenario; repeatable, the first takes precedence',
          String,
        ),
        strict: flag('--strict', 'refuse unknown fields, other content types and unknown scenario names'),
        seed: one('--seed <text>', 'seed for ids and random choices'),
        idle_ttl: one('--idle-ttl <duration>', 'remove it after this time without use, such as 10m'),
        ...KEY_LIMITS,
      },
      call: ({ control }, body) => control.post('/_sandbox/accounts', { body }),
      print({ name, base_url, api_key, webhook_secret }, { out }) {
        const rows = [
          ['Account', name],
          ['API', `${base_url}/api/v1/`],
          ['API key', `${api_key}  (shown only once)`],
          ['Webhook secret', webhook_secret],
        ] as const;
        for (const [what, value] of rows) out.line(`  ${what.padEnd(15)} ${value}`);
      },
    }),
    'account list': remote({
      summary: 'list all accounts',
      ofServer: true,
      call: ({ control }) => control.list('/_sandbox/accounts', {}),
      print(accounts, remote) {
        const isAnyInTrouble = accounts.some(({ trouble }) => trouble !== null);
        printColumns(
          remote,
          accounts,
          {
            name: ({ name }) => ({ text: name, tint: 'bold' }),
            balance: ({ balance_trx }) => trxText(balance_trx),
            orders: ({ orders }) => String(orders),
            clock: ({ clock }) => `${instantText(clock.now)} ${clock.mode}`,
            scenarios: ({ scenarios }) => scenarios.join(', '),
            webhook: ({ webhook }) => webhook.url ?? '',
            trouble:
              isAnyInTrouble &&
              (({ trouble }) =>
                trouble === null ? '' : { text: `${trouble.code}: ${trouble.reason}`, tint: 'red' }),
          },
          { wrap: isAnyInTrouble },
        );
      },
    }),
    'account delete': remote({
      summary: 'delete an account and all its data',
      ofServer: true,
      input: { account: one('<name>') },
      call: ({ control }, path) => control.delete('/_sandbox/accounts/{account}', { path }),
      print: (_, { err }, { account }) => err.line(`Deleted account ${account}.`),
    }),
    'key create': remote({
      summary: 'create an API key; it is printed only once',
      input: { name: one('[name]', 'name of the key'), ...KEY_LIMITS },
      call: ({ control, path }, body) => control.post('/_sandbox/accounts/{account}/keys', { path, body }),
      print({ api_key, key }, { out, err }) {
        out.line(api_key);
        err.line(`Created ${key.id} (${key.name}). The key is shown only once.`);
      },
    }),
    'key list': remote({
      summary: "list the account's keys",
      call: async ({ control, path }) =>
        (await control.get('/_sandbox/accounts/{account}/keys', { path })).items,
      print: (keys, remote) =>
        printColumns(remote, keys, {
          id: ({ id }) => ({ text: id, tint: 'bold' }),
          name: ({ name }) => name,
          'ends in': ({ hint }) => `…${hint}`,
          scopes: ({ revoked, scopes }) => {
            if (revoked) return { text: 'revoked', tint: 'red' };
            return scopes.length === SCOPES.length ? 'all' : scopes.join(', ') || 'none';
          },
          limits: limitsOf,
        }),
    }),
    'key revoke': remote({
      summary: 'revoke a key',
      input: { key: one('<id>') },
      call: ({ control, path }, given) =>
        control.delete('/_sandbox/accounts/{account}/keys/{key}', { path: { ...path, ...given } }),
      print: (_, { err }, { key }) => err.line(`Revoked ${key}.`),
    }),
    balance: remote({
      input: {
        balance_trx: one('[trx]', 'new balance', readNumber),
        ledger: flag('--ledger', 'list all balance changes, oldest first'),
      },
      notes: `
Examples:
  energy-sandbox balance 0           set the balance
  energy-sandbox balance --ledger    list all balance changes`,
      async call({ control, path }, { ledger, ...body }) {
        if (body.balance_trx !== undefined) {
          const { balance_trx } = body;
          await control.put('/_sandbox/accounts/{account}/balance', { path, body: { balance_trx } });
        }
        if (ledger) return control.list('/_sandbox/accounts/{account}/ledger', { path });
        const { balance_trx } = await control.get('/_sandbox/accounts/{account}', { path });
        return { balance_trx };
      },
      print(data, remote) {
        if (!Array.isArray(data)) return remote.out.line(trxText(data.balance_trx));
        printColumns(remote, data, {
          at: ({ at }) => ({ text: instantText(at), tint: 'dim' }),
          kind: ({ kind }) => kind,
          amount: ({ amount_trx }) => ({ text: trxText(amount_trx), tint: amount_trx < 0 ? 'red' : 'green' }),
          balance: ({ balance_trx }) => trxText(balance_trx),
          for: ({ order_id }) => (order_id === null ? '' : `order ${order_id}`),
        });
      },
    }),
    deposit: remote({
      input: { amount_trx: one('<trx>', 'amount', readNumber) },
      notes: `
Example:
  energy-sandbox deposit 50`,
      call: ({ control, path }, body) => control.post('/_sandbox/accounts/{account}/deposit', { path, body }),
      print: ({ balance_trx }, { out }) => out.line(trxText(balance_trx)),
    }),
    reset: remote({
      notes: `
Deletes orders, events, ledger, rule counters and the request journal, but not
keys, the webhook destination and snapshots.

Example:
  energy-sandbox reset --account demo`,
      call: ({ control, path }) => control.post('/_sandbox/accounts/{account}/reset', { path }),
      print: ({ name, balance_trx, clock }, { out }) =>
        out.line(`Reset account ${name}: ${trxText(balance_trx)}, ${instantText(clock.now)} (${clock.mode})`),
    }),
    'snapshot take': remote({
      summary: 'save the state of the account until the server ends; replaces one of the same name',
      input: { name: one('<name>') },
      call: ({ control, path }, body) =>
        control.post('/_sandbox/accounts/{account}/snapshots', { path, body }),
      print: (taken, remote) => printSnapshots([taken], remote),
    }),
    'snapshot list': remote({
      summary: 'list the snapshots of the account',
      call: async ({ control, path }) =>
        (await control.get('/_sandbox/accounts/{account}/snapshots', { path })).items,
      print: printSnapshots,
    }),
    'snapshot restore': remote({
      summary: 'restore the account to the saved state',
      input: { name: one('<name>') },
      call: ({ control, path }, given) =>
        control.post('/_sandbox/accounts/{account}/snapshots/{name}/restore', {
          path: { ...path, ...given },
        }),
      print: ({ name, balance_trx, orders, clock }, { out }) =>
        out.line(
          `Restored account ${name}: ${trxText(balance_trx)}, ${counted(orders, 'order')}, ${instantText(clock.now)} (${clock.mode})`,
        ),
    }),
    'snapshot export': remote({
      summary: 'write a snapshot to a file, to keep it; it contains the webhook secret',
      input: { name: one('<name>'), file: one('[file]', 'output file (default: stdout)') },
      printsJson: true,
      call: ({ control, path }, { name }) =>
        control.get('/_sandbox/accounts/{account}/snapshots/{name}', { path: { ...path, name } }),
      async print(snapshot, { out, err }, { file = '-' }) {
        const text = `${JSON.stringify(snapshot, null, 2)}\n`;
        if (file === '-') return out.write(text);
        await writeFile(file, text).catch(error => {
          throw fileError(file, 'write', error);
        });
        err.line(`${file}: ${counted(text.length, 'character')}`);
      },
    }),
    'snapshot import': remote({
      summary: 'import a snapshot from a file',
      input: {
        file: one('<file>'),
        name: one('--name <name>', 'name of the snapshot (default: the file name)'),
        force: flag('--force', 'import the file even if it was changed after it was exported'),
      },
      sendsFile: true,
      async call({ control, path, err }, { file, name = nameOfFile(file), force = false }) {
        const body = await readSnapshot(file);
        const at = { path: { ...path, name }, query: { force } };
        const taken = await control.put('/_sandbox/accounts/{account}/snapshots/{name}', { ...at, body });
        if (taken.warning !== undefined) err.line(`${file}: ${taken.warning}`);
        return taken;
      },
      print: (taken, remote) => printSnapshots([taken], remote),
    }),
    'snapshot delete': remote({
      summary: 'delete a snapshot',
      input: { name: one('<name>') },
      call: ({ control, path }, given) =>
        control.delete('/_sandbox/accounts/{account}/snapshots/{name}', { path: { ...path, ...given } }),
      print: (_, { err }, { name }) => err.line(`Deleted snapshot ${name}.`),
    }),
  },
  {
    account: `
Examples:
  energy-sandbox account create shop-7 --balance 100 --clock manual
  energy-sandbox account list`,
    key: `
Examples:
  energy-sandbox key create readonly --scope orders:read --scope balance
  energy-sandbox key revoke key-2`,
    snapshot: `
Examples:
  energy-sandbox snapshot take before-checkout
  energy-sandbox snapshot import checkout.json --name before-checkout`,
  },
);

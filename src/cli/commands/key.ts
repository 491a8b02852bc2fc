import type { Command } from 'commander';
import type { components } from '../../contract/control-v1.generated.ts';
import { SCOPES } from '../../domain/operations.ts';
import { instantText } from '../format/time.ts';
import { type KeyFlags, keyLimitsOf, withKeyFlags } from '../key-flags.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { type Cell, printTable } from '../terminal.ts';

type Schemas = components['schemas'];

interface CreateFlags extends RemoteFlags, KeyFlags {}

const EXAMPLES = `
Examples:
  energy-sandbox key create readonly --scope orders:read --scope balance
  energy-sandbox key create --expires-at 2026-01-01T12:00:00Z
  energy-sandbox key list
  energy-sandbox key revoke key-2`;

async function create(name: string | undefined, flags: CreateFlags, io: ProcessIo): Promise<void> {
  const { out, err } = io;
  const remote = remoteOf(flags, io);
  const body = { name, ...keyLimitsOf(flags) };
  const created = await remote.call<Schemas['CreatedKey']>('POST', remote.of('/keys'), { body });
  if (flags.json) {
    out.json(created);
    return;
  }
  out.line(created.api_key);
  err.line(`Created ${created.key.id} (${created.key.name}). The key is shown only once.`);
}

function limitsOf({ rate_limit_per_minute, ip_allow, expires_at }: Schemas['Key']): string {
  const limits = [
    ...(rate_limit_per_minute === null ? [] : [`${rate_limit_per_minute} per minute`]),
    ...(ip_allow.length === 0 ? [] : [`from ${ip_allow.join(', ')}`]),
    ...(expires_at === null ? [] : [`until ${instantText(expires_at)}`]),
  ];
  return limits.join('; ');
}

const row = (key: Schemas['Key']): Cell[] => [
  { text: key.id, tint: 'bold' },
  key.name,
  `…${key.hint}`,
  key.revoked
    ? { text: 'revoked', tint: 'red' }
    : key.scopes.length === SCOPES.length
      ? 'all'
      : key.scopes.join(', ') || 'none',
  limitsOf(key),
];

async function list(flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const { out } = io;
  const remote = remoteOf(flags, io);
  const { items } = await remote.get<{ readonly items: readonly Schemas['Key'][] }>(remote.of('/keys'));
  if (flags.json) out.json(items);
  else printTable(out, items.map(row), { head: ['id', 'name', 'ends in', 'scopes', 'limits'] });
}

async function revoke(id: string, flags: RemoteFlags, io: ProcessIo): Promise<void> {
  const remote = remoteOf(flags, io);
  const key = await remote.call('DELETE', remote.of(`/keys/${encodeURIComponent(id)}`));
  if (flags.json) io.out.json(key);
  else io.err.line(`Revoked ${id}.`);
}

export function define(command: Command, io: ProcessIo): void {
  command.usage('<command>').addHelpText('after', EXAMPLES);
  const creating = command
    .command('create')
    .description('create an API key; it is printed only once')
    .argument('[name]', 'name of the key');
  withServer(withKeyFlags(creating)).action((name: string | undefined, flags: CreateFlags) =>
    create(name, flags, io),
  );
  withServer(command.command('list').description("list the account's keys")).action((flags: RemoteFlags) =>
    list(flags, io),
  );
  const revoking = command.command('revoke').description('revoke a key').argument('<id>');
  withServer(revoking).action((id: string, flags: RemoteFlags) => revoke(id, flags, io));
}

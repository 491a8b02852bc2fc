import { CliError } from '../../cli-error.ts';
import type { ProcessIo } from '../../process-io.ts';
import { remoteOf } from '../../remote-flags.ts';
import { RefusedCall, type Remote } from '../../remote-server.ts';
import { type Account, destinationOf, isHandedOver, type MoveFlags, remoteAt } from './two-servers.ts';

/** What a canceled move was. */
interface Canceled {
  readonly account: string;
  /** False if the account was not being moved. */
  readonly canceled: boolean;
}

/**
 * Makes the server to which the account was moving refuse it from now on.
 * @throws CliError if that server has the account, or does not respond
 */
async function refuseAt(to: Remote, name: string, hostTime: string, from: Remote): Promise<void> {
  try {
    await to.call('POST', to.of('/refuse-import'), { body: { host_time: hostTime } });
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'ACCOUNT_EXISTS') {
      throw new CliError(
        `${to.url} has imported ${name}, so its move cannot be canceled; complete it: repeat the command with --to ${to.url} instead of --cancel. If that is another account of the same name, add --force`,
      );
    }
    throw new CliError(
      `${(error as Error).message}; whether ${to.url} has imported ${name} is unknown, so it stays stopped on ${from.url}. Repeat the command once ${to.url} responds; add --force only if it will never run again with this account`,
    );
  }
}

/** The server to which an account is moving. @throws CliError if neither it nor the flags say which */
function targetOf(account: Account, from: Remote, flags: MoveFlags, io: ProcessIo): Remote {
  const { name } = account;
  const recorded = destinationOf(account);
  const url = recorded ?? flags.to;
  if (url === undefined)
    throw new CliError(
      `--cancel: ${from.url} does not know where ${name} was moving; add --to <url> with the address of that server`,
    );
  const to = remoteAt(url, name, flags, io);
  if (flags.to !== undefined && remoteAt(flags.to, name, flags, io).url !== to.url)
    throw new CliError(`--to: ${name} is being moved to ${to.url}, not to ${flags.to}; omit --to`);
  return to;
}

async function cancelOne(name: string, flags: MoveFlags, io: ProcessIo): Promise<Canceled> {
  const from = remoteOf({ ...flags, account: name }, io);
  const account = await from.get<Account>(from.of(''));
  if (!isHandedOver(account)) return { account: name, canceled: false };
  if (!flags.force) {
    const to = targetOf(account, from, flags, io);
    await refuseAt(to, name, account.trouble!.handover!.host_time, from);
  }
  await from.call('DELETE', from.of('/handover'));
  return { account: name, canceled: true };
}

/**
 * Cancels the moves of accounts, which continue where they are. Each server to which one was moving is asked first, and
 * refuses it from then on, so that the account cannot come to exist on both. A second call changes nothing.
 * @throws CliError
 */
export async function cancelMoves(names: readonly string[], flags: MoveFlags, io: ProcessIo): Promise<void> {
  const done: Canceled[] = [];
  for (const name of names) {
    const one = await cancelOne(name, flags, io);
    done.push(one);
    if (flags.json) continue;
    io.out.line(
      one.canceled
        ? `Canceled the move of ${name}: it continues where it is`
        : `Nothing to cancel: ${name} is not being moved`,
    );
  }
  if (flags.json) io.out.json(done);
}

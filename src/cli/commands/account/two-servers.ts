import type { components } from '../../../contract/control-v1.generated.ts';
import type { ProcessIo } from '../../process-io.ts';
import { type RemoteFlags, remoteOf } from '../../remote-flags.ts';
import { RefusedCall, type Remote } from '../../remote-server.ts';

export type Account = components['schemas']['Account'];

/** The flags of `account move`. */
export interface MoveFlags extends RemoteFlags {
  readonly to?: string;
  readonly keep?: boolean;
  readonly cancel?: boolean;
  readonly force?: boolean;
}

/** An account, and the two servers between which it moves. */
export interface Move {
  readonly name: string;
  readonly from: Remote;
  readonly to: Remote;
}

/** The server at an address, with the other flags of a command. */
export const remoteAt = (url: string, name: string, flags: MoveFlags, io: ProcessIo): Remote =>
  remoteOf({ ...flags, url, account: name }, io);

/** The account on a server; null if the server has none of that name. @throws CliError */
export async function accountOn(server: Remote): Promise<Account | null> {
  try {
    return await server.get<Account>(server.of(''));
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'ACCOUNT_NOT_FOUND') return null;
    throw error;
  }
}

export const isHandedOver = ({ trouble }: Account): boolean => trouble?.code === 'ACCOUNT_HANDED_OVER';

/** The address of the server to which an account is being moved; null if it is not, or if that is unknown. */
export const destinationOf = (account: Account | null): string | null =>
  account?.trouble?.handover?.to ?? null;

import { isoTime } from '../../domain/time-formats.ts';
import { checkAccountLimit, newName, shownAccount } from './account-calls.ts';
import type { Handlers } from './call-types.ts';
import { ControlError, invalid } from './control-errors.ts';
import { JsonPieces } from './json-pieces.ts';
import { instantOf } from './parse-values.ts';

/** Calls that move an account to another server. */
export const handoverCalls: Pick<
  Handlers,
  'handOverAccount' | 'cancelHandover' | 'importAccount' | 'refuseImport'
> = {
  handOverAccount: async ({ handover, account, body }) => {
    const { head, state } = await handover.begin(account, body?.to?.replace(/\/+$/, '') ?? null);
    const { takenAtMs, hostAtMs, ...same } = head;
    const shown = JSON.stringify({ ...same, taken_at: isoTime(takenAtMs), host_time: isoTime(hostAtMs) });
    return new JsonPieces([Buffer.from(`${shown.slice(0, -1)},"state":`), ...state, Buffer.from('}')]);
  },
  cancelHandover: ({ core, handover, account }) => {
    handover.cancel(account);
    return shownAccount(core, account);
  },
  importAccount: async ({ core, handover, path, body }) => {
    const name = newName(path.account);
    if (body.account !== name)
      throw invalid('body.account', `the path names ${name}, but this is the account ${body.account}`);
    if (core.accounts.get(name)) {
      const message = `an account named ${name} already exists; delete it first, or keep it and cancel the handover`;
      throw new ControlError('ACCOUNT_EXISTS', message, 'params.account');
    }
    checkAccountLimit(core);
    const hostAtMs = instantOf(body.host_time, 'body.host_time');
    const opened = await handover.open({ ...body, hostAtMs });
    if ('state' in opened) return shownAccount(core, opened);
    const where = `body.${opened.path}`;
    throw new ControlError('SNAPSHOT_INVALID', `${where}: ${opened.message}`, where);
  },
  refuseImport: ({ core, handover, path, body }) => {
    const name = newName(path.account);
    if (core.accounts.get(name)) {
      const message = `an account named ${name} exists here, so its handover must not be canceled where it was before`;
      throw new ControlError('ACCOUNT_EXISTS', message, 'params.account');
    }
    const hostAtMs = instantOf(body.host_time, 'body.host_time');
    handover.refuse(name, hostAtMs);
    return { name, host_time: isoTime(hostAtMs) };
  },
};

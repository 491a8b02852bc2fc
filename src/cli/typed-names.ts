import type { Command } from 'commander';

/*
 * Errors of the control API name parts of a request, such as `body.until`. The user typed flags and arguments, so
 * messages name those instead. A part usually has the name of its flag or argument; the table has the others.
 */

/** For each command, the flags and arguments whose names differ from those of the request. */
const DIFFERENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  advance: { by: 'duration', external_id: '--order' },
  'account create': {
    balance_trx: '--balance',
    discount_percent: '--discount',
    scenarios: '--scenario',
    rate_limit_per_minute: '--rate-limit',
    scopes: '--scope',
  },
  'account delete': { account: 'name' },
  balance: { balance_trx: 'trx' },
  deposit: { amount_trx: 'trx' },
  'key create': { scopes: '--scope', ip_allow: '--ip', rate_limit_per_minute: '--rate-limit' },
  'key revoke': { key: 'id' },
  move: { to: 'status' },
  request: { request: 'id' },
  'scenario use': { name: 'name|file', names: 'name|file', yaml: 'name|file' },
  trigger: { package_id: '--package' },
};

const WIRE_NAME = /\b(?:body|query|params)\.([A-Za-z_]\w*)((?:\.\w+|\[\d+\])*)/g;

/** The full name of a command: `account create`. */
function nameOf(command: Command): string {
  const parent = command.parent?.parent ? `${nameOf(command.parent)} ` : '';
  return parent + command.name();
}

/** The flag or argument that a field of a request comes from; null if none has its name. */
function typedName(command: Command, field: string): string | null {
  const different = DIFFERENT[nameOf(command)]?.[field];
  if (different !== undefined) return different;
  const flag = `--${field.replaceAll('_', '-')}`;
  if (command.options.some(({ long }) => long === flag)) return flag;
  return command.registeredArguments.some(argument => argument.name() === field) ? field : null;
}

/** Replaces the names of request parts in a message by those of the flags and arguments of the command. */
export const withTypedNames = (message: string, command: Command): string =>
  message.replace(WIRE_NAME, (_, field: string, rest: string) => {
    const typed = typedName(command, field);
    return typed ?? field + rest;
  });

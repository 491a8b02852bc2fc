import type { Command } from 'commander';
import type { ProcessIo } from './process-io.ts';
import type { RefusedCall } from './remote-server.ts';

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
  'account move': { account: 'name' },
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

/** The commands whose request body is the content of a file. */
const SENDS_A_FILE: readonly string[] = ['snapshot import'];

/** Replaces the names of request parts in a message by those of the flags and arguments of the command. */
const withTypedNames = (message: string, command: Command): string =>
  message
    .replace(WIRE_NAME, (part: string, field: string, rest: string) => {
      const isInFile = part.startsWith('body.') && SENDS_A_FILE.includes(nameOf(command));
      return (isInFile ? null : typedName(command, field)) ?? field + rest;
    })
    .replace(/\bheader\.x-admin-token\b/g, '--admin-token');

/** For each code, the command that lists what exists. */
const LISTED_BY: Readonly<Record<string, string>> = {
  ACCOUNT_NOT_FOUND: 'account list',
  EVENT_NOT_FOUND: 'events',
  ORDER_NOT_FOUND: 'orders',
  REQUEST_NOT_FOUND: 'requests',
};

/** Values that come from the environment if their flag is not given. */
const FROM_ENVIRONMENT: Readonly<Record<string, string>> = {
  '--account': 'ENERGY_SANDBOX_ACCOUNT',
  '--admin-token': 'ENERGY_SANDBOX_ADMIN_TOKEN',
};

/** Names the variable instead of the flag if the value came from it. */
function withVariable(message: string, command: Command, { environment }: ProcessIo): string {
  const [, flag = '', attribute = ''] = /^(--(account|admin-token)):/.exec(message) ?? [];
  const variable = FROM_ENVIRONMENT[flag];
  const option = attribute === 'account' ? command.opts().account : command.opts().adminToken;
  return variable && option === undefined && environment[variable]
    ? message.replace(flag, variable)
    : message;
}

/** Texts of servers and balancers that tell how to call another address, each with what the user can type instead. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/( was moved to \S+ at \S+); call it there$/, '$1; name that address with --url'],
  [
    /ask each: (\/processes\/\d+)\/_sandbox\S* to (\/processes\/\d+)\/_sandbox\S*$/,
    'add $1 to $2 to the address in --url',
  ],
];

/** The message with the address to use, if the server knows one; null if it does not. */
function namedAddress(message: string): string | null {
  const found = ELSEWHERE.find(([pattern]) => pattern.test(message));
  return found ? message.replace(found[0], found[1]) : null;
}

/** The message of a refusal by the server, in terms of what the user typed and can type. */
export function refusalMessage({ code, message }: RefusedCall, command: Command, io: ProcessIo): string {
  const text = withTypedNames(message, command)
    .replace(/; GET \/_sandbox\/accounts lists all accounts/, '')
    .replace(
      /: send it as X-Admin-Token, or call .* with an API key/,
      '; give it with --admin-token or ENERGY_SANDBOX_ADMIN_TOKEN',
    );
  const elsewhere = namedAddress(text);
  if (elsewhere !== null) return withVariable(elsewhere, command, io);
  const list = LISTED_BY[code];
  const hint = list === undefined ? '' : `; list them with: ${io.programName} ${list}`;
  return withVariable(text, command, io) + hint;
}

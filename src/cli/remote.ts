import type { Command } from 'commander';
import { type ControlClient, controlClient, type Refusal } from '../client/control-client.ts';
import { isCertificateProblem, NodeTransport } from '../client/node-transport.ts';
import { DEMO_ACCOUNT } from '../server/sandbox-options.ts';
import { parseWith, readHttpUrl, readText } from './argument-parsers.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE } from './cli-error.ts';
import { type ProcessIo, remarkOn } from './process-io.ts';
import { readTokenFile } from './start-options.ts';

const DEFAULT_URL = 'http://127.0.0.1:4010';

/** Adds the flags that select the server and, unless `ofAccount` is false, the account. */
export function withServer(command: Command, ofAccount = true): Command {
  command.option('--json', 'print JSON').optionsGroup('Server:');
  command.option(
    '--url <url>',
    `address of the server (default ${DEFAULT_URL}) [ENERGY_SANDBOX_URL]`,
    parseWith(readHttpUrl),
  );
  if (ofAccount) {
    command.option(
      '--account <name>',
      `account (default ${DEMO_ACCOUNT}, or that of the key in ENERGY_SANDBOX_API_KEY) [ENERGY_SANDBOX_ACCOUNT]`,
      parseWith(readText),
    );
  }
  return command.option(
    '--admin-token <token>',
    'admin token, if the server requires one [ENERGY_SANDBOX_ADMIN_TOKEN, ENERGY_SANDBOX_ADMIN_TOKEN_FILE]',
    parseWith(readText),
  );
}

/**
 * The admin token from the environment, or from the file that the environment names. @throws CliError if the file
 * cannot be used
 */
export function adminTokenIn(io: Pick<ProcessIo, 'environment' | 'err'>): string | undefined {
  const { ENERGY_SANDBOX_ADMIN_TOKEN: token, ENERGY_SANDBOX_ADMIN_TOKEN_FILE: path } = io.environment;
  if (token !== undefined || path === undefined) return token;
  try {
    return readTokenFile(path, remarkOn(io));
  } catch (error) {
    throw new CliError(`ENERGY_SANDBOX_ADMIN_TOKEN_FILE: ${(error as Error).message}`, EXIT_USAGE);
  }
}

/** The running server that a command calls, and the account that its calls are about. */
export interface Remote extends Pick<ProcessIo, 'out' | 'err' | 'programName'> {
  readonly url: string;
  readonly account: string;
  readonly control: ControlClient;
  readonly path: { readonly account: string };
}

interface Naming {
  /** The flag or argument of each part. Default: the flag of the same name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Whether the body is the content of a file, so that its parts keep their names. */
  readonly sendsFile?: boolean | undefined;
}

const NO_CONNECTION: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
];

function connectionError(error: Error, url: string, programName: string): CliError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isCertificateProblem(error)) {
    return new CliError(
      `the certificate of ${url} is not trusted (${code}); name the CA file of the server with NODE_EXTRA_CA_CERTS=<file>`,
    );
  }
  return new CliError(
    code !== undefined && NO_CONNECTION.includes(code)
      ? `no sandbox responds at ${url}; start one with "${programName}", or set the address with --url`
      : `the request to ${url} failed: ${message || code}`,
  );
}

/** The address of the server that a flag or the environment names; undefined if none does. @throws CliError */
export function namedServer(ofFlag: string | undefined, environment: NodeJS.ProcessEnv): string | undefined {
  const { ENERGY_SANDBOX_URL: url } = environment;
  if (ofFlag !== undefined || url === undefined) return ofFlag;
  try {
    return readHttpUrl(url);
  } catch (error) {
    throw new CliError(`ENERGY_SANDBOX_URL: ${(error as Error).message}`, EXIT_USAGE);
  }
}

/**
 * Calls the server that flags and environment select, and closes the connections at the end.
 * @throws CliError if the server does not respond, or refuses a call
 */
export async function withRemote<T>(
  command: Command,
  io: ProcessIo,
  act: (remote: Remote) => Promise<T>,
  naming: Naming = {},
): Promise<T> {
  const { out, err, environment, programName } = io;
  const flags = command.opts();
  const url = (namedServer(flags.url, environment) ?? DEFAULT_URL).replace(/\/+$/, '');
  const token = flags.adminToken ?? adminTokenIn(io);
  const key = token === undefined ? environment.ENERGY_SANDBOX_API_KEY : undefined;
  const account = flags.account ?? environment.ENERGY_SANDBOX_ACCOUNT ?? (key ? 'me' : DEMO_ACCOUNT);
  const transport = new NodeTransport(url);
  const control = controlClient({
    url,
    headers: () => (key ? { Authorization: `Bearer ${key}` } : token ? { 'X-Admin-Token': token } : {}),
    transport: transport.options,
    refused: refusal =>
      new CliError(
        refusal.code === null
          ? `the server at ${url} is not an energy-sandbox (HTTP ${refusal.status}); set its address with --url`
          : refusalMessage(refusal, { ...naming, command, io }),
        refusal.code === 'INVALID_REQUEST' ? EXIT_USAGE : EXIT_FAILED,
      ),
    unreachable: cause => connectionError(cause, url, programName),
  });
  try {
    return await act({ out, err, programName, url, account, control, path: { account } });
  } finally {
    transport.close();
  }
}

/*
 * Errors of the control API name parts of a request, such as `body.until`. The user typed flags and arguments, so
 * messages name those instead.
 */

interface Typed extends Naming {
  readonly command: Command;
  readonly io: ProcessIo;
}

const WIRE_NAME = /\b(body|query|params)\.([A-Za-z_]\w*)((?:\.\w+|\[\d+\])*)/g;

function typedName(part: string, { command, names = {} }: Typed): string | null {
  const flag = `--${part.replaceAll('_', '-')}`;
  return names[part] ?? (command.options.some(({ long }) => long === flag) ? flag : null);
}

const LISTED_BY: Readonly<Record<string, string>> = {
  ACCOUNT_NOT_FOUND: 'account list',
  EVENT_NOT_FOUND: 'events',
  ORDER_NOT_FOUND: 'orders',
  REQUEST_NOT_FOUND: 'requests',
};

/** Replaces the flag by the environment variable if the value came from the variable. */
function withVariable(message: string, { command, io: { environment } }: Typed): string {
  const [flag, name] = /^--(account|admin-token)(?=:)/.exec(message) ?? [];
  if (flag === undefined) return message;
  const given = name === 'account' ? command.opts().account : command.opts().adminToken;
  const variable = name === 'account' ? 'ENERGY_SANDBOX_ACCOUNT' : 'ENERGY_SANDBOX_ADMIN_TOKEN';
  return given === undefined && environment[variable] ? message.replace(flag, variable) : message;
}

/** The end of a message behind a load balancer: the servers, one of which has the account. */
const SERVERS = /ask each: (\/processes\/\d+)\/_sandbox\S* to (\/processes\/\d+)\/_sandbox\S*$/;

function refusalMessage({ code, message, path }: Refusal, typed: Typed): string {
  // A text about a token that was not given names the ways to give it.
  const hasPlace =
    path === null || path === 'body' || message.includes('X-Admin-Token') || message.includes(path);
  const text = (hasPlace ? message || code! : `${path}: ${message}`)
    .replace(WIRE_NAME, (_, place: string, part: string, rest: string) => {
      const isInFile = place === 'body' && typed.sendsFile;
      return (isInFile ? null : typedName(part, typed)) ?? part + rest;
    })
    .replace(/\bheader\.x-admin-token\b/g, '--admin-token')
    .replace(', as …/accounts/me;', ', as --account me;')
    .replace(/\bheader\.authorization\b/g, 'ENERGY_SANDBOX_API_KEY')
    .replace(/^body(?= must be )/, typed.sendsFile ? `${typed.command.args[0]}: the content` : 'body')
    .replace(/; GET \/_sandbox\/accounts lists all accounts/, '')
    .replace(
      /: send it as X-Admin-Token(, or call .* with an API key)?/,
      (_, orKey) =>
        `; give it with --admin-token, ENERGY_SANDBOX_ADMIN_TOKEN or ENERGY_SANDBOX_ADMIN_TOKEN_FILE${orKey ? ', or the API key of an account with ENERGY_SANDBOX_API_KEY' : ''}`,
    );
  if (SERVERS.test(text))
    return withVariable(text.replace(SERVERS, 'add $1 to $2 to the address in --url'), typed);
  const list = LISTED_BY[code!];
  const hint = list === undefined ? '' : `; list them with: ${typed.io.programName} ${list}`;
  return withVariable(text, typed) + hint;
}

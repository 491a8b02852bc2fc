import type { Command } from 'commander';
import type { ProcessIo } from './process-io.ts';

/** The module of commands: adds arguments, flags, help and action to an empty commander command of its name. */
export interface CommandModule {
  /** @param commandLine what follows the first `--`, for commands with `runsCommand`; null without a `--` */
  define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void;
}

/** A command as --help lists it. Its module is loaded only when the command is run. */
interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly load: () => Promise<CommandModule>;
  /** Whether the words after `--` are a command to run, and none of this program's own arguments. */
  readonly runsCommand: boolean;
}

type Row = readonly [
  name: string,
  summary: string,
  load: () => Promise<CommandModule>,
  runsCommand?: 'runs a command',
];

const orders = () => import('./commands/orders.ts');
const webhooks = () => import('./commands/webhooks.ts');
const accounts = () => import('./commands/accounts.ts');
const findings = () => import('./commands/findings.ts');
const tools = () => import('./commands/tools.ts');

/** The commands by groups, in the order of --help. */
const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  Serve: [
    ['start', 'start the sandbox server; the default command', () => import('./commands/start.ts')],
    ['exec', 'run a command with a sandbox of its own', () => import('./commands/exec.ts'), 'runs a command'],
    ['mcp', 'serve an AI coding agent over the Model Context Protocol', () => import('./commands/mcp.ts')],
  ],
  Judge: [
    [
      'explore',
      'run a passing test suite under each disturbance',
      () => import('./commands/explore.ts'),
      'runs a command',
    ],
    ['findings', 'report what the integration did wrong', findings],
    ['coverage', 'report which behaviors of the service the tests have met', findings],
    [
      'record',
      'record the traffic with the real service as a HAR file',
      () => import('./commands/record.ts'),
      'runs a command',
    ],
    [
      'calibrate',
      'learn from recorded traffic how the service behaves',
      () => import('./commands/calibrate.ts'),
    ],
  ],
  Time: [
    ['advance', 'advance the clock and print what happened', orders],
    ['clock', 'show the clock or set its mode', orders],
  ],
  'Orders and requests': [
    ['orders', 'list orders', orders],
    ['order', 'show an order with its timeline', orders],
    ['move', 'move an order to another state', orders],
    ['refund', 'refund a failed order', orders],
    ['requests', 'list API requests with explanations', orders],
    ['request', 'show a request, its response and the explanation', orders],
    ['tail', 'follow requests, orders and webhooks live', () => import('./commands/tail.ts')],
  ],
  Webhooks: [
    ['events', 'list webhook events and their delivery states', webhooks],
    ['trigger', 'create an order and make an event happen to it', webhooks],
    ['resend', 'send an event again, optionally corrupted', webhooks],
    ['webhook', 'show or set the webhook destination', webhooks],
    ['receiver', 'show or set the built-in webhook receiver', webhooks],
    ['listen', 'receive, verify and print webhooks', () => import('./commands/listen.ts')],
    ['audit', 'assess a webhook receiver with every kind of delivery', () => import('./commands/audit.ts')],
    ['verify-signature', 'verify the signature of a webhook and explain failures', tools],
  ],
  Scenarios: [
    ['scenario', 'list, show, check, create and activate scenarios', () => import('./commands/scenario.ts')],
  ],
  Accounts: [
    ['account', 'create, list and delete accounts', accounts],
    ['key', 'create, list and revoke API keys', accounts],
    ['balance', 'show or set the balance, or list the ledger', accounts],
    ['deposit', 'add TRX to the balance', accounts],
    ['reset', 'reset an account to its initial state', accounts],
    ['snapshot', 'save and restore the state of an account', accounts],
  ],
  Tools: [['address', 'print a valid TRON address for tests', tools]],
};

/** All commands of the program. */
export const COMMANDS: readonly CommandEntry[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map(([name, summary, load, runsCommand]) => ({
    name,
    summary,
    group: `${group}:`,
    load,
    runsCommand: runsCommand !== undefined,
  })),
);

/** The command that runs if none is named. */
export const DEFAULT_COMMAND = 'start';

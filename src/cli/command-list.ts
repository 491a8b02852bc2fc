import type { Command } from 'commander';
import type { ProcessIo } from './process-io.ts';

/** The module of a command: adds arguments, flags, help and action to an empty commander command. */
export interface CommandModule {
  /** @param commandLine what follows the first `--`, for commands with `runsCommand`; null without a `--` */
  define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void;
}

/** A command as --help lists it. Its module is loaded only when the command is run. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  /** Whether the words after `--` are a command to run, and none of this program's own arguments. */
  readonly runsCommand?: boolean;
  readonly load: () => Promise<CommandModule>;
}

/** All commands of the program, in the order of --help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'start the sandbox server; the default command',
    group: 'Serve:',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'exec',
    summary: 'run a command with a sandbox of its own',
    group: 'Serve:',
    runsCommand: true,
    load: () => import('./commands/exec.ts'),
  },
  {
    name: 'mcp',
    summary: 'serve an AI coding agent over the Model Context Protocol',
    group: 'Serve:',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'explore',
    summary: 'run a passing test suite under each disturbance',
    group: 'Judge:',
    runsCommand: true,
    load: () => import('./commands/explore.ts'),
  },
  {
    name: 'advance',
    summary: 'advance the clock and print what happened',
    group: 'Time:',
    load: () => import('./commands/advance.ts'),
  },
  {
    name: 'clock',
    summary: 'show the clock or set its mode',
    group: 'Time:',
    load: () => import('./commands/clock.ts'),
  },
  {
    name: 'orders',
    summary: 'list orders',
    group: 'Orders and requests:',
    load: () => import('./commands/orders.ts'),
  },
  {
    name: 'order',
    summary: 'show an order with its timeline',
    group: 'Orders and requests:',
    load: () => import('./commands/order.ts'),
  },
  {
    name: 'move',
    summary: 'move an order to another state',
    group: 'Orders and requests:',
    load: () => import('./commands/move.ts'),
  },
  {
    name: 'refund',
    summary: 'refund a failed order',
    group: 'Orders and requests:',
    load: () => import('./commands/refund.ts'),
  },
  {
    name: 'requests',
    summary: 'list API requests with explanations',
    group: 'Orders and requests:',
    load: () => import('./commands/requests.ts'),
  },
  {
    name: 'request',
    summary: 'show a request, its response and the explanation',
    group: 'Orders and requests:',
    load: () => import('./commands/request.ts'),
  },
  {
    name: 'tail',
    summary: 'follow requests, orders and webhooks live',
    group: 'Orders and requests:',
    load: () => import('./commands/tail.ts'),
  },
  {
    name: 'events',
    summary: 'list webhook events and their delivery states',
    group: 'Webhooks:',
    load: () => import('./commands/events.ts'),
  },
  {
    name: 'trigger',
    summary: 'create an order and make an event happen to it',
    group: 'Webhooks:',
    load: () => import('./commands/trigger.ts'),
  },
  {
    name: 'resend',
    summary: 'send an event again, optionally corrupted',
    group: 'Webhooks:',
    load: () => import('./commands/resend.ts'),
  },
  {
    name: 'webhook',
    summary: 'show or set the webhook destination',
    group: 'Webhooks:',
    load: () => import('./commands/webhook.ts'),
  },
  {
    name: 'receiver',
    summary: 'show or set the built-in webhook receiver',
    group: 'Webhooks:',
    load: () => import('./commands/receiver.ts'),
  },
  {
    name: 'listen',
    summary: 'receive, verify and print webhooks',
    group: 'Webhooks:',
    load: () => import('./commands/listen.ts'),
  },
  {
    name: 'audit',
    summary: 'judge a webhook receiver with everything that can happen to it',
    group: 'Webhooks:',
    load: () => import('./commands/audit.ts'),
  },
  {
    name: 'verify-signature',
    summary: 'verify the signature of a webhook and explain failures',
    group: 'Webhooks:',
    load: () => import('./commands/verify-signature.ts'),
  },
  {
    name: 'findings',
    summary: 'report what the integration did wrong',
    group: 'Judge:',
    load: () => import('./commands/findings.ts'),
  },
  {
    name: 'coverage',
    summary: 'report which behaviors of the service the tests have met',
    group: 'Judge:',
    load: () => import('./commands/coverage.ts'),
  },
  {
    name: 'record',
    summary: 'record the traffic with the real service as a HAR file',
    group: 'Judge:',
    runsCommand: true,
    load: () => import('./commands/record.ts'),
  },
  {
    name: 'calibrate',
    summary: 'learn from recorded traffic how the service behaves',
    group: 'Judge:',
    load: () => import('./commands/calibrate.ts'),
  },
  {
    name: 'scenario',
    summary: 'list, show, check, create and activate scenarios',
    group: 'Scenarios:',
    load: () => import('./commands/scenario.ts'),
  },
  {
    name: 'account',
    summary: 'create, list and delete accounts',
    group: 'Accounts:',
    load: () => import('./commands/account.ts'),
  },
  {
    name: 'key',
    summary: 'create, list and revoke API keys',
    group: 'Accounts:',
    load: () => import('./commands/key.ts'),
  },
  {
    name: 'balance',
    summary: 'show or set the balance, or list the ledger',
    group: 'Accounts:',
    load: () => import('./commands/balance.ts'),
  },
  {
    name: 'deposit',
    summary: 'add TRX to the balance',
    group: 'Accounts:',
    load: () => import('./commands/deposit.ts'),
  },
  {
    name: 'reset',
    summary: 'reset an account to its initial state',
    group: 'Accounts:',
    load: () => import('./commands/reset.ts'),
  },
  {
    name: 'snapshot',
    summary: 'save and restore the state of an account',
    group: 'Accounts:',
    load: () => import('./commands/snapshot.ts'),
  },
  {
    name: 'address',
    summary: 'print a valid TRON address for tests',
    group: 'Tools:',
    load: () => import('./commands/address.ts'),
  },
];

/** The command that runs if none is named. */
export const DEFAULT_COMMAND = 'start';

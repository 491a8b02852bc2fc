import type { Command } from 'commander';
import type { ProcessIo } from './process-io.ts';

/** What a verb's file offers: its arguments, flags, help and action, put onto a bare command. */
export interface CommandModule {
  define(command: Command, io: ProcessIo): void;
}

/** A verb as the list of commands shows it; the rest is read from its file when it is called for. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly load: () => Promise<CommandModule>;
}

/** Everything that the program can be asked to do. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'serve the sandbox; what happens without a command',
    group: 'Serve:',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'advance',
    summary: 'take the clock forward, and print what fired',
    group: 'Time:',
    load: () => import('./commands/advance.ts'),
  },
  {
    name: 'clock',
    summary: 'show the clock, or set how it runs',
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
    summary: 'show an order with its whole life',
    group: 'Orders and requests:',
    load: () => import('./commands/order.ts'),
  },
  {
    name: 'move',
    summary: 'move an order into another state by hand',
    group: 'Orders and requests:',
    load: () => import('./commands/move.ts'),
  },
  {
    name: 'refund',
    summary: 'give the amount of a failed order back',
    group: 'Orders and requests:',
    load: () => import('./commands/refund.ts'),
  },
  {
    name: 'requests',
    summary: 'list API requests, and why each was answered so',
    group: 'Orders and requests:',
    load: () => import('./commands/requests.ts'),
  },
  {
    name: 'request',
    summary: 'show a request with its answer, and what led to it',
    group: 'Orders and requests:',
    load: () => import('./commands/request.ts'),
  },
  {
    name: 'tail',
    summary: 'follow live what happens',
    group: 'Orders and requests:',
    load: () => import('./commands/tail.ts'),
  },
  {
    name: 'events',
    summary: 'list webhook events, and what became of them',
    group: 'Webhooks:',
    load: () => import('./commands/events.ts'),
  },
  {
    name: 'trigger',
    summary: 'make an event happen, with the order that it needs',
    group: 'Webhooks:',
    load: () => import('./commands/trigger.ts'),
  },
  {
    name: 'resend',
    summary: 'send an event once more, wrong on purpose if you like',
    group: 'Webhooks:',
    load: () => import('./commands/resend.ts'),
  },
  {
    name: 'webhook',
    summary: 'show or set where webhooks go',
    group: 'Webhooks:',
    load: () => import('./commands/webhook.ts'),
  },
  {
    name: 'listen',
    summary: 'receive webhooks, verify and print them, answer as you like',
    group: 'Webhooks:',
    load: () => import('./commands/listen.ts'),
  },
  {
    name: 'verify-signature',
    summary: 'check the signature of a webhook, and say why it is wrong',
    group: 'Webhooks:',
    load: () => import('./commands/verify-signature.ts'),
  },
  {
    name: 'scenario',
    summary: 'list, show, check, write and switch scenarios',
    group: 'Scenarios:',
    load: () => import('./commands/scenario.ts'),
  },
  {
    name: 'account',
    summary: 'make, list and drop accounts',
    group: 'Accounts:',
    load: () => import('./commands/account.ts'),
  },
  {
    name: 'key',
    summary: 'make, list and revoke API keys',
    group: 'Accounts:',
    load: () => import('./commands/key.ts'),
  },
  {
    name: 'balance',
    summary: 'show or set the balance, or list its ledger',
    group: 'Accounts:',
    load: () => import('./commands/balance.ts'),
  },
  {
    name: 'deposit',
    summary: 'add to the balance',
    group: 'Accounts:',
    load: () => import('./commands/deposit.ts'),
  },
  {
    name: 'reset',
    summary: 'make an account as new',
    group: 'Accounts:',
    load: () => import('./commands/reset.ts'),
  },
  {
    name: 'snapshot',
    summary: 'keep the state of an account, and bring it back',
    group: 'Accounts:',
    load: () => import('./commands/snapshot.ts'),
  },
];

/** The command that is meant where none is named. */
export const DEFAULT_COMMAND = 'start';

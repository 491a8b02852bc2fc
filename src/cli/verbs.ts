import type { Command } from 'commander';
import type { Shell } from './shell.ts';

/** What a verb's file offers: its arguments, flags, help and action, put onto a bare command. */
export interface VerbDefinition {
  define(command: Command, shell: Shell): void;
}

/** A verb as the list of commands shows it; the rest is read from its file when it is called for. */
export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly group: string;
  readonly load: () => Promise<VerbDefinition>;
}

/** Everything that the program can be asked to do. */
export const VERBS: readonly Verb[] = [
  {
    name: 'start',
    summary: 'serve the sandbox; what happens without a command',
    group: 'Serve:',
    load: () => import('./verbs/start.ts'),
  },
  {
    name: 'advance',
    summary: 'take the clock forward, and print what fired',
    group: 'Time:',
    load: () => import('./verbs/advance.ts'),
  },
  {
    name: 'clock',
    summary: 'show the clock, or set how it runs',
    group: 'Time:',
    load: () => import('./verbs/clock.ts'),
  },
  {
    name: 'orders',
    summary: 'list orders',
    group: 'Orders and requests:',
    load: () => import('./verbs/orders.ts'),
  },
  {
    name: 'order',
    summary: 'show an order with its whole life',
    group: 'Orders and requests:',
    load: () => import('./verbs/order.ts'),
  },
  {
    name: 'move',
    summary: 'move an order into another state by hand',
    group: 'Orders and requests:',
    load: () => import('./verbs/move.ts'),
  },
  {
    name: 'refund',
    summary: 'give the amount of a failed order back',
    group: 'Orders and requests:',
    load: () => import('./verbs/refund.ts'),
  },
  {
    name: 'requests',
    summary: 'list API requests, and why each was answered so',
    group: 'Orders and requests:',
    load: () => import('./verbs/requests.ts'),
  },
  {
    name: 'request',
    summary: 'show a request with its answer, and what led to it',
    group: 'Orders and requests:',
    load: () => import('./verbs/request.ts'),
  },
  {
    name: 'tail',
    summary: 'follow live what happens',
    group: 'Orders and requests:',
    load: () => import('./verbs/tail.ts'),
  },
  {
    name: 'events',
    summary: 'list webhook events, and what became of them',
    group: 'Webhooks:',
    load: () => import('./verbs/events.ts'),
  },
  {
    name: 'trigger',
    summary: 'make an event happen, with the order that it needs',
    group: 'Webhooks:',
    load: () => import('./verbs/trigger.ts'),
  },
  {
    name: 'resend',
    summary: 'send an event once more, wrong on purpose if you like',
    group: 'Webhooks:',
    load: () => import('./verbs/resend.ts'),
  },
  {
    name: 'webhook',
    summary: 'show or set where webhooks go',
    group: 'Webhooks:',
    load: () => import('./verbs/webhook.ts'),
  },
  {
    name: 'listen',
    summary: 'receive webhooks, verify and print them, answer as you like',
    group: 'Webhooks:',
    load: () => import('./verbs/listen.ts'),
  },
  {
    name: 'verify-signature',
    summary: 'check the signature of a webhook, and say why it is wrong',
    group: 'Webhooks:',
    load: () => import('./verbs/verify-signature.ts'),
  },
  {
    name: 'scenario',
    summary: 'list, show, check, write and switch scenarios',
    group: 'Scenarios:',
    load: () => import('./verbs/scenario.ts'),
  },
  {
    name: 'account',
    summary: 'make, list and drop accounts',
    group: 'Accounts:',
    load: () => import('./verbs/account.ts'),
  },
  {
    name: 'key',
    summary: 'make, list and revoke API keys',
    group: 'Accounts:',
    load: () => import('./verbs/key.ts'),
  },
  {
    name: 'balance',
    summary: 'show or set the balance, or list its ledger',
    group: 'Accounts:',
    load: () => import('./verbs/balance.ts'),
  },
  {
    name: 'deposit',
    summary: 'add to the balance',
    group: 'Accounts:',
    load: () => import('./verbs/deposit.ts'),
  },
  {
    name: 'reset',
    summary: 'make an account as new',
    group: 'Accounts:',
    load: () => import('./verbs/reset.ts'),
  },
  {
    name: 'snapshot',
    summary: 'keep the state of an account, and bring it back',
    group: 'Accounts:',
    load: () => import('./verbs/snapshot.ts'),
  },
];

/** The command that is meant where none is named. */
export const DEFAULT_VERB = 'start';

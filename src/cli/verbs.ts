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
    name: 'scenario',
    summary: 'list, show, check, write and switch scenarios',
    group: 'Scenarios:',
    load: () => import('./verbs/scenario.ts'),
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
    group: 'Orders:',
    load: () => import('./verbs/orders.ts'),
  },
  {
    name: 'order',
    summary: 'show an order with its whole life',
    group: 'Orders:',
    load: () => import('./verbs/order.ts'),
  },
  {
    name: 'requests',
    summary: 'list API requests, and why each was answered so',
    group: 'Orders:',
    load: () => import('./verbs/requests.ts'),
  },
  {
    name: 'events',
    summary: 'list webhook events, and what became of them',
    group: 'Webhooks:',
    load: () => import('./verbs/events.ts'),
  },
  {
    name: 'listen',
    summary: 'receive webhooks, verify and print them, answer as you like',
    group: 'Webhooks:',
    load: () => import('./verbs/listen.ts'),
  },
  {
    name: 'verify-signature',
    summary: 'check the signature of a webhook and say why it is wrong',
    group: 'Webhooks:',
    load: () => import('./verbs/verify-signature.ts'),
  },
];

/** The command that is meant where none is named. */
export const DEFAULT_VERB = 'start';

import { ORDER_STATUSES } from '../../../core/domain/order.ts';
import { api } from '../../api.ts';
import { goFromHere, goTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { advance, toggleClock } from '../../store/clock.ts';
import { showDialog } from '../../store/open-dialog.ts';
import { attempt } from '../../store/toasts.ts';
import { theme } from '../../theme.ts';
import type { Entry } from './entry.ts';

const action = (text: string, icon: Entry['icon'], run: () => void, also: string[] = []): Entry => ({
  key: `action/${text}`,
  icon,
  text,
  side: 'action',
  also,
  run,
});

function clockActions(): Entry[] {
  const clock = accountSignal.value?.clock;
  const next = clock?.next_due_at ?? null;
  const isStopped = clock?.mode === 'manual';
  return [
    action(
      isStopped ? 'Start the clock' : 'Stop the clock',
      isStopped ? 'play' : 'pause',
      () => void toggleClock(),
    ),
    ...(next === null
      ? []
      : [
          action('Advance to the next due action', 'forward', () => void advance({ to: next }), [
            'time',
            'clock',
          ]),
        ]),
    action('Advance until nothing is due', 'forward', () => void advance({ until: 'idle' }), [
      'time',
      'clock',
    ]),
    ...['1m', '5m', '1h', '1d'].map(by =>
      action(`Advance the clock by ${by}`, 'forward', () => void advance({ by }), ['time']),
    ),
  ];
}

const triggerActions = (account: string): Entry[] =>
  ORDER_STATUSES.map(status =>
    action(`Trigger order.${status}`, 'bolt', () => {
      const go = goFromHere();
      void attempt(async () => {
        const { event_id } = await api.post('/_sandbox/accounts/{account}/trigger', {
          path: { account },
          body: { event: `order.${status}` },
        });
        go(account, 'webhooks', event_id);
      });
    }),
  );

/** The actions that are possible on any page. What destroys data asks first. */
export const actionEntries = (account: string): Entry[] => [
  action('Place an order', 'new', () => goTo(account, 'orders/new'), ['create', 'buy']),
  ...clockActions(),
  ...triggerActions(account),
  action('Watch webhooks arrive at the built-in receiver', 'receiver', () =>
    goTo(account, 'webhooks/receiver'),
  ),
  action('Reset the account', 'again', () => showDialog('reset'), ['delete', 'clear', 'start over']),
  action('Snapshots', 'snapshots', () => showDialog('snapshots'), ['restore', 'save', 'copy']),
  action('New account', 'new', () => showDialog('new account'), ['create']),
  action('Create an API key', 'keys', () => goTo(account, 'settings')),
  action('Deposit TRX', 'balance', () => goTo(account, 'balance'), ['money', 'balance']),
  ...(['light', 'dark', 'system'] as const).map(scheme =>
    action(
      `Use the ${scheme} color scheme`,
      scheme === 'light' ? 'sun' : scheme === 'dark' ? 'moon' : 'system',
      () => {
        theme.value = scheme;
      },
      ['theme'],
    ),
  ),
];

import { STATE_EVENTS, type StateEventName } from '../../core/domain/order.ts';
import { api } from '../api.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { goFromHere } from '../routes.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';

/** Triggers an event of a kind, with a new order. */
export function TriggerMenu({ account }: { account: string }) {
  const task = useTask();
  const trigger = (event: StateEventName): Promise<boolean> => {
    const go = goFromHere();
    return attempt(async () => {
      const { event_id } = await api.post('/_sandbox/accounts/{account}/trigger', {
        path: { account },
        body: { event },
      });
      go(account, 'webhooks', event_id);
    }, `${event} was triggered.`);
  };
  return (
    <Menu
      name="Trigger an event"
      label={
        <>
          <Icon name="bolt" /> Trigger
        </>
      }
    >
      {close => (
        <>
          <span class="menu-head">Creates an order and moves it to the state</span>
          {STATE_EVENTS.map(event => (
            <button
              key={event}
              type="button"
              class="option"
              onClick={() => {
                close();
                void task.run(() => trigger(event));
              }}
            >
              {event}
            </button>
          ))}
        </>
      )}
    </Menu>
  );
}

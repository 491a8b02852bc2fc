import { CORRUPTIONS, type Corruption } from '../../core/scenario/rule-effects.ts';
import { api } from '../api.ts';
import { resendResult } from '../delivery-words.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { useTask } from '../store/task.ts';
import { attempt, showToast } from '../store/toasts.ts';

interface Props {
  readonly account: string;
  readonly eventId: string;
  readonly onSent: () => Promise<void>;
}

/** Resends the webhook of an event, unchanged or corrupted. */
export function ResendMenu({ account, eventId, onSent }: Props) {
  const task = useTask();
  const resend = async (corrupt: Corruption | null): Promise<void> => {
    await attempt(async () => {
      const delivery = await api.post('/_sandbox/accounts/{account}/events/{event_id}/resend', {
        path: { account, event_id: eventId },
        body: corrupt ? { corrupt } : {},
      });
      const { text, isBad } = resendResult(delivery);
      showToast(text, isBad);
    });
    // Clicks during the reload of the page are carried out.
    void onSent();
  };
  return (
    <span class="row nowrap tight resend">
      <button
        type="button"
        class="button small"
        aria-busy={task.isBusy}
        onClick={() => task.run(() => resend(null))}
      >
        <Icon name="again" /> Resend
      </button>
      <Menu small name="Resend corrupted" label={<Icon name="warn" />}>
        {close => (
          <>
            <span class="menu-head">Resend corrupted</span>
            {CORRUPTIONS.map(corrupt => (
              <button
                key={corrupt}
                type="button"
                class="option"
                onClick={() => {
                  close();
                  void task.run(() => resend(corrupt));
                }}
              >
                {corrupt}
              </button>
            ))}
          </>
        )}
      </Menu>
    </span>
  );
}

import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { goTo } from '../routes.ts';
import { info } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import { Icon } from './icon.tsx';

/** Starts and stops the demonstration, and takes the reader to where it plays. */
export function DemoSwitch() {
  const resource = useResource('demo', signal => api.get('/_sandbox/demo', { signal }));
  const busy = useSignal(false);
  if (!resource.data) return null;
  const { running } = resource.data;
  const label = running ? 'Stop demo' : 'Start demo';
  const turn = async (): Promise<void> => {
    busy.value = true;
    await attempt(async () => {
      const { account } = await api.put('/_sandbox/demo', { body: { running: !running } });
      info.value = await api.get('/_sandbox/info');
      if (!running && account) goTo(account, 'orders');
    });
    busy.value = false;
    resource.reload();
  };
  return (
    <button
      type="button"
      class="button small"
      aria-label={label}
      disabled={busy.value}
      title={
        running
          ? 'No further customer comes; orders live on'
          : 'Believable customers’ traffic, in an account of its own'
      }
      onClick={turn}
    >
      <Icon name={running ? 'pause' : 'bolt'} /> <span class="wide-label">{label}</span>
    </button>
  );
}

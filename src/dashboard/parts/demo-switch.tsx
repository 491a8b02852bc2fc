import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { goTo } from '../routes.ts';
import { info } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import { Icon } from './icon.tsx';

/** Starts and stops the demo, and opens its account when it starts. */
export function DemoSwitch() {
  const resource = useResource('demo', signal => api.get('/_sandbox/demo', { signal }));
  const busy = useSignal(false);
  if (!resource.data) return null;
  const { running } = resource.data;
  const label = running ? 'Stop demo' : 'Start demo';
  const toggle = async (): Promise<void> => {
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
          ? 'Stop new traffic; existing orders continue'
          : 'Generate realistic traffic in a separate account'
      }
      onClick={toggle}
    >
      <Icon name={running ? 'stop' : 'bolt'} /> <span class="wide-label">{label}</span>
    </button>
  );
}

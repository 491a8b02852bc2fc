import { goFromHere, linkTo } from '../routes.ts';
import { accountName, reloadInfo } from '../store/account.ts';
import { demo, setDemo } from '../store/demo.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { Icon } from './icon.tsx';

/** Starts the demo and stops it. Elsewhere than in its account, a running demo is a link to that. */
export function DemoSwitch() {
  const task = useTask();
  if (!demo.value) return null;
  const { running, account } = demo.value;
  if (running && account !== null && account !== accountName.value) {
    return (
      <a
        class="button small"
        href={linkTo(account, 'overview')}
        title={`The demo runs in account ${account}`}
      >
        <Icon name="bolt" /> <span class="wide-label">Go to demo</span>
      </a>
    );
  }
  const label = running ? 'Stop demo' : 'Start demo';
  const toggle = async (): Promise<void> => {
    const go = goFromHere();
    await attempt(async () => {
      const started = await setDemo(!running);
      await reloadInfo();
      if (!running && started) go(started, 'overview');
    });
  };
  return (
    <button
      type="button"
      class="button small"
      aria-label={label}
      aria-busy={task.isBusy}
      title={
        running
          ? 'Stop new traffic in this account; existing orders continue'
          : 'Generate realistic traffic in a separate account'
      }
      onClick={() => task.run(toggle)}
    >
      <Icon name={running ? 'stop' : 'bolt'} /> <span class="wide-label">{label}</span>
    </button>
  );
}

import { useSignal } from '@preact/signals';
import { goFromHere, goTo, linkTo, route } from '../routes.ts';
import { accountName, info, reloadInfo } from '../store/account.ts';
import { demo, setDemo } from '../store/demo.ts';
import { setGuide } from '../store/guide.ts';
import { showDialog } from '../store/open-dialog.ts';
import { useTask } from '../store/task.ts';
import { attempt } from '../store/toasts.ts';
import { type Theme, theme } from '../theme.ts';
import { Segments } from './field.tsx';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';

/** With more accounts than this, the menu has a search field. */
const SEARCHED = 8;

/** The selected account: selects or creates another, and has its snapshots, the demo and the colors. */
export function AccountMenu() {
  const shown = accountName.value;
  return (
    <Menu
      side="left"
      onOpen={() => void attempt(reloadInfo)}
      name={`Account: ${shown ?? 'none'}`}
      label={
        <>
          <span class="clip account-name">{shown ?? 'Choose an account'}</span>
          <Icon name="down" />
        </>
      }
    >
      {close => {
        const open = (dialog: Parameters<typeof showDialog>[0]) => () => {
          close();
          showDialog(dialog);
        };
        return (
          <>
            <AccountList onChoose={close} />
            <button type="button" class="option" onClick={open('new account')}>
              <Icon name="new" /> New account
            </button>
            <hr />
            {shown !== null && (
              <button
                type="button"
                class="option"
                onClick={() => {
                  close();
                  setGuide(shown, 'shown');
                  goTo(shown, 'overview');
                }}
              >
                <Icon name="bolt" /> Show the guide
              </button>
            )}
            <button type="button" class="option" onClick={open('snapshots')}>
              <Icon name="snapshots" /> Snapshots
            </button>
            <button type="button" class="option" onClick={open('reset')}>
              <Icon name="again" /> Reset the account
            </button>
            <DemoSwitch onDone={close} />
            <hr />
            <Segments<Theme>
              label="Color scheme"
              value={theme.value}
              options={[
                ['system', 'Auto'],
                ['light', 'Light'],
                ['dark', 'Dark'],
              ]}
              onChange={chosen => {
                theme.value = chosen;
              }}
            />
          </>
        );
      }}
    </Menu>
  );
}

function AccountList({ onChoose }: { onChoose: () => void }) {
  const search = useSignal('');
  const all = info.value?.accounts ?? [];
  const wanted = search.value.trim().toLowerCase();
  const names = all.filter(name => name.toLowerCase().includes(wanted));
  return (
    <>
      {all.length > SEARCHED && (
        <input
          class="input"
          type="search"
          aria-label="Search accounts"
          placeholder={`Search ${all.length} accounts`}
          value={search.value}
          onInput={event => {
            search.value = event.currentTarget.value;
          }}
        />
      )}
      <div class="account-list">
        {names.map(name => (
          <a
            key={name}
            class="option"
            href={linkTo(name, route.value.page)}
            aria-current={name === accountName.value ? 'true' : undefined}
            onClick={() => {
              search.value = '';
              onChoose();
            }}
          >
            <span class="clip" title={name}>
              {name}
            </span>
          </a>
        ))}
        {names.length === 0 && <p class="soft inside-pad">No account has this in its name.</p>}
      </div>
    </>
  );
}

/** Starts the demo and stops it. Elsewhere than in its account, a running demo is a link to that. */
function DemoSwitch({ onDone }: { onDone: () => void }) {
  const task = useTask();
  if (!demo.value) return null;
  const { running, account } = demo.value;
  if (running && account !== null && account !== accountName.value) {
    return (
      <a class="option" href={linkTo(account, 'overview')} onClick={onDone}>
        <Icon name="bolt" /> Go to demo
      </a>
    );
  }
  const toggle = async (): Promise<void> => {
    const go = goFromHere();
    await attempt(async () => {
      const started = await setDemo(!running);
      await reloadInfo();
      if (!running && started) go(started, 'overview');
    });
    onDone();
  };
  return (
    <button type="button" class="option" aria-busy={task.isBusy} onClick={() => task.run(toggle)}>
      <Icon name={running ? 'stop' : 'bolt'} /> {running ? 'Stop demo' : 'Start demo'}
      <span class="side">{running ? 'existing orders continue' : 'traffic in an account of its own'}</span>
    </button>
  );
}

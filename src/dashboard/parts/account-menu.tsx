import { useSignal } from '@preact/signals';
import { api, forAccount } from '../control-api.ts';
import { goFromHere, linkTo, route } from '../routes.ts';
import { account, accountName, demo, info, readAccount, reloadInfo } from '../store/account.ts';
import { ask, showDialog } from '../store/dialogs.ts';
import { attempt, useTask } from '../store/tasks-and-toasts.ts';
import { type Theme, theme } from '../theme.ts';
import { Icon } from './basics.tsx';
import { Menu, Option } from './dialog-and-menu.tsx';
import { SearchField, Segments } from './field.tsx';

/** With more accounts than this, the menu has a search field. */
const SEARCHED = 8;

/** Resets an account after a question. */
export async function resetAccount(account: string): Promise<void> {
  const text =
    'This deletes its orders, events, ledger and journal, for everyone who uses it, and restores the settings and the clock that it was created with. Its name, keys and webhook destination stay.';
  if (!(await ask({ title: `Reset ${account}?`, text, action: 'Reset' }))) return;
  await attempt(() => forAccount(account).post('/reset'), `${account} was reset.`);
  await readAccount();
}

/** The selected account: selects or creates another, and has its snapshots, the demo and the colors. */
export function AccountMenu() {
  const shown = accountName.value;
  return (
    <Menu
      onOpen={() => void reloadInfo()}
      name={`Account: ${account.value?.name ?? shown ?? 'none'}`}
      label={
        <>
          <span class="clip account-name">{account.value?.name ?? shown ?? 'Choose an account'}</span>
          <Icon name="down" />
        </>
      }
    >
      <AccountList />
      <Option icon="new" onClick={() => showDialog('new account')}>
        New account
      </Option>
      <hr />
      {shown !== null && (
        <>
          <Option icon="snapshots" onClick={() => showDialog('snapshots')}>
            Snapshots
          </Option>
          <Option icon="again" onClick={() => resetAccount(shown)}>
            Reset the account
          </Option>
        </>
      )}
      <DemoSwitch />
      <hr />
      <Segments<Theme>
        label="Color scheme"
        value={theme.value}
        options={[
          ['system', 'Auto'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={chosen => (theme.value = chosen)}
      />
    </Menu>
  );
}

function AccountList() {
  const search = useSignal('');
  const all = info.value?.accounts ?? [];
  const wanted = search.value.trim().toLowerCase();
  const names = all.filter(name => name.toLowerCase().includes(wanted));
  return (
    <>
      {all.length > SEARCHED && (
        <SearchField text={search} name="Search accounts" hint={`Search ${all.length} accounts`} />
      )}
      <div class="account-list">
        {names.map(name => (
          <a
            key={name}
            class="option"
            href={linkTo(route.value.page, null, name)}
            aria-current={name === accountName.value ? 'true' : undefined}
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

function DemoSwitch() {
  const task = useTask();
  if (!demo.value) return null;
  const { running } = demo.value;
  const toggle = async (): Promise<void> => {
    const go = goFromHere();
    await attempt(async () => {
      const { account: started } = await api.put('/_sandbox/demo', { body: { running: !running } });
      await reloadInfo();
      if (!running && started) go('overview', null, started);
    });
  };
  return (
    <Option
      icon={running ? 'stop' : 'bolt'}
      side={running ? 'existing orders continue' : 'a story in chapters, in two separate accounts'}
      aria-busy={task.isBusy}
      onClick={() => task.run(toggle)}
    >
      {running ? 'Stop demo' : 'Start demo'}
    </Option>
  );
}

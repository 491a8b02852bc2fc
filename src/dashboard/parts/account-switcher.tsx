import { useSignal } from '@preact/signals';
import { api } from '../api.ts';
import { linkTo, route } from '../routes.ts';
import { accountName, info } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { NewAccount } from './new-account.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Which account is looked at, and the way to another. */
export function AccountSwitcher() {
  const making = useSignal(false);
  const shown = accountName.value;
  const refresh = async (): Promise<void> => {
    info.value = await api.get('/_sandbox/info');
  };
  return (
    <>
      <Menu
        side="left"
        onOpen={() => void attempt(refresh)}
        name={`Account: ${shown ?? 'none'}`}
        label={
          <>
            <span class="clip account-name">{shown ?? 'Choose an account'}</span>
            <Icon name="down" />
          </>
        }
      >
        {close => (
          <>
            <div class="account-list">
              {info.value?.accounts.map(name => (
                <a
                  key={name}
                  class="option"
                  href={linkTo(name, route.value.place)}
                  aria-current={name === shown ? 'true' : undefined}
                  onClick={close}
                >
                  <span class="clip">{name}</span>
                </a>
              ))}
            </div>
            <hr />
            <button
              type="button"
              class="option"
              onClick={() => {
                close();
                making.value = true;
              }}
            >
              <Icon name="new" /> New account
            </button>
            <div class="narrow-only">
              <ThemeChoice />
            </div>
          </>
        )}
      </Menu>
      {making.value && (
        <NewAccount
          onClose={() => {
            making.value = false;
          }}
        />
      )}
    </>
  );
}

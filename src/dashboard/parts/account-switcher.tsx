import { useSignal } from '@preact/signals';
import { linkTo, route } from '../routes.ts';
import { accountName, info, reloadInfo } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { Icon } from './icon.tsx';
import { Menu } from './menu.tsx';
import { NewAccount } from './new-account.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** Shows the selected account and lets the user select or create another. */
export function AccountSwitcher() {
  const isCreating = useSignal(false);
  const shown = accountName.value;
  return (
    <>
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
        {close => (
          <>
            <div class="account-list">
              {info.value?.accounts.map(name => (
                <a
                  key={name}
                  class="option"
                  href={linkTo(name, route.value.page)}
                  aria-current={name === shown ? 'true' : undefined}
                  onClick={close}
                >
                  <span class="clip" title={name}>
                    {name}
                  </span>
                </a>
              ))}
            </div>
            <hr />
            <button
              type="button"
              class="option"
              onClick={() => {
                close();
                isCreating.value = true;
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
      {isCreating.value && (
        <NewAccount
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </>
  );
}

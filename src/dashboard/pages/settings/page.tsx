import { resetAccount } from '../../parts/account-menu.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import type { PageProps } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { showDialog } from '../../store/dialogs.ts';
import { Keys } from './keys.tsx';
import { AccountLimits } from './limits.tsx';

/** The account itself: reset and snapshots, its keys, and its limits. */
export function SettingsPage({ account }: PageProps) {
  return (
    <PageFrame title="Settings" isFull={false}>
      <Card title="Start over">
        <p class="soft">
          A reset deletes orders, events, ledger and journal, and restores settings and clock to those that{' '}
          {account} was created with. Its name, keys and webhook destination stay. A snapshot keeps the
          account as it is now.
        </p>
        <div class="row">
          <Button look="danger" onClick={() => resetAccount(account)}>
            Reset the account
          </Button>
          <Button icon="snapshots" onClick={() => showDialog('snapshots')}>
            Snapshots
          </Button>
        </div>
      </Card>
      <Keys account={account} />
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
    </PageFrame>
  );
}

import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { account as accountSignal } from '../../store/account.ts';
import { showDialog } from '../../store/open-dialog.ts';
import type { PageProps } from '../page-props.ts';
import { Keys } from './keys.tsx';
import { AccountLimits } from './limits.tsx';

/** The account itself: reset and snapshots, its keys, and its limits. */
export function SettingsPage({ account }: PageProps) {
  return (
    <div class="sheet">
      <div class="title">
        <h1>Settings</h1>
        <PageTabs />
      </div>
      <StartOver account={account} />
      <Keys account={account} />
      {accountSignal.value && <AccountLimits account={accountSignal.value} />}
    </div>
  );
}

function StartOver({ account }: { account: string }) {
  return (
    <Card title="Start over">
      <p class="soft">
        A reset deletes orders, events, ledger and journal, and restores settings and clock to those that{' '}
        {account} was created with. Its name, keys and webhook destination stay. A snapshot keeps the account
        as it is now.
      </p>
      <div class="row">
        <button type="button" class="button danger" onClick={() => showDialog('reset')}>
          Reset the account
        </button>
        <button type="button" class="button" onClick={() => showDialog('snapshots')}>
          <Icon name="snapshots" /> Snapshots
        </button>
      </div>
    </Card>
  );
}

import { Icon } from '../../parts/icon.tsx';
import type { PageProps } from '../../routes.ts';
import { linkTo } from '../../routes.ts';
import { demo } from '../../store/demo.ts';
import { Attention } from './attention.tsx';
import { Connect } from './connect.tsx';
import { Guide } from './guide.tsx';
import { Story } from './story.tsx';

/** How to connect a client, what happens in the account, and what needs attention. */
export function OverviewPage({ account }: PageProps) {
  return (
    <div class="sheet overview">
      <div class="title">
        <h1>Overview</h1>
        {demo.value?.account === account && (
          <span class="soft">
            {demo.value.running ? 'demo traffic is running' : 'demo traffic is stopped'}
          </span>
        )}
        <div class="row actions">
          <a class="button main" href={linkTo(account, 'orders/new')}>
            <Icon name="new" /> New order
          </a>
        </div>
      </div>
      <Connect account={account} />
      <Guide account={account} />
      <Story account={account} />
      <Attention account={account} />
    </div>
  );
}

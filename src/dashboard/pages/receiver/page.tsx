import { api } from '../../api.ts';
import { count, plural } from '../../format.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { Panes } from '../../parts/panes.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal, readAccount } from '../../store/account.ts';
import type { LiveEvent } from '../../store/live.ts';
import { useResource } from '../../store/resource.ts';
import { useTask } from '../../store/task.ts';
import { attempt, showToast } from '../../store/toasts.ts';
import type { PageProps } from '../page-props.ts';
import { ArrivalDetail } from './arrival.tsx';
import { type Arrival, ArrivalTable } from './arrivals.tsx';
import { Dial } from './dial.tsx';

const KEPT = 1_000;

/** Arrivals come as happenings of their own kind; changes of the account can change the destination. */
const concernsReceiver = (event: LiveEvent): boolean =>
  event.type === 'happening' && /^(arrival|account)$/.test(event.data.kind);

/** Makes a URL the destination, and offers to set the former one back. */
async function sendTo(account: string, url: string | null): Promise<void> {
  const before = accountSignal.value?.webhook.url ?? null;
  const put = (destination: string | null) =>
    api.put('/_sandbox/accounts/{account}/webhook', { path: { account }, body: { url: destination } });
  const isSet = await attempt(() => put(url));
  await readAccount();
  if (!isSet) return;
  const undo = async (): Promise<void> => {
    await attempt(
      () => put(before),
      before === null ? 'There is no destination.' : `Webhooks go to ${before}.`,
    );
    await readAccount();
  };
  showToast('The webhooks of this account now arrive here.', false, { text: 'Undo', run: undo });
}

/** The dial and the arrivals of an account, kept up to date. */
function useReceiver(account: string) {
  const path = { account };
  const receiver = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/receiver', { path, signal }),
    concernsReceiver,
  );
  const arrivals = useResource(
    account,
    signal =>
      api.get('/_sandbox/accounts/{account}/receiver/arrivals', {
        path,
        query: { sort: 'newest', limit: KEPT },
        signal,
      }),
    concernsReceiver,
  );
  return { receiver, arrivals };
}

/** The built-in webhook receiver of the account: its dial, and what arrived. */
export function ReceiverPage({ account, id }: PageProps) {
  const { receiver, arrivals } = useReceiver(account);
  const task = useTask();
  const clear = async (): Promise<void> => {
    await attempt(() => api.delete('/_sandbox/accounts/{account}/receiver/arrivals', { path: { account } }));
    await arrivals.reload();
  };
  const isDestination = receiver.data?.is_destination ?? false;
  return (
    <div class="sheet full">
      <div class="stack">
        <div class="title">
          <h1>Webhooks</h1>
          <PageTabs />
          {arrivals.data && <Tally {...arrivals.data} />}
          <div class="actions">
            {receiver.data && !isDestination && (
              <button
                type="button"
                class="button main"
                aria-busy={task.isBusy}
                onClick={() =>
                  task.run(async () => {
                    await sendTo(account, receiver.data!.url);
                    await receiver.reload();
                  })
                }
              >
                <Icon name="receiver" /> Send webhooks here
              </button>
            )}
            <ConfirmButton
              label="Clear"
              disabled={!arrivals.data?.items.length}
              title="Clear the arrivals?"
              onConfirm={clear}
            >
              <p>An event that arrives again afterwards does not count as a duplicate.</p>
            </ConfirmButton>
          </div>
        </div>
        <Loaded of={receiver}>
          {data => <Dial account={account} receiver={data} onChanged={receiver.reload} />}
        </Loaded>
      </div>
      <Panes
        name="Arrival details"
        back={{ href: linkTo(account, 'webhooks/receiver'), text: 'All arrivals' }}
        list={
          <Loaded of={arrivals}>
            {({ items }) => (
              <ArrivalTable account={account} chosen={id} arrivals={items} isDestination={isDestination} />
            )}
          </Loaded>
        }
        detail={
          id && (
            <Loaded of={arrivals}>{({ items }) => <Chosen account={account} id={id} items={items} />}</Loaded>
          )
        }
      />
    </div>
  );
}

function Tally({ items, bound, dropped }: { items: readonly Arrival[]; bound: number; dropped: number }) {
  const repeats = items.filter(({ duplicate_of }) => duplicate_of !== null).length;
  const text = dropped > 0 ? `latest ${count(bound)}` : plural(items.length, 'arrival');
  return (
    <span class="faint" aria-live="polite">
      {text}
      {repeats > 0 && `, ${plural(repeats, 'duplicate')}`}
    </span>
  );
}

function Chosen({ account, id, items }: { account: string; id: string; items: readonly Arrival[] }) {
  const arrival = items.find(({ number }) => String(number) === id);
  if (arrival) return <ArrivalDetail account={account} arrival={arrival} />;
  return (
    <p class="soft">
      There is no arrival {id}, or not any more.{' '}
      <a href={linkTo(account, 'webhooks/receiver')}>Show all arrivals</a>
    </p>
  );
}

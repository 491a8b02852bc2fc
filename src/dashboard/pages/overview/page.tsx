import { origin } from '../../control-api.ts';
import { Button, Copied } from '../../parts/basics.tsx';
import { NewOrderLink, PageFrame } from '../../parts/list-page.tsx';
import type { PageProps } from '../../routes.ts';
import { account as accountSignal, demo, info } from '../../store/account.ts';
import { createKey, knownKey } from '../../store/known-keys.ts';
import { useTask } from '../../store/tasks-and-toasts.ts';
import { useFigures, Verdict } from '../verdict.tsx';
import { Attention } from './attention.tsx';
import { ChapterPage, Chapters } from './chapters.tsx';
import { Lanes } from './order-lanes.tsx';

export const OverviewPage = ({ account, id }: PageProps) =>
  id === null ? <Overview account={account} /> : <ChapterPage id={id} />;

/** The verdict on the integration, how to connect a client, what happens in the account, and what needs attention. */
function Overview({ account }: { account: string }) {
  const figures = useFigures(account);
  const isNew = accountSignal.value?.requests === 0;
  return (
    <PageFrame
      title="Overview"
      beside={
        demo.value?.accounts.includes(account) && (
          <span class="soft">demo traffic is {demo.value.running ? 'running' : 'stopped'}</span>
        )
      }
      actions={<NewOrderLink />}
    >
      <Chapters account={account} />
      <Verdict account={account} figures={figures} />
      {isNew && <Connect account={account} />}
      <Lanes account={account} />
      {!isNew && <Connect account={account} />}
      {info.value && <Attention account={account} unacknowledged={figures.data?.unacknowledged ?? 0} />}
    </PageFrame>
  );
}

/** What a client needs to use the account: URL, key and webhook secret. It is open until the account has requests. */
function Connect({ account }: { account: string }) {
  const { name, requests, webhook } = accountSignal.value ?? {};
  const task = useTask();
  if (name !== account || !webhook || requests === undefined) return null;
  const create = () => task.run(() => createKey(account, 'client'));
  const credentials: readonly (readonly [title: string, text: string | null])[] = [
    ['URL', origin],
    // The server shows a key only once, when it is created; this browser may know one.
    ['API key', knownKey(account)],
    ['Webhook secret', webhook.secret],
  ];
  return (
    <details class="card connect" open={requests === 0}>
      <summary>
        <h2>Connect your client</h2>
        <span class="soft">
          {requests === 0
            ? 'Send it the same requests as the real service. Nothing here costs anything.'
            : `${origin}, key and webhook secret`}
        </span>
      </summary>
      <dl class="inside-pad columns">
        {credentials.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {text === null ? (
                <Button look="small" aria-busy={task.isBusy} onClick={create}>
                  Create a key
                </Button>
              ) : (
                <Copied text={text} name={title} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

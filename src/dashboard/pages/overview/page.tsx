import { BUILT_IN_RECEIVER } from '../../../core/webhook/read-webhook.ts';
import { origin } from '../../control-api.ts';
import { Button, Card, Copied, Icon } from '../../parts/basics.tsx';
import { NewOrderLink, PageFrame } from '../../parts/list-page.tsx';
import type { PageProps } from '../../routes.ts';
import { account as accountSignal, demo, readAccount } from '../../store/account.ts';
import { guideOf, setGuide } from '../../store/guide.ts';
import { createKey, knownKey } from '../../store/known-keys.ts';
import { attempt, useTask } from '../../store/tasks-and-toasts.ts';
import { resultSignal, viewSignal } from '../../store/view.ts';
import { Attention } from './attention.tsx';
import { GUIDE_STEPS, type GuideStep, prepare, type StepResult } from './guide-steps.ts';
import { Story } from './order-lanes.tsx';

/** How to connect a client, what happens in the account, and what needs attention. */
export function OverviewPage({ account }: PageProps) {
  return (
    <PageFrame
      title="Overview"
      isFull={false}
      beside={
        demo.value?.account === account && (
          <span class="soft">demo traffic is {demo.value.running ? 'running' : 'stopped'}</span>
        )
      }
      actions={<NewOrderLink />}
    >
      <Connect account={account} />
      <Guide account={account} />
      <Story account={account} />
      <Attention account={account} />
    </PageFrame>
  );
}

/** What a client needs to use the account: URL, key and webhook secret. It is open until the account has requests. */
function Connect({ account }: { account: string }) {
  const { name, requests, webhook } = accountSignal.value ?? {};
  const isOpen = viewSignal<boolean | null>(`${account}/overview`, 'connect', null);
  const task = useTask();
  if (name !== account || !webhook || requests === undefined) return null;
  isOpen.value ??= requests === 0;
  const create = () => task.run(() => createKey(account, 'client'));
  const credentials: readonly (readonly [title: string, text: string | null])[] = [
    ['URL', origin],
    // The server shows a key only once, when it is created; this browser may know one.
    ['API key', knownKey(account)],
    ['Webhook secret', webhook.secret],
  ];
  return (
    <details
      class="card connect"
      open={isOpen.value}
      onToggle={event => (isOpen.value = event.currentTarget.open)}
    >
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

/**
 * Three examples of one click each. It appears by itself in an account without orders and without a receiver of its own,
 * and stays until it is hidden. A menu and the search bring it back.
 */
function Guide({ account }: { account: string }) {
  const { name, orders, webhook } = accountSignal.value ?? {};
  const decision = guideOf(account);
  if (name !== account || decision === 'hidden') return null;
  if (decision === null) {
    const isNew = orders === 0 && (webhook?.url === null || webhook?.url === BUILT_IN_RECEIVER);
    if (!isNew) return null;
    // A reload keeps it, although there are orders by then.
    queueMicrotask(() => setGuide(account, 'shown'));
  }
  return (
    <Card
      title="Three failures to try, one click each"
      actions={
        <Button look="small quiet" onClick={() => setGuide(account, 'hidden')}>
          Hide
        </Button>
      }
    >
      <ol class="columns">
        {GUIDE_STEPS.map((step, index) => (
          <Step key={step[0]} account={account} step={step} number={index + 1} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ account, step, number }: { account: string; step: GuideStep; number: number }) {
  const [name, about, action, start] = step;
  // Kept while the reader looks at other pages.
  const result = resultSignal<StepResult>(`${account}/guide`, name);
  const isBusy = viewSignal(`${account}/guide`, `${name} is busy`, false);
  const run = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    await attempt(async () => {
      await prepare(account);
      result.value = await start(account);
    });
    isBusy.value = false;
    await readAccount();
  };
  return (
    <li class="stack">
      <h3 class="row tight">
        {result.value ? <Icon name="check" /> : `${number}.`} {name}
      </h3>
      <p class="soft" role="status">
        {result.value?.text ?? about}
      </p>
      <div class="row">
        <Button look={`small ${result.value ? '' : 'main'}`} aria-busy={isBusy.value} onClick={run}>
          {isBusy.value ? 'Working…' : result.value ? `${action} again` : action}
        </Button>
        {result.value?.places.map(({ text, href }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </div>
    </li>
  );
}

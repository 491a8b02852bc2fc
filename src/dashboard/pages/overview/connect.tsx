import { origin } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { account as accountSignal } from '../../store/account.ts';
import { createKey, knownKey } from '../../store/known-keys.ts';
import { useTask } from '../../store/task.ts';
import { viewSignal } from '../../store/view.ts';

/** What a client needs to use the account: URL, key and webhook secret. It is open until the account has requests. */
export function Connect({ account }: { account: string }) {
  const { name, requests, webhook } = accountSignal.value ?? {};
  const isOpen = viewSignal<boolean | null>(`${account}/overview`, 'connect', null);
  if (name !== account || !webhook || requests === undefined) return null;
  isOpen.value ??= requests === 0;
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
      <dl class="inside-pad">
        <Credential name="URL" text={origin} />
        <Key account={account} />
        <Credential name="Webhook secret" text={webhook.secret} />
      </dl>
    </details>
  );
}

function Credential({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="row nowrap">
        <code class="clip" title={text}>
          {text}
        </code>
        <CopyButton text={text} name={`Copy: ${name}`} />
      </dd>
    </div>
  );
}

/** The key, if this browser knows one of the account. The server shows a key only once, when it is created. */
function Key({ account }: { account: string }) {
  const task = useTask();
  const key = knownKey(account);
  if (key !== null) return <Credential name="API key" text={key} />;
  return (
    <div>
      <dt>API key</dt>
      <dd>
        <Button
          look="small"
          aria-busy={task.isBusy}
          onClick={() => task.run(() => createKey(account, 'client'))}
        >
          Create a key
        </Button>
      </dd>
    </div>
  );
}

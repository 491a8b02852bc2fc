import { useSignal } from '@preact/signals';
import { dismissSecrets, type NewSecrets, newSecrets } from '../store/new-secrets.ts';
import { Confirm } from './confirm.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

/** Shows new secrets, one dialog after another. It belongs to no page, so that none is lost when a page is left. */
export function NewSecretsDialog() {
  const [shown] = newSecrets.value;
  return shown ? <Shown key={shown.secrets.join()} shown={shown} /> : null;
}

/** Asks before it closes as long as nothing was copied, because the server never shows the key again. */
function Shown({ shown }: { shown: NewSecrets }) {
  const isCopied = useSignal(false);
  const isAsking = useSignal(false);
  const { title, secrets, action } = shown;
  const dismiss = (): void => dismissSecrets(shown);
  const noteCopy = (): void => {
    isCopied.value = true;
  };
  if (isAsking.value) {
    return (
      <Confirm
        title="Close without copying the key?"
        action="Close"
        cancel="Show it again"
        isDestructive
        onAction={dismiss}
        onClose={() => {
          isAsking.value = false;
        }}
      >
        <p>The sandbox does not show it again. A lost key is replaced with a new one.</p>
      </Confirm>
    );
  }
  const close = (): void => {
    if (isCopied.value) dismiss();
    else isAsking.value = true;
  };
  return (
    <Dialog title={title} onClose={close} narrow>
      <p>The key is shown only once. Copy it now.</p>
      <dl class="stack" onCopy={noteCopy}>
        {secrets.map(([name, text]) => (
          <div key={name}>
            <dt class="faint">{name}</dt>
            <dd class="row nowrap">
              <code class="break">{text}</code>
              <CopyButton text={text} name={`Copy: ${name}`} onCopied={noteCopy} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="row ends">
        {action && (
          <button
            type="button"
            class="button main"
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.text}
          </button>
        )}
      </div>
    </Dialog>
  );
}

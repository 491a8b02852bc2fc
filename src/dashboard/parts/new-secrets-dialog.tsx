import { dismissSecrets, newSecrets } from '../store/new-secrets.ts';
import { Dialog } from './dialog.tsx';
import { Secret } from './shown-once-secret.tsx';

/** Shows new secrets, one dialog after another. It belongs to no page, so that none is lost when a page is left. */
export function NewSecretsDialog() {
  const [shown] = newSecrets.value;
  if (!shown) return null;
  const { title, secrets, action } = shown;
  return (
    <Dialog key={secrets.join()} title={title} onClose={() => dismissSecrets(shown)} narrow>
      <p>The key is shown only once. Copy it now.</p>
      {secrets.map(([name, text]) => (
        <Secret key={name} name={name} text={text} />
      ))}
      {action && (
        <button
          type="button"
          class="button main"
          onClick={() => {
            dismissSecrets(shown);
            action.run();
          }}
        >
          {action.text}
        </button>
      )}
    </Dialog>
  );
}

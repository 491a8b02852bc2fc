import { api } from '../../api.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { readAccount } from '../../store/account.ts';
import { attempt } from '../../store/toasts.ts';

interface QuestionProps {
  readonly account: string;
  readonly action: 'restore' | 'delete';
  readonly name: string;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before a snapshot is restored or deleted. */
export function SnapshotQuestion({ account, action, name, onChanged, onClose }: QuestionProps) {
  const path = { account, name };
  if (action === 'delete') {
    return (
      <Confirm
        title={`Delete ${name}?`}
        action="Delete"
        isDestructive
        onClose={onClose}
        onAction={async () => {
          await attempt(
            () => api.delete('/_sandbox/accounts/{account}/snapshots/{name}', { path }),
            `Snapshot ${name} deleted.`,
          );
          await onChanged();
        }}
      >
        <p>The snapshot cannot be brought back. Download it first if you may need it again.</p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Restore ${name}?`}
      action="Restore"
      onClose={onClose}
      onAction={async () => {
        await attempt(
          () => api.post('/_sandbox/accounts/{account}/snapshots/{name}/restore', { path }),
          `${account} is as it was in ${name}.`,
        );
        await readAccount();
      }}
    >
      <p>
        Everything that happened in {account} since then is lost: orders, webhooks, ledger, settings,
        scenarios and the time of the clock. The requests are cleared. The name and the keys stay.
      </p>
    </Confirm>
  );
}

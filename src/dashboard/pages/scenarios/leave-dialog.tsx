import { Confirm } from '../../parts/confirm.tsx';
import { leavingTo, setDraft } from '../../store/drafts.ts';
import { titleOf } from './scenario-file.ts';

/** Asks what to do with an unsaved text when the user leaves it. */
export function LeaveDialog({ account, name }: { account: string; name: string }) {
  const target = leavingTo.value;
  if (target === null) return null;
  return (
    <Confirm
      title="Leave without saving?"
      action="Discard changes"
      isDestructive
      cancel="Keep editing"
      onClose={() => {
        leavingTo.value = null;
      }}
      onAction={() => {
        setDraft(account, name, null);
        location.hash = target;
      }}
    >
      <p>{titleOf(name)} has changes that are not saved.</p>
    </Confirm>
  );
}

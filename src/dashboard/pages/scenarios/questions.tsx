import type { ComponentChildren } from 'preact';
import { Confirm } from '../../parts/confirm.tsx';
import { leavingTo, setDraft } from '../../store/drafts.ts';
import { type ScenarioFile, titleOf } from './scenarios.ts';

interface QuestionProps {
  readonly onClose: () => void;
}

/** Asks whether to delete a file. */
export function RemoveQuestion({
  file,
  onRemove,
  onClose,
}: QuestionProps & { file: ScenarioFile; onRemove: () => void }) {
  const { name, active, replaces_built_in: replaces } = file;
  const after = replaces ? ', and the built-in one runs at once' : ', and the scenario stops';
  return (
    <Confirm
      title={replaces ? `Back to the built-in ${name}?` : `Delete ${name}?`}
      action={replaces ? 'Delete own version' : 'Delete'}
      isDestructive
      onAction={onRemove}
      onClose={onClose}
    >
      <p>
        {replaces ? "This account's own version is deleted" : 'The file is deleted from this account'}
        {active && after}.
      </p>
    </Confirm>
  );
}

interface OverwriteProps extends QuestionProps {
  readonly title: string;
  readonly action: string;
  readonly text: ComponentChildren;
  readonly onAction: () => void;
}

/** Asks whether to replace what someone else has saved. */
export const OverwriteQuestion = ({ text, ...props }: OverwriteProps) => (
  <Confirm {...props} cancel="Keep editing">
    <p>{text}</p>
  </Confirm>
);

/** Asks what to do with an unsaved text when the user leaves it. */
export function LeaveQuestion({ account, name }: { account: string; name: string }) {
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

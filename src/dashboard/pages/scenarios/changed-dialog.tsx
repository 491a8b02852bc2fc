import { Dialog } from '../../parts/dialog.tsx';
import { TextDifferences } from './late-differences.ts';
import type { ScenarioFile } from './scenario-file.ts';

interface Props {
  readonly name: string;
  /** The text that was not saved. */
  readonly text: string;
  /** The file as it is now; null if it was deleted. */
  readonly theirs: ScenarioFile | null;
  readonly onOverwrite: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks what to do with a text whose file someone else has changed since it was read. */
export function ChangedDialog({ name, text, theirs, onOverwrite, onDiscard, onClose }: Props) {
  const act = (action: () => void) => () => {
    action();
    onClose();
  };
  return (
    <Dialog title={`${name} was ${theirs ? 'changed' : 'deleted'} meanwhile`} onClose={onClose}>
      <p>
        {theirs
          ? 'Someone else has saved this file since you began to edit it. Your text is not saved.'
          : 'Someone else has deleted this file since you began to edit it. Your text is not saved.'}
      </p>
      {theirs?.yaml != null && <TextDifferences theirs={theirs.yaml} mine={text} />}
      <div class="row ends">
        <button type="button" class="button" onClick={onClose}>
          Keep editing
        </button>
        <button type="button" class="button danger" onClick={act(onDiscard)}>
          Discard my text
        </button>
        <button type="button" class="button main" onClick={act(onOverwrite)}>
          {theirs ? 'Overwrite' : 'Save again'}
        </button>
      </div>
    </Dialog>
  );
}

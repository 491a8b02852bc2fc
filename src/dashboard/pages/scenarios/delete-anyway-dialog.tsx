import { Dialog } from '../../parts/dialog.tsx';
import { TextDifferences } from './late-differences.ts';
import type { ScenarioFile } from './scenario-file.ts';

interface Props {
  /** The text that the user has read. */
  readonly mine: string;
  /** The file as it is now. */
  readonly theirs: ScenarioFile;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks whether to delete a file that someone else has saved since it was read. */
export function DeleteAnywayDialog({ mine, theirs, onDelete, onClose }: Props) {
  return (
    <Dialog title={`${theirs.name} was changed meanwhile`} onClose={onClose}>
      <p>Someone else has saved this file since you read it. It is not deleted.</p>
      {theirs.yaml !== null && <TextDifferences theirs={theirs.yaml} mine={mine} />}
      <div class="row ends">
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onClose();
            onDelete();
          }}
        >
          Delete anyway
        </button>
        <button type="button" class="button main" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}

import { DiffTable } from '../compare/diff-table.tsx';
import { sideBySide } from '../compare/side-by-side.ts';

interface Props {
  readonly theirs: string;
  readonly mine: string;
}

/** The text that someone else has saved, next to the text in the editor. */
export function TextDifferences({ theirs, mine }: Props) {
  return <DiffTable left="Saved meanwhile" right="Your text" rows={sideBySide(theirs, mine)} />;
}

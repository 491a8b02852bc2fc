import { useRef } from 'preact/hooks';
import type { Schemas } from '../api.ts';

type Problem = Schemas['Problem'];

interface Props {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly onInput: (text: string) => void;
}

/** The line and column of a problem, counted from 1; null if the problem has no position. */
export function positionOf({ where }: Problem): { line: number; column: number } | null {
  const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}

/** The offset of a line and column in the text. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', offset);
    if (end === -1) break;
    offset = end + 1;
  }
  return Math.min(text.length, offset + column - 1);
}

/** A text field with line numbers that marks the lines with problems. */
export function ScenarioEditor({ text, problems, onInput }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n').length;
  const wrong = new Set(problems.map(problem => positionOf(problem)?.line));
  const show = (problem: Problem): void => {
    const position = positionOf(problem);
    if (!position || !area.current) return;
    const offset = offsetOf(text, position.line, position.column);
    area.current.focus();
    area.current.setSelectionRange(offset, offset);
  };
  return (
    <div class="stack">
      <div class="editor">
        <div class="gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} class={wrong.has(index + 1) ? 'wrong' : ''}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          class="mono"
          aria-label="Scenario file"
          aria-invalid={problems.length > 0}
          spellcheck={false}
          autocapitalize="off"
          wrap="off"
          rows={lines + 1}
          value={text}
          onInput={event => onInput(event.currentTarget.value)}
        />
      </div>
      {problems.length > 0 && (
        <ul class="problems">
          {problems.map((problem, index) => (
            <li key={index}>
              <button type="button" class="button quiet small" onClick={() => show(problem)}>
                {positionOf(problem) ? `line ${positionOf(problem)!.line}` : problem.where}
              </button>
              <span class="break">{problem.message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { useRef } from 'preact/hooks';
import type { Schemas } from '../api.ts';

type Problem = Schemas['Problem'];

interface Props {
  readonly text: string;
  readonly problems: readonly Problem[];
  readonly onInput: (text: string) => void;
}

/** The line and column of a problem's place, 1 the first; null where it has none. */
export function placeOf({ where }: Problem): { line: number; column: number } | null {
  const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}

/** Where a line and column stand in a text. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let at = 1; at < line; at++) {
    const end = text.indexOf('\n', offset);
    if (end === -1) break;
    offset = end + 1;
  }
  return Math.min(text.length, offset + column - 1);
}

/** A field for a scenario's text, its lines numbered, with what is wrong at its line. */
export function ScenarioEditor({ text, problems, onInput }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n').length;
  const wrong = new Set(problems.map(problem => placeOf(problem)?.line));
  const show = (problem: Problem): void => {
    const place = placeOf(problem);
    if (!place || !area.current) return;
    const offset = offsetOf(text, place.line, place.column);
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
          aria-label="The scenario's file"
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
                {placeOf(problem) ? `line ${placeOf(problem)!.line}` : problem.where}
              </button>
              <span class="break">{problem.message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

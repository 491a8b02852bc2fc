import { useEffect, useRef } from 'preact/hooks';
import { api, type Schemas } from '../../control-api.ts';
import { Button } from '../../parts/basics.tsx';
import { useDebounced } from '../../parts/hooks.ts';
import { useResource } from '../../store/resource.ts';
import type { CodeEditor, Mark } from './code-editor.ts';
import type { Check } from './scenario-actions.ts';

type Problem = Schemas['Problem'];

interface Props {
  readonly text: string;
  /** The text as it is at the time of the call. It can be newer than `text`, because rendering follows typing. */
  readonly readText: () => string;
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly onInput: (text: string) => void;
}

/** The line and column of a problem, counted from 1; null if the problem has no position. */
function positionOf({ where }: Problem): { line: number; column: number } | null {
  const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}

const marksOf = (problems: readonly Problem[], severity: Mark['severity']): Mark[] =>
  problems.flatMap(problem => {
    const position = positionOf(problem);
    return position ? [{ ...position, message: problem.message, severity }] : [];
  });

/** An editor for a scenario file, which marks its problems. The editor itself is loaded with the first file. */
export function ScenarioEditor({ text, readText, problems, warnings, onInput }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const latest = useRef({ readText, onInput, marks: [] as Mark[] });
  latest.current = {
    readText,
    onInput,
    marks: [...marksOf(problems, 'error'), ...marksOf(warnings, 'warning')],
  };
  useEffect(() => {
    let isGone = false;
    void import('./code-editor.ts').then(({ createCodeEditor }) => {
      if (isGone || !host.current) return;
      editor.current = createCodeEditor(host.current, latest.current.readText(), typed =>
        latest.current.onInput(typed),
      );
      editor.current.setMarks(latest.current.marks);
    });
    return () => {
      isGone = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => editor.current?.setText(latest.current.readText()), [text]);
  useEffect(() => editor.current?.setMarks(latest.current.marks), [problems, warnings]);
  const goTo = (problem: Problem): void => {
    const position = positionOf(problem);
    if (position) editor.current?.goTo(position.line, position.column);
  };
  return (
    <div class="stack">
      <div ref={host} />
      <ul class="stack tight" aria-label="Problems and warnings">
        {[...problems, ...warnings].map((problem, index) => {
          const position = positionOf(problem);
          return (
            <li key={index} class={`row nowrap ${index < problems.length ? 'bad' : 'warn'}`}>
              <Button look="quiet small" onClick={() => goTo(problem)}>
                {position ? `line ${position.line}` : problem.where}
              </Button>
              <span class="break">{problem.message}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const DEBOUNCE_MS = 300;

/** Asks the server to check a text a short time after its last change. `current` is null until this text is checked. */
export function useCheck(yaml: string): { readonly latest: Check | null; readonly current: Check | null } {
  const settled = useDebounced(yaml, DEBOUNCE_MS);
  const body = { yaml: settled };
  const { data } = useResource(settled, signal => api.post('/_sandbox/scenarios/check', { body, signal }));
  // The marks of the previous text stay until this one is checked.
  const latest = useRef<Check | null>(null);
  latest.current = data ?? latest.current;
  return { latest: latest.current, current: settled === yaml ? data : null };
}

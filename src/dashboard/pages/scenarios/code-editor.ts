import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import schema from '../../../../scenarios/scenario.schema.json' with { type: 'json' };

/** A problem at a position, counted from 1. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

/** A text editor in a page. */
export interface CodeEditor {
  setText(text: string): void;
  setMarks(marks: readonly Mark[]): void;
  /** Focuses a position, counted from 1. */
  goTo(line: number, column: number): void;
  destroy(): void;
}

/** An underline in place of the library's, which is an image and not allowed by the page's Content-Security-Policy. */
const underline = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const editorTheme = EditorView.theme({
  '&': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--text)',
    fontSize: '12.5px',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-scroller, .cm-content, .cm-gutters': { minHeight: '200px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--text-soft)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 10px 0 14px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--hover)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { backgroundColor: 'var(--selection, color-mix(in srgb, var(--accent) 26%, transparent))' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-lintRange-error': underline('var(--bad)'),
  '.cm-lintRange-warning': underline('var(--warn)'),
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-high)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12.5px',
    maxHeight: '15em',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--on-accent)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionInfo': {
    padding: '8px 10px',
    maxWidth: '300px',
    fontFamily: 'var(--sans)',
    fontSize: '12.5px',
  },
  '.cm-tooltip-lint': { maxWidth: '460px' },
  '.cm-diagnostic': {
    padding: '6px 10px',
    fontFamily: 'var(--sans)',
    borderLeft: '3px solid var(--bad)',
    whiteSpace: 'pre-wrap',
  },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: tags.comment, color: 'var(--text-soft)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.bool, tags.number, tags.content], color: 'var(--text)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--text-soft)' },
]);

/** The keys and values that a part of a JSON Schema names, with their descriptions. */
function wordsOf(part: unknown): Completion[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {}, enum: values = [], description: info = '' } = part as JsonSchema;
  return [
    ...Object.entries(properties).map(([label, { description = '' }]) => {
      return { label, type: 'property', apply: `${label}: `, info: description };
    }),
    ...values.map(value => ({ label: String(value), type: 'enum', info })),
    ...Object.values(part).flatMap(wordsOf),
  ];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

const WORDS = [...new Map(wordsOf(schema).map(word => [word.label, word])).values()];

function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w.-]+/);
  return word && { from: word.from, options: WORDS, validFor: /^[\w.-]*$/ };
}

function diagnosticOf(state: EditorState, { line, column, message, severity }: Mark): Diagnostic {
  const { from, to, text } = state.doc.line(Math.min(line, state.doc.lines));
  const start = Math.min(from + column - 1, to);
  const length = /^[^\s,}\]]*/.exec(text.slice(start - from))![0].length;
  return { from: start, to: Math.min(start + Math.max(length, 1), to), message, severity };
}

/**
 * Replaces selected text with what is typed. The browser would do so with inline styles, which the page's
 * Content-Security-Policy forbids.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, isComposing, data } = event;
  if (inputType !== 'insertText' || isComposing || data === null || view.state.selection.main.empty)
    return false;
  event.preventDefault();
  view.dispatch({ ...view.state.replaceSelection(data), userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/**
 * Creates an editor for a scenario file in an element. It is in a shadow root, where its styles are constructed style
 * sheets: the page's Content-Security-Policy forbids style elements.
 * @param onInput called with the text after each change by the user
 */
export function createCodeEditor(
  parent: HTMLElement,
  text: string,
  onInput: (text: string) => void,
): CodeEditor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  let isSetting = false;
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      bracketMatching(),
      indentUnit.of('  '),
      yaml(),
      EditorView.lineWrapping,
      syntaxHighlighting(highlighting),
      autocompletion({ override: [complete], icons: false }),
      // Tab is not bound, so that it leaves the editor.
      keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'Scenario file', autocapitalize: 'off' }),
      EditorView.domEventHandlers({ beforeinput: replaceSelected }),
      EditorView.updateListener.of(update => {
        if (update.docChanged && !isSetting) onInput(update.state.doc.toString());
      }),
      editorTheme,
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  return {
    setText: wanted => {
      if (view.state.doc.toString() === wanted) return;
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: wanted } });
      isSetting = false;
    },
    setMarks: marks =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map(mark => diagnosticOf(view.state, mark)),
        ),
      ),
    goTo: (line, column) => {
      const place = view.state.doc.line(Math.min(line, view.state.doc.lines));
      const at = Math.min(place.from + column - 1, place.to);
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

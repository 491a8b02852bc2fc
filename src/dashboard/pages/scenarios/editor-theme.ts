import { EditorView } from '@codemirror/view';

/** An underline in place of the library's, which is an image and not allowed by the page's Content-Security-Policy. */
const underline = (color: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

/** The look of the editor, in the page's own colors. */
export const editorTheme = EditorView.theme({
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
    color: 'var(--text-faint)',
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

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface EditorOptions {
  readonly label: string;
  readonly text: string;
  /** Whether the text is held to be JSON: coloured, and faults are marked. */
  readonly isJson: boolean;
  readonly onChange: (text: string) => void;
}

const THEME = EditorView.theme({
  '&': { backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '0.84rem', maxHeight: '26rem' },
  '&.cm-focused': { outline: '2px solid var(--info)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--soft)', color: 'var(--muted)', border: 'none' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'var(--info-bg)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--text)', border: '1px solid var(--line)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: tags.number, color: 'var(--warn)' },
  { tag: [tags.bool, tags.null], color: 'var(--bad)' },
]);

/** A code editor in a shadow root: there its constructed style sheets need no exception in the page's Content-Security-Policy. Returns a function that removes it. */
export function openEditor(host: HTMLElement, { label, text, isJson, onChange }: EditorOptions): () => void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        isJson ? [json(), linter(jsonParseLinter())] : [],
        syntaxHighlighting(COLOURS),
        THEME,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label }),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return () => view.destroy();
}

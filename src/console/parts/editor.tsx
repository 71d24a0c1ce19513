import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface EditorProps {
  readonly label: string;
  readonly text: string;
  /** False: content of another form, such as a form or XML. */
  readonly isJson?: boolean;
  readonly onChange: (text: string) => void;
}

/** A field for JSON and other content. The code editor is loaded on first use; before, and if it cannot be loaded, a plain text field is shown. */
export function Editor({ label, text, isJson = true, onChange }: EditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [isPlain, setPlain] = useState(true);
  const first = useRef(text);
  const change = useRef(onChange);
  change.current = onChange;
  const latest = useRef(text);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isWanted = true;
    void import('../editor/code-editor.ts').then(
      ({ openEditor }) => {
        if (!isWanted || host.current === null) return;
        setPlain(false);
        close = openEditor(host.current, {
          label,
          text: latest.current,
          isJson,
          onChange: (now) => {
            latest.current = now;
            change.current(now);
          },
        });
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
      close?.();
    };
  }, [label, isJson]);
  return (
    <>
      <div class="editor" ref={host} hidden={isPlain} />
      {isPlain ? (
        <textarea
          class="plain-editor"
          aria-label={label}
          spellcheck={false}
          rows={12}
          defaultValue={first.current}
          onInput={(event) => {
            latest.current = event.currentTarget.value;
            onChange(event.currentTarget.value);
          }}
        />
      ) : null}
    </>
  );
}

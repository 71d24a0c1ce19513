import type { JSX } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import { KeysContext } from '../client/keys-context.ts';

const ROWS = [
  ['/', 'Filter the list'],
  ['j k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Back to the list'],
  ['1 to 7', 'The pages of the menu'],
  ['?', 'This help'],
] as const;

export function HelpSwitch(): JSX.Element {
  const keys = useContext(KeysContext);
  return (
    <button
      type="button"
      class="plain"
      aria-label="Keys and help"
      onClick={() => {
        if (keys !== undefined) keys.help.value = true;
      }}
    >
      ?
    </button>
  );
}

export function HelpDialog(): JSX.Element | null {
  const keys = useContext(KeysContext);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = keys?.help.value === true;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  if (keys === undefined) return null;
  const close = (): void => {
    keys.help.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={close}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {ROWS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={keys.on.value}
          onChange={(event) => {
            keys.on.value = event.currentTarget.checked;
          }}
        />
        Keys are on
      </label>
      <div class="actions">
        <button type="button" class="primary" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

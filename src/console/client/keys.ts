import { type Signal, signal } from '@preact/signals';

/** Key handlers of a list, registered while it is shown. */
export interface ListKeys {
  readonly move: (by: number) => void;
}

/** The list for `j` and `k`, the target of Esc, and whether keys are enabled. */
export interface Keys {
  readonly lists: ListKeys[];
  readonly on: Signal<boolean>;
  readonly help: Signal<boolean>;
}

const SWITCH = 'standin.keys';

export function createKeys(kept: Storage): Keys {
  const on = signal(kept.getItem(SWITCH) !== 'off');
  on.subscribe((isOn) => kept.setItem(SWITCH, isOn ? 'on' : 'off'));
  return { lists: [], on, help: signal(false) };
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable=true], .editor') !== null;

/** Keys for the whole page. In a field only Esc is handled: it leaves the field. */
export function listenForKeys(keys: Keys, view: Window, back: () => void): void {
  view.document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !keys.on.peek()) return;
    const field = isField(event.target);
    if (event.key === 'Escape') {
      if (view.document.querySelector('dialog[open]') !== null) return;
      if (field) (event.target as HTMLElement).blur();
      else back();
    } else if (!field) handleKey(keys, event, view);
  });
}

function handleKey(keys: Keys, event: KeyboardEvent, view: Window): void {
  const list = keys.lists.at(-1);
  if (event.key === '/') view.document.querySelector<HTMLInputElement>('main input[type=search]')?.focus();
  else if (event.key === 'j') list?.move(1);
  else if (event.key === 'k') list?.move(-1);
  else if (event.key === '?') keys.help.value = true;
  else if (/^[1-7]$/.test(event.key))
    view.document.querySelectorAll<HTMLAnchorElement>('.pages a')[Number(event.key) - 1]?.click();
  else return;
  event.preventDefault();
}

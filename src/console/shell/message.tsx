import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useApp } from '../client/app.ts';
import { Action } from '../parts/bits.tsx';

const SHORT = 4_000;

/** The result of a change. A refusal, or a change that can be undone, stays visible; other messages disappear after a while. */
export function Message(): JSX.Element {
  const { toast } = useApp();
  const shown = toast.value;
  useEffect(() => {
    if (shown === undefined || shown.undo !== undefined || shown.isError === true) return undefined;
    const timer = setTimeout(() => {
      toast.value = undefined;
    }, SHORT);
    return () => clearTimeout(timer);
  }, [shown, toast]);
  const close = (): void => {
    toast.value = undefined;
  };
  return (
    <div class="messages" role={shown?.isError === true ? 'alert' : 'status'}>
      {shown === undefined ? null : (
        <div class={`message${shown.isError === true ? ' error' : ''}`}>
          <span>{shown.text}</span>
          {shown.undo === undefined ? null : <Action onClick={shown.undo}>Undo</Action>}
          <button type="button" class="plain" aria-label="Close this message" onClick={close}>
            ✕
          </button>
        </div>
      )}
    </div>
  );
}

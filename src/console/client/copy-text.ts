import type { ConsoleApp } from './app.ts';

/** Writes text to the clipboard. Returns whether that was possible. */
export async function copyText({ toast }: ConsoleApp, text: string, done: string): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast.value = isDone ? { text: done } : { text: 'The clipboard cannot be written.', isError: true };
}

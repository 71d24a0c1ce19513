/** Fires `delay` milliseconds after another signal. The timer does not keep the process alive. */
export function delayedSignal(signal: AbortSignal, delay: number): AbortSignal {
  const late = new AbortController();
  const begin = (): void => void setTimeout(() => late.abort(signal.reason), delay).unref();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}

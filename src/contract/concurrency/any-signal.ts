/**
 * Fires with the first of two signals. `AbortSignal.any` holds its sources weakly: one that nobody else holds, such as `AbortSignal.timeout(…)`,
 * is collected and never fires.
 */
export function anySignal(one: AbortSignal, other: AbortSignal): AbortSignal {
  const joined = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) joined.abort(signal.reason);
    else signal.addEventListener('abort', () => joined.abort(signal.reason), { once: true, signal: joined.signal });
  }
  return joined.signal;
}

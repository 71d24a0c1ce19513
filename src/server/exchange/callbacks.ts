import type { CallbackRequest } from '../../mock/index.ts';
import { isLoopback } from '../../wire/index.ts';
import type { ServerOptions } from './options.ts';

/** Milliseconds that a receiver has for its answer, which is not read. */
const PATIENCE = 10_000;

/**
 * Sends callbacks one after the other, once the answer is written. `local`: a client must not make the mock reach other
 * hosts. Returns how many are sent and withheld, as the value of a header field.
 */
export function sendCallbacks(callbacks: readonly CallbackRequest[], reach: ServerOptions['callbacks']): string {
  const allowed = callbacks.filter(({ url }) => reach === 'all' || isLoopback(new URL(url).hostname));
  if (allowed.length > 0) setTimeout(() => void sendAll(allowed), 0);
  return `sent=${allowed.length}, withheld=${callbacks.length - allowed.length}`;
}

async function sendAll(callbacks: readonly CallbackRequest[]): Promise<void> {
  for (const { method, url, headers, content } of callbacks) {
    const isRead = method === 'GET' || method === 'HEAD';
    const body =
      content === undefined || isRead ? {} : { body: typeof content === 'string' ? content : content.slice() };
    const fields = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    // A receiver that is not there, or that answers an error, changes nothing for the mock.
    await fetch(url, { method, headers: fields, ...body, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) })
      .then((response) => response.body?.cancel())
      .catch(() => undefined);
  }
}

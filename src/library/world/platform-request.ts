/** A `Request` of the platform, or of another implementation (jsdom, node-fetch). */
export type RequestLike = Pick<Request, 'url' | 'method' | 'headers' | 'body' | 'signal'>;

/** Converts the input to the platform's own `Request`. A path alone gets a local origin. */
export function platformRequest(input: RequestLike | string | URL, init?: RequestInit): Request {
  const own = init === undefined ? undefined : { ...init, ...ownSignal(init.signal) };
  if (typeof input === 'string' || input instanceof URL || !('method' in input))
    return new Request(new URL(String(input), 'http://localhost'), own);
  // A derived class (that of Next, which may be behind a Proxy) cannot be copied as a whole.
  if (Object.getPrototypeOf(input) === Request.prototype && isOwn(input.signal))
    return own === undefined ? (input as Request) : new Request(input as Request, own);
  const { url, method, headers, body } = input;
  const fields = [...(headers as unknown as Iterable<[string, string]>)];
  const carried = { method, headers: fields, ...ownSignal(input.signal), ...(body ? { body, duplex: 'half' } : {}) };
  return new Request(new URL(url, 'http://localhost'), { ...carried, ...own } as RequestInit);
}

const isOwn = (signal: AbortSignal | null | undefined): boolean => signal instanceof AbortSignal;

/** The platform does not accept a signal of another implementation, so its own signal follows that one. */
function ownSignal(signal: AbortSignal | null | undefined): { readonly signal?: AbortSignal } {
  if (!signal) return {};
  if (isOwn(signal)) return { signal };
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal };
}

import { type ReadonlySignal, signal } from '@preact/signals';

/** The result of a control request. A refusal is a value with the server's message. */
export type ControlOutcome<T> =
  | { readonly ok: true; readonly value: T; readonly etag: string | null }
  | {
      readonly ok: false;
      readonly status: number;
      readonly detail: string;
      readonly problem: Readonly<Record<string, unknown>>;
    };

/** Whether the mock can be reached. `locked`: the control token is required. `away`: the mock or its state does not answer. */
export type Reach = 'open' | 'locked' | 'away';

export interface Control {
  readonly reach: ReadonlySignal<Reach>;
  /** The mock's message that the control routes are locked. */
  readonly refusal: ReadonlySignal<string>;
  /** Address of the mocked API, without a slash at the end. */
  readonly apiRoot: string;
  call<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ControlOutcome<T>>;
  /** An answer that is read as a stream. */
  stream(path: string, headers: Record<string, string>, stop: AbortSignal): Promise<Response | undefined>;
  /** Sends a request to the mocked API itself. */
  send(target: string, init: RequestInit): Promise<Response>;
  unlock(token: string): void;
}

const TOKEN = 'standin.token';
const AGAIN = 1_000;

/** `base` is the address of the control routes, with a slash at the end. */
export function createControl(base: URL, prefix: string, kept: Storage): Control {
  const reach = signal<Reach>('open');
  const refusal = signal('');
  const fields = (headers: Record<string, string>): Record<string, string> => {
    const token = kept.getItem(TOKEN);
    return token === null ? headers : { ...headers, authorization: `Bearer ${token}` };
  };
  const noted = (status: number): void => {
    const next = status === 403 ? 'locked' : status === 503 || status === 0 ? 'away' : 'open';
    if (next === 'away' && reach.peek() !== 'away') setTimeout(again, AGAIN);
    reach.value = next;
  };
  const ask = async (path: string, init: RequestInit): Promise<Response | undefined> => {
    const response = await fetch(new URL(path, base), init).catch(() => undefined);
    if (init.signal?.aborted !== true) noted(response?.status ?? 0);
    if (response?.status === 403) refusal.value = detailOf(await response.clone().text());
    return response;
  };
  async function again(): Promise<void> {
    const response = await ask('health', { headers: fields({}) });
    if (response === undefined || response.status === 503) setTimeout(again, AGAIN);
  }
  return {
    reach,
    refusal,
    apiRoot: `${base.origin}${base.pathname.slice(0, -prefix.length - 1)}`,
    async call(method, path, body, headers = {}) {
      const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
      const response = await ask(path, { method, headers: fields({ 'standin-client': 'console', ...typed }), ...sent });
      return outcomeOf(response);
    },
    async stream(path, headers, stop) {
      const response = await ask(path, { headers: fields(headers), signal: stop });
      return response?.ok === true ? response : undefined;
    },
    send: (target, init) => fetch(`${base.origin}${target}`, init),
    unlock(token) {
      kept.setItem(TOKEN, token);
      void again();
    },
  };
}

async function outcomeOf<T>(response: Response | undefined): Promise<ControlOutcome<T>> {
  if (response === undefined) return { ok: false, status: 0, detail: 'The mock does not answer.', problem: {} };
  const text = await response.text().catch(() => '');
  const value = parseIfJson(text);
  if (response.ok) return { ok: true, value: value as T, etag: response.headers.get('etag') };
  const problem = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const { detail = `The mock answers ${response.status}.` } = problem;
  return { ok: false, status: response.status, detail: String(detail), problem };
}

function detailOf(text: string): string {
  const { detail = '' } = (parseIfJson(text) ?? {}) as { readonly detail?: unknown };
  return String(detail);
}

function parseIfJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

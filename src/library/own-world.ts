import { type ContractOptions, createUrlTarget, type Target } from '../contract/index.ts';
import { isLoopback, isObject, parseJson } from '../wire/index.ts';
import { CONTROL_PREFIX } from './config/options.ts';

/** A world of a standin mock for one run only, and the options of that run. */
export interface OwnWorld {
  readonly name: string;
  readonly options: Pick<ContractOptions, 'fields' | 'disposable'>;
  /** The only credential that is valid for the run; absent if the mock has keys of its own. */
  readonly key?: string;
  /** Removes the world. */
  drop(): Promise<void>;
}

export interface OwnWorldOptions {
  readonly now: () => number;
  /** A new unguessable string at each call. */
  readonly draw: () => string;
  /** Milliseconds to wait until the target answers. Default 0. */
  readonly wait?: number;
}

const PATIENCE = 5_000;
const BETWEEN = 250;

/**
 * Opens a separate world at a standin mock on this machine. `undefined` for any other target: only local
 * control routes are called, so a service elsewhere gets no request.
 */
export async function openOwnWorld(url: URL, { now, draw, wait = 0 }: OwnWorldOptions): Promise<OwnWorld | undefined> {
  if (url.protocol !== 'http:' || !isLoopback(url.hostname)) return undefined;
  const below = url.pathname.replace(/\/+$/, '');
  const deadline = AbortSignal.timeout(wait);
  // One of several mocks has its control routes below its own path.
  const opened =
    (await mockAt(new URL(`${url.origin}${below}`), { now, deadline })) ??
    (below === '' ? undefined : await mockAt(new URL(url.origin), { now, deadline }));
  if (opened === undefined) return undefined;
  const { target, health } = opened;
  const name = `check-${draw().slice(0, 8)}`;
  const key = health.keys === true ? undefined : draw();
  const held = key === undefined ? [] : [['Standin-Credential', key] as const];
  return {
    name,
    options: { fields: [['Standin-World', name], ...held], disposable: true },
    ...(key === undefined ? {} : { key }),
    async drop() {
      await control(target, 'DELETE', `/worlds/${name}`);
      await target.close();
    },
  };
}

interface OpenedTarget {
  readonly target: Target;
  readonly health: { readonly keys?: unknown };
}

async function mockAt(
  url: URL,
  options: { readonly now: () => number; readonly deadline: AbortSignal },
): Promise<OpenedTarget | undefined> {
  const target = createUrlTarget(url, { now: options.now });
  const health = await healthOf(target, options.deadline);
  if (health !== undefined) return { target, health };
  await target.close();
  return undefined;
}

/** The health of a standin mock; `undefined` for other servers. Waits until the target gives any answer. */
async function healthOf(target: Target, signal: AbortSignal): Promise<{ readonly keys?: unknown } | undefined> {
  for (;;) {
    const outcome = await control(target, 'GET', '/health');
    if (outcome.kind === 'answered') {
      const health = outcome.status === 200 ? parseJson(new TextDecoder().decode(outcome.bytes)) : undefined;
      return health?.ok === true && isObject(health.value) && health.value['server'] === 'standin'
        ? health.value
        : undefined;
    }
    if (signal.aborted) return undefined;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}

function control(target: Target, method: string, path: string): ReturnType<Target['send']> {
  const request = { method, path: `${CONTROL_PREFIX}${path}`, query: '', headers: [], body: { kind: 'none' } } as const;
  return target.send(request, { timeout: PATIENCE, maxBytes: 65_536, fresh: true });
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { MockChoices, Mocks } from '../../library/index.ts';
import type { ReloadServer } from './live-reload.ts';

/** As much of Vite's server as is used here: the same in Vite 7 and 8. */
export interface DevServer extends ReloadServer {
  readonly middlewares: {
    use(handler: (req: IncomingMessage, res: ServerResponse, next: () => void) => void): unknown;
  };
  readonly httpServer: Pick<Server, 'on'> | null;
  readonly moduleGraph?: { invalidateAll(): void };
  ssrLoadModule?(path: string): Promise<Record<string, unknown>>;
}

/** Whether a path is a base path or below it. */
export function isAt(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`);
}

/** Vite's own loader knows the aliases and plugins of the project; a preview has none. */
export async function mocksOfServer(
  { ssrLoadModule, moduleGraph, config }: DevServer,
  mocks: MockChoices['mocks'],
): Promise<Mocks | string | undefined> {
  if (typeof mocks !== 'string' || ssrLoadModule === undefined) return mocks;
  // What has changed is read again, whether or not Vite has heard of it before us.
  moduleGraph?.invalidateAll();
  return (await ssrLoadModule(resolve(config.root, mocks)))['default'] as Mocks;
}

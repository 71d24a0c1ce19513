import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import type { MockChoices, Mocks } from '../../library/index.ts';
import type { ReloadServer } from './live-reload.ts';

/** The part of Vite's server that is used here; the same in Vite 7 and 8. */
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

/** Vite's own loader knows the project's aliases and plugins; a preview server has none. */
export async function mocksOfServer(
  { ssrLoadModule, moduleGraph, config }: DevServer,
  mocks: MockChoices['mocks'],
): Promise<Mocks | string | undefined> {
  if (typeof mocks !== 'string' || ssrLoadModule === undefined) return mocks;
  // Changed files are read again, whether or not Vite has noticed the change.
  moduleGraph?.invalidateAll();
  return (await ssrLoadModule(resolve(config.root, mocks)))['default'] as Mocks;
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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

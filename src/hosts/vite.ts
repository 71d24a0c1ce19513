import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { createMock, type MockChoices, type StandinMock } from '../library/index.ts';
import { toNodeHandler } from './node.ts';

/** Everything that `createMock` takes, and this. */
export interface ViteOptions extends MockChoices {
  /** Path of the dev server below which the API stands. Default `/api`. */
  readonly base?: string;
  /** What happens to a path below the base that the document does not have. Default `refuse` (404). */
  readonly undocumented?: 'refuse' | 'next';
}

/** As much of Vite's server as is used here: the same in Vite 6 to 8. */
interface DevServer {
  readonly middlewares: {
    use(handler: (req: IncomingMessage, res: ServerResponse, next: () => void) => void): unknown;
  };
  readonly httpServer: Pick<Server, 'on'> | null;
  readonly config: { readonly root: string; readonly logger: { info(text: string): void; error(text: string): void } };
  readonly watcher?: {
    add(files: readonly string[]): unknown;
    on(event: 'change', told: (file: string) => void): unknown;
  };
  readonly ws?: { send(message: object): void };
}

/** The mock as a plugin of Vite, for `vite` and `vite preview`; a build has nothing of it. */
export interface VitePlugin {
  readonly name: 'standin';
  readonly apply: 'serve';
  configureServer(server: DevServer): Promise<void>;
  configurePreviewServer(server: DevServer): Promise<void>;
}

export function standin({ base = '/api', undocumented = 'refuse', ...choices }: ViteOptions = {}): VitePlugin {
  const served = async (server: DevServer): Promise<void> => {
    const { logger, root } = server.config;
    const mock = await createMock({ cwd: root, base, ...choices });
    const control = choices.controlPrefix ?? '/_standin';
    const answer = toNodeHandler(mock, { undocumented });
    server.middlewares.use((incoming, outgoing, next) => {
      const path = incoming.url ?? '/';
      if (isAt(path, base) || isAt(path, control)) answer(incoming, outgoing, next);
      else next();
    });
    server.httpServer?.on('close', () => void mock.close());
    logger.info(`  standin: ${mock.api.operations.length} operations at ${base}, control at ${control}/`);
    watch(mock, server, choices);
  };
  return { name: 'standin', apply: 'serve', configureServer: served, configurePreviewServer: served };
}

function isAt(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`);
}

/** Reads the document and the mocks again when they change. A wrong document is shown over the page, and the last good one goes on. */
function watch(mock: StandinMock, { watcher, ws, config }: DevServer, { mocks, data }: MockChoices): void {
  const named = [mocks, data].filter((each): each is string => typeof each === 'string');
  const files = [...mock.api.files.map(({ name }) => name), ...named].map((file) => resolve(config.root, file));
  watcher?.add(files);
  watcher?.on('change', (file) => {
    if (!files.includes(resolve(file))) return;
    mock.reload().then(
      () => {
        config.logger.info(`  standin: ${file} changed; the records were kept`);
        ws?.send({ type: 'custom', event: 'standin:reloaded' });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        config.logger.error(`  standin: ${message}`);
        ws?.send({ type: 'error', err: { message, stack: '', plugin: 'standin', id: file } });
      },
    );
  });
}

import { resolve } from 'node:path';
import { createMock, type MockChoices, type Mocks, type StandinMock } from '../library/index.ts';
import { toNodeHandler } from './node.ts';
import { type DevServer, isAt } from './session/dev-server.ts';
import { moduleOfFacts } from './session/document-facts.ts';
import { liveReload } from './session/live-reload.ts';

/** Everything that `createMock` takes, and this. */
export interface ViteOptions extends MockChoices {
  /** Path of the dev server below which the API stands. Default `/api`. */
  readonly base?: string;
  /** What happens to a path below the base that the document does not have. Default `refuse` (404). */
  readonly undocumented?: 'refuse' | 'next';
}

/** The mock as a plugin of Vite, for `vite` and `vite preview`; a build has nothing of it. */
export interface VitePlugin {
  readonly name: 'standin';
  readonly apply: 'serve';
  configureServer(server: DevServer): Promise<void>;
  configurePreviewServer(server: DevServer): Promise<void>;
  resolveId(id: string): string | undefined;
  load(id: string): string | undefined;
}

/** `import { base, operations, resources } from 'virtual:standin'` in a page that Vite serves. */
const FACTS = 'virtual:standin';

export function standin({ base = '/api', undocumented = 'refuse', mocks, ...choices }: ViteOptions = {}): VitePlugin {
  let mock: StandinMock | undefined;
  const served = async (server: DevServer): Promise<void> => {
    const { logger, root } = server.config;
    const chosen = { cwd: root, base, ...choices };
    let loaded = await loadMocks(server, mocks);
    // A getter: a reload of the mock reads its choices again.
    const made = await createMock(
      mocks === undefined ? chosen : Object.defineProperty(chosen, 'mocks', { enumerable: true, get: () => loaded }),
    );
    mock = made;
    const control = choices.controlPrefix ?? '/_standin';
    const answer = toNodeHandler(made, { undocumented });
    server.middlewares.use((incoming, outgoing, next) => {
      const path = incoming.url ?? '/';
      if (isAt(path, base) || isAt(path, control)) answer(incoming, outgoing, next);
      else next();
    });
    server.httpServer?.on('close', () => void made.close());
    logger.info(`  standin: ${made.api.operations.length} operations at ${base}, control at ${control}/`);
    const named = [mocks, choices.data].filter((each): each is string => typeof each === 'string');
    liveReload(
      server,
      () => [...made.api.files.map(({ name }) => name), ...named],
      async () => {
        loaded = await loadMocks(server, mocks);
        await made.reload();
      },
    );
  };
  return {
    name: 'standin',
    apply: 'serve',
    configureServer: served,
    configurePreviewServer: served,
    resolveId: (id) => (id === FACTS ? `\0${FACTS}` : undefined),
    load: (id) => (id === `\0${FACTS}` && mock !== undefined ? moduleOfFacts(mock, base) : undefined),
  };
}

/** Vite's own loader knows the aliases and plugins of the project; a preview has none. */
async function loadMocks(
  { ssrLoadModule, moduleGraph, config }: DevServer,
  mocks: ViteOptions['mocks'],
): Promise<Mocks | string | undefined> {
  if (typeof mocks !== 'string' || ssrLoadModule === undefined) return mocks;
  // What has changed is read again, whether or not Vite has heard of it before us.
  moduleGraph?.invalidateAll();
  return (await ssrLoadModule(resolve(config.root, mocks)))['default'] as Mocks;
}

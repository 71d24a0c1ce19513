import { createMock, type MockChoices, type StandinMock } from '../library/index.ts';
import { toNodeHandler } from './node.ts';
import { type DevServer, isAt, mocksOfServer } from './session/dev-server.ts';
import { moduleOfFacts } from './session/document-facts.ts';
import { liveReload } from './session/live-reload.ts';
import { PAGE_CONSOLE, pageConsole, tellPages } from './session/page-warnings.ts';
import { type ListenAddress, picturesAt } from './session/pictures.ts';

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
  transformIndexHtml(): readonly HtmlTag[];
}

interface HtmlTag {
  readonly tag: 'script';
  readonly attrs: Readonly<Record<string, string>>;
}

/** `import { base, operations, resources } from 'virtual:standin'` in a page that Vite serves. */
const FACTS = 'virtual:standin';

export function standin({ base = '/api', undocumented = 'refuse', mocks, ...choices }: ViteOptions = {}): VitePlugin {
  let mock: StandinMock | undefined;
  let pages = '/';
  const served = async (server: DevServer, listens: ListenAddress | undefined): Promise<void> => {
    const { logger, root } = server.config;
    const chosen = { cwd: root, base, ...picturesAt(listens, choices), ...choices };
    let loaded = await mocksOfServer(server, mocks);
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
    tellPages(server, made);
    pages = server.config.base ?? pages;
    server.httpServer?.on('close', () => void made.close());
    logger.info(`  standin: ${made.api.operations.length} operations at ${base}, control at ${control}/`);
    const named = [mocks, choices.data].filter((each): each is string => typeof each === 'string');
    liveReload(
      server,
      () => [...made.api.files.map(({ name }) => name), ...named],
      async () => {
        loaded = await mocksOfServer(server, mocks);
        await made.reload();
      },
    );
  };
  return {
    name: 'standin',
    apply: 'serve',
    configureServer: (server) => served(server, server.config.server),
    configurePreviewServer: (server) => served(server, server.config.preview),
    resolveId: (id) => (id === FACTS || id === PAGE_CONSOLE ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${PAGE_CONSOLE}`) return pageConsole;
      return id === `\0${FACTS}` && mock !== undefined ? moduleOfFacts(mock, base) : undefined;
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { type: 'module', src: `${pages}@id/__x00__${PAGE_CONSOLE}` } }],
  };
}

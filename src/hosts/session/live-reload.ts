import { resolve } from 'node:path';
import type { ListenAddress } from './pictures.ts';

/** As much of a dev server as a reload needs. A preview watches nothing. */
export interface ReloadServer {
  readonly config: {
    readonly root: string;
    readonly base?: string;
    readonly server?: ListenAddress;
    readonly preview?: ListenAddress;
    readonly logger: { info(text: string): void; error(text: string): void };
  };
  readonly watcher?: {
    add(files: readonly string[]): unknown;
    on(event: 'change', listener: (file: string) => void): unknown;
  };
  readonly ws?: { send(message: object): void };
}

/** Reads the document and the mocks again when they change. An invalid one is shown in the error overlay of Vite, with its line and column, and the last valid one stays in use. */
export function liveReload(
  { config, watcher, ws }: ReloadServer,
  files: () => readonly string[],
  reload: () => Promise<void>,
): void {
  const watched = (): readonly string[] => files().map((file) => resolve(config.root, file));
  watcher?.add(watched());
  watcher?.on('change', (file) => {
    if (!watched().includes(resolve(file))) return;
    reload().then(
      () => {
        config.logger.info(`  standin: ${file} changed; the records were kept`);
        watcher.add(watched());
        ws?.send({ type: 'custom', event: 'standin:reloaded' });
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        config.logger.error(`  standin: ${message}`);
        ws?.send({
          type: 'error',
          err: { message, stack: '', plugin: 'standin', id: file, ...placeIn(message, file) },
        });
      },
    );
  });
}

/** The line and column that the message names, as Vite's overlay shows them. */
function placeIn(message: string, file: string): object {
  const [, line, column = '1'] = /:(\d+)(?::(\d+))?\b/.exec(message) ?? [];
  return line === undefined ? {} : { loc: { file, line: Number(line), column: Number(column) } };
}

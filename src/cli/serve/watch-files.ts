import { watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { StandinMock } from '../../library/index.ts';

/** The files that a mock is made from. */
export function filesOf(mock: StandinMock, mocks: unknown, data: unknown): readonly string[] {
  const folder = mock.api.source === '' ? '.' : dirname(mock.api.source);
  const documents = mock.api.files.map(({ name }) =>
    name === mock.api.source ? resolve(name) : resolve(folder, name),
  );
  return [
    ...documents,
    ...[mocks, data].filter((each): each is string => typeof each === 'string').map((each) => resolve(each)),
  ];
}

const SETTLE = 80;

/**
 * Calls back once a burst of changes has settled. Watches folders, because editors may replace a file. Of the other files in these folders
 * only `modules` count, which mocks may import; a log of ours in the same folder does not.
 */
export function watchFiles(files: readonly string[], modules: boolean, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watchers = [...new Set(files.map((file) => dirname(file)))].map((folder) =>
    watch(folder, (_, name) => {
      const ours = name === null || files.includes(join(folder, name));
      if (!ours && !(modules && /\.[cm]?[jt]s$/.test(name))) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLE);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

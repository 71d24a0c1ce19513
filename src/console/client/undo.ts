import type { ConsoleApp } from './app.ts';

/** Takes a snapshot of the world. Returns a function that restores it; `undefined` if no snapshot can be taken. */
export async function undoPoint(app: ConsoleApp, name: string): Promise<(() => Promise<void>) | undefined> {
  const path = `snapshots/${encodeURIComponent(name)}`;
  const taken = await app.call('POST', path);
  if (!taken.ok) return undefined;
  return async () => {
    const restored = await app.call('POST', `${path}/restore`);
    app.showResult(restored, 'The change is undone.');
    await app.call('DELETE', path);
  };
}

/** Undoes one write by another write, so that other changes since then are kept. */
export function undoBy(app: ConsoleApp, write: () => ReturnType<ConsoleApp['call']>): () => Promise<void> {
  return async () => {
    app.showResult(await write(), 'The change is undone.');
  };
}

import type { GrowingFile } from './opened-report.ts';

/** What some browsers have to read a file again (File System Access, WICG). */
interface FollowingWindow {
  showOpenFilePicker?(): Promise<readonly GrowingFile[]>;
}

interface FollowingItem {
  getAsFileSystemHandle?(): Promise<(GrowingFile & { readonly kind: string }) | null>;
}

/** Whether this browser can read a file again after it has changed. */
export function canFollow(): boolean {
  return (globalThis as FollowingWindow).showOpenFilePicker !== undefined;
}

/** Asks for a file. `undefined` if the browser can read files only once; the promise gives `undefined` if none was chosen. */
export function chosenFile(): Promise<GrowingFile | undefined> | undefined {
  const picked = (globalThis as FollowingWindow).showOpenFilePicker?.();
  return picked?.then(
    ([file]) => file,
    () => undefined,
  );
}

/** The dropped file. `undefined` if the browser can read files only once; the promise gives `undefined` for a folder. */
export function droppedFile(items: DataTransferItemList | undefined): Promise<GrowingFile | undefined> | undefined {
  const item = items?.[0] as FollowingItem | undefined;
  return item?.getAsFileSystemHandle?.().then((handle) => (handle?.kind === 'file' ? handle : undefined));
}

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReferenceLoader } from './load-references.ts';
import type { Outward } from './references.ts';
import { refuseReference } from './refused-reference.ts';

export interface Disk {
  readonly readFile: (file: string) => Promise<Uint8Array>;
  readonly realpath: (file: string) => Promise<string>;
}

/** Reads files inside one real directory and below, and nothing else: a document must not open what its reader did not mean to show it. */
export function createLocalReach(directory: string, disk: Disk): ReferenceLoader {
  const base = pathToFileURL(path.join(directory, '/')).href;
  return {
    read: async (target, from) => {
      const file = pathOf(target, from);
      if (!isInside(directory, file)) refuseReference(from, 'it lies outside the folder of the document');
      const real = await disk.realpath(file).catch(() => undefined);
      if (real === undefined) return undefined;
      if (!isInside(directory, real)) refuseReference(from, 'it leads outside the folder of the document');
      return disk.readFile(real).catch(() => undefined);
    },
    nameOf: (target) => (target.startsWith(base) ? decodeURIComponent(target.slice(base.length)) : target),
  };
}

function pathOf(target: string, from: Outward): string {
  try {
    const url = new URL(target);
    if (url.protocol === 'file:' && url.host === '') return fileURLToPath(new URL(url.pathname, url));
  } catch {
    // Said below.
  }
  return refuseReference(from, 'it is not a file path');
}

function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    return false;
  // A document in the root folder would otherwise reach the whole disk.
  return path.dirname(directory) !== directory || !relative.includes(path.sep);
}

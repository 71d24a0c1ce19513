import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ReferenceLoader } from './load-references.ts';
import type { ExternalReference } from './references.ts';
import { refuseReference } from './refused-reference.ts';

export interface Disk {
  readonly readFile: (file: string) => Promise<Uint8Array>;
  readonly realpath: (file: string) => Promise<string>;
}

/** The folders of a document's files, as real paths. */
export interface LocalFolders {
  /** The folder of the document itself. */
  readonly document: string;
  /**
   * The folder of the project, at or above that of the document: JSON and YAML files in it may be referred
   * to.
   */
  readonly root: string;
}

const ROOT = 'Files of a folder above the document are read with --root FOLDER.';

/** Reads files of the document's folder, and JSON and YAML files of its project. Other files are refused. */
export function createLocalReach({ document, root }: LocalFolders, disk: Disk): ReferenceLoader {
  const project = pathToFileURL(path.join(root, '/')).href;
  const refusal = (file: string): string | undefined => {
    if (isInside(document, file)) return undefined;
    if (!isInside(root, file))
      return `outside ${root === document ? 'the folder of the document' : 'the project of the document'}`;
    return DOCUMENTS.test(file) ? undefined : 'outside the folder of the document, and is not a JSON or YAML file';
  };
  return {
    read: async (target, from) => {
      const file = pathOf(target, from);
      const outside = refusal(file);
      if (outside !== undefined) refuseReference(from, `it lies ${outside}`, 'document.refused', ROOT);
      const real = await disk.realpath(file).catch(() => undefined);
      if (real === undefined) return undefined;
      const elsewhere = refusal(real);
      if (elsewhere !== undefined) refuseReference(from, `it leads ${elsewhere}`);
      return disk.readFile(real).catch(() => undefined);
    },
    nameOf: (target) => {
      if (!target.startsWith(project)) return target;
      return path
        .relative(document, path.join(root, decodeURIComponent(target.slice(project.length))))
        .replaceAll(path.sep, '/');
    },
  };
}

const DOCUMENTS = /\.(?:json|ya?ml)$/i;

/** Files and folders that mark the root of a project. */
const PROJECT_MARKS = ['.git', '.hg', 'package.json'];

/** The nearest project root at or above a document; the folder of the document if there is none. */
export async function projectRootOf(directory: string, realpath: Disk['realpath']): Promise<string> {
  for (let folder = directory; ; folder = path.dirname(folder)) {
    const found = await Promise.all(
      PROJECT_MARKS.map((mark) => realpath(path.join(folder, mark)).catch(() => undefined)),
    );
    if (found.some((each) => each !== undefined)) return folder;
    if (path.dirname(folder) === folder) return directory;
  }
}

function pathOf(target: string, from: ExternalReference): string {
  try {
    const url = new URL(target);
    if (url.protocol === 'file:' && url.host === '') return fileURLToPath(new URL(url.pathname, url));
  } catch {
    // Reported below.
  }
  return refuseReference(from, 'it is not a file path');
}

function isInside(directory: string, file: string): boolean {
  const relative = path.relative(directory, file);
  if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
    return false;
  // A document in the root folder would otherwise allow the whole disk.
  return path.dirname(directory) !== directory || !relative.includes(path.sep);
}

import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StandinError } from '../../core/index.ts';
import type { RegistryFiles } from '../../gate/index.ts';
import { commitOf, runGit, topOf } from '../comparison/git-document.ts';
import { type GitPlace, gitPlaceOf } from '../comparison/git-place.ts';
import { unreadable } from '../package/modules.ts';

/** Most files of a registry; a folder with more is probably the wrong one. */
const MOST_FILES = 100_000;
/** Most bytes of one fact. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Opens a folder, or a folder of a tree of git (`main:contracts/registry`). Links are not followed. Throws
 * `data.invalid` and `document.unreadable`.
 */
export async function openRegistryFiles(named: string, cwd: string): Promise<RegistryFiles> {
  const place = gitPlaceOf(named);
  return place === undefined ? openFolder(named, cwd) : openTree(named, place, cwd);
}

async function openFolder(named: string, cwd: string): Promise<RegistryFiles> {
  const root = path.resolve(cwd, named);
  const found = await readdir(root, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new StandinError('data.invalid', `The registry ${named} cannot be read: ${unreadable(cause)}.`, {
      hint: 'Write a first fact: standin gate record document orders@1.4.0 openapi.yaml',
      cause,
    });
  });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  return {
    name: named,
    paths: refuseTooMany(paths, named),
    read: async (file) => {
      const whole = path.join(root, file);
      if ((await stat(whole)).size > MOST_BYTES)
        throw new StandinError('data.invalid', `${named}/${file} is larger than ${MOST_BYTES} bytes.`);
      return readFile(whole, 'utf8');
    },
  };
}

async function openTree(named: string, { ref, file }: GitPlace, cwd: string): Promise<RegistryFiles> {
  const root = await topOf(cwd);
  const tree = await commitOf(ref, root);
  const folder = path.posix.normalize(file).replace(/^\.\/|\/+$/g, '');
  const listed = await runGit(['ls-tree', '-r', '-z', tree, '--', `${folder}/`], root);
  // Only files: a link (120000) could lead anywhere.
  const paths = listed
    .toString('utf8')
    .split('\0')
    .flatMap((line) => /^100\d{3} blob [0-9a-f]+\t(.*)$/s.exec(line)?.[1] ?? [])
    .map((each) => each.slice(folder.length + 1));
  if (paths.length === 0) throw new StandinError('data.invalid', `The registry ${named} holds no file.`);
  return {
    name: named,
    paths: refuseTooMany(paths, named),
    read: async (each) => (await runGit(['cat-file', 'blob', `${tree}:${folder}/${each}`], root)).toString('utf8'),
  };
}

function refuseTooMany(paths: readonly string[], named: string): readonly string[] {
  if (paths.length > MOST_FILES)
    throw new StandinError(
      'data.invalid',
      `The folder ${named} holds more than ${MOST_FILES} files, and a registry has fewer.`,
    );
  return paths.toSorted();
}

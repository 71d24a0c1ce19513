import { execFile } from 'node:child_process';
import path from 'node:path';
import { StandinError } from '../../core/index.ts';
import type { GitPlace } from './git-place.ts';

/** The reader of documents refuses larger files. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Git takes no lock and fetches nothing, even in a partial clone. */
const READ_ONLY = ['--no-optional-locks', '-c', 'protocol.allow=never'];

/** Runs git without a shell. It reads objects only. */
export function runGit(args: readonly string[], cwd: string): Promise<Buffer> {
  return new Promise((done, failed) => {
    execFile('git', [...READ_ONLY, ...args], { cwd, encoding: 'buffer', maxBuffer: MOST_BYTES }, (error, out, err) => {
      if (error === null) done(out);
      else failed(new Error(err.toString('utf8').trim().split('\n')[0] || error.message));
    });
  });
}

/** What the reader of documents reads instead of the disk. */
export interface GitReader {
  /** The absolute path that represents the file in the tree. */
  readonly document: string;
  readonly root: string;
  readFile(file: string): Promise<Uint8Array>;
}

/**
 * Opens a document of a tree; all files that it refers to come from the same tree. Throws
 * `document.unreadable`.
 */
export async function openGitDocument({ ref, file }: GitPlace, cwd: string): Promise<GitReader> {
  const root = await topOf(cwd);
  const absolute = file.startsWith('./') || file.startsWith('../') ? path.resolve(cwd, file) : path.join(root, file);
  const tree = await commitOf(ref, root);
  return {
    document: absolute,
    root,
    readFile: (wanted) => {
      const inside = path.relative(root, wanted).split(path.sep).join('/');
      return runGit(['cat-file', 'blob', `${tree}:${inside}`], root).catch((cause: Error) => {
        throw new StandinError('document.unreadable', `${ref}:${inside} cannot be read: ${cause.message}`, { cause });
      });
    },
  };
}

const SHALLOW = 'A shallow clone does not have it: fetch the whole history (fetch-depth: 0 of actions/checkout).';

/** The id of the commit that a reference names. Throws `document.unreadable`. */
export async function commitOf(ref: string, root: string): Promise<string> {
  const gitArguments = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const out = await runGit(gitArguments, root).catch((cause: unknown) => {
    throw new StandinError('document.unreadable', `git knows no commit ${ref}.`, { hint: SHALLOW, cause });
  });
  return out.toString('utf8').trim();
}

/** The root of the repository that a folder belongs to. Throws `document.unreadable`. */
export async function topOf(cwd: string): Promise<string> {
  const out = await runGit(['rev-parse', '--show-toplevel'], cwd).catch((cause: Error) => {
    throw new StandinError('document.unreadable', `git does not work here: ${cause.message}`, {
      hint: 'REF:path names a file in a git repository. Run the command inside that repository.',
      cause,
    });
  });
  return out.toString('utf8').trim();
}

/** The merge base of a branch and the working tree. Throws `document.unreadable`. */
export async function mergeBaseOf(ref: string, cwd: string): Promise<string> {
  if (ref.startsWith('-')) throw new StandinError('usage', `${ref} is not a reference of git.`);
  const out = await runGit(['merge-base', ref, 'HEAD'], cwd).catch((cause: Error) => {
    throw new StandinError('document.unreadable', `git finds no common commit of ${ref} and HEAD.`, {
      hint: SHALLOW,
      cause,
    });
  });
  return out.toString('utf8').trim();
}

/** Whether a tree holds a file. */
export async function isInTree({ ref, file }: GitPlace, cwd: string): Promise<boolean> {
  const root = await topOf(cwd);
  const inside = path.relative(root, path.resolve(cwd, file)).split(path.sep).join('/');
  return runGit(['cat-file', '-e', `${ref}:${inside}`], root).then(
    () => true,
    () => false,
  );
}

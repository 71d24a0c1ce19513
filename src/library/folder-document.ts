import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** Usual names of documents, in the order in which they are tried. */
export const DOCUMENT_FILES: readonly string[] = ['openapi', 'swagger'].flatMap((name) =>
  ['yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
);

/** The document that a folder has under one of the usual names. */
export function folderDocument(cwd: string): string | undefined {
  return DOCUMENT_FILES.find((name) => statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile() === true);
}

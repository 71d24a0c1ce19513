import { folderDocument } from '../library/index.ts';
import type { Flags } from './choices.ts';
import type { Terminal } from './terminal.ts';

/**
 * Choices with a document: the one that was named, else the one in this folder, which is printed, else the embedded one. With `--petstore` the embedded
 * one in any case.
 */
export function documentHere<T extends { readonly document?: unknown }>(
  choices: T,
  flags: Flags,
  terminal: Terminal,
): T {
  if (choices.document !== undefined || flags['petstore'] === true) return choices;
  const document = folderDocument('.');
  if (document === undefined) return choices;
  terminal.err(`The document is ${document}, in this folder.\nFor the embedded petstore, use --petstore.\n`);
  return { ...choices, document };
}

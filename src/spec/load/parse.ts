import type { Api } from '../model/api.ts';
import { createFileSet } from '../model/file-set.ts';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.ts';
import { refuseDocument } from '../model/source-file.ts';
import { refuseExpansion } from '../source/expansion.ts';
import { parseFile, wrapValue } from '../source/parse-file.ts';
import { type ApiOptions, createApi } from './create-api.ts';
import { refuseErrors } from './strict.ts';

/** A document as text. `files` has the other files, named as the document refers to them. */
export interface TextSource {
  readonly name: string;
  readonly text: string;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
}

export interface ParseOptions extends ApiOptions {
  readonly limits?: Partial<Limits>;
  /** Refuses the document for any error in it. */
  readonly strict?: boolean;
}

/** Location of documents without one of their own. */
const NOWHERE = 'standin:///';

/**
 * Reads a document from text, without files or network. Throws `document.refused` if no part of it can be
 * served.
 */
export function parseApi(source: TextSource, options: ParseOptions = {}): Api {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const parse = (each: { readonly name: string; readonly text: string }) =>
    parseFile({ name: each.name, location: locate(each.name), text: each.text }, limits);
  const files = createFileSet([parse(source), ...(source.files ?? []).map(parse)]);
  const api = createApi(files, source.name, options);
  if (options.strict === true) refuseErrors(api);
  return api;
}

/** Takes a document that is an object. It must not be changed afterwards. */
export function wrapApi(document: object, options: ParseOptions = {}): Api {
  const name = 'document';
  refuseExpansion((reason) => refuseDocument(name, reason), document, { ...DEFAULT_LIMITS, ...options.limits });
  return createApi(createFileSet([wrapValue(name, locate(name), document)]), name, options);
}

const locate = (name: string): string => new URL(encodeURI(name), NOWHERE).href;

import type { Api } from './api.ts';
import { createApi } from './create-api.ts';
import { createFileSet } from './file-set.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { parseFile, wrapValue } from './parse-file.ts';

/** A document that is text already. Other files that it refers to come along in `files`, named as it refers to them. */
export interface TextSource {
  readonly name: string;
  readonly text: string;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
}

/** Where documents without a place of their own are said to stand. */
const NOWHERE = 'standin:///';

/** Reads a document from text, without touching files or network. Throws `document.refused` for what no part of can be served. */
export function parseApi(source: TextSource, options: { readonly limits?: Partial<Limits> } = {}): Api {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const parse = (each: { readonly name: string; readonly text: string }) =>
    parseFile(each.name, new URL(encodeURI(each.name), NOWHERE).href, each.text, limits);
  return createApi(createFileSet([parse(source), ...(source.files ?? []).map(parse)]), source.name);
}

/** Reads a document that is an object already. It must not be changed afterwards. */
export function wrapApi(document: object, name = 'document'): Api {
  return createApi(createFileSet([{ ...wrapValue(name, document), location: `${NOWHERE}${encodeURI(name)}` }]), name);
}

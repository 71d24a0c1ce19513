import type { ExternalReference } from './references.ts';

/**
 * Whether a reference is a whole component whose name occurs nowhere else in its file, so that nothing uses it. Only the source text is searched: a name that occurs twice, in any sense, counts as used.
 */
export function isUnusedComponent({ at }: ExternalReference): boolean {
  const name = /^\/components\/\w+\/([\w.-]+)$/.exec(at.pointer)?.[1];
  if (name === undefined || at.file.text === '') return false;
  const escaped = name.replace(/[.-]/g, '\\$&');
  return [...at.file.text.matchAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w.-])`, 'g'))].length === 1;
}

import type { ExternalReference } from './references.ts';

/**
 * Is a reference a whole component whose name stands nowhere else in its file? Then nothing can need what it points at. Only the source text is searched: a name that occurs twice, in any sense, counts as used.
 */
export function isUnusedComponent({ at }: ExternalReference): boolean {
  const name = /^\/components\/\w+\/([\w.-]+)$/.exec(at.pointer)?.[1];
  if (name === undefined || at.file.text === '') return false;
  const escaped = name.replace(/[.-]/g, '\\$&');
  return [...at.file.text.matchAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w.-])`, 'g'))].length === 1;
}

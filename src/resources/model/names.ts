import type { Segment } from './paths.ts';
import { templateOf } from './paths.ts';

/** Something that needs a name: the path of a collection or singleton. */
export interface NamedPath {
  readonly path: readonly Segment[];
}

/**
 * Names for resources with the same last word. The shortest path keeps the word alone, if there is only
 * one; the others get as few preceding words as needed: `users.pets`.
 */
export function nameAll(all: readonly NamedPath[]): ReadonlyMap<NamedPath, string> {
  const names = new Map<NamedPath, string>();
  const taken = new Set<string>();
  const ordered = all.toSorted((a, b) => a.path.length - b.path.length);
  for (const one of ordered) {
    const words = literals(one.path);
    const rivals = ordered.filter((other) => other !== one && words.at(-1) === literals(other.path).at(-1));
    const shortest = rivals.every((other) => other.path.length > one.path.length);
    let name = shortest ? (words.at(-1) ?? '') : '';
    for (let n = 2; n <= words.length && (name === '' || taken.has(name)); n++) {
      name = words.slice(-n).join('.');
      if (rivals.some((other) => literals(other.path).slice(-n).join('.') === name)) name = '';
    }
    if (name === '' || taken.has(name)) name = templateOf(one.path);
    taken.add(name);
    names.set(one, name);
  }
  return names;
}

function literals(path: readonly Segment[]): readonly string[] {
  const last = path.findLastIndex(({ kind }) => kind === 'literal');
  return path.flatMap((segment, at) => {
    if (segment.kind !== 'literal') return [];
    const words = segment.versioned?.split('/') ?? [segment.text];
    // A version stands in front of the word that names the resource: `v4.rules`.
    return at === last ? [...words.filter((part) => part !== segment.text), segment.text] : words;
  });
}

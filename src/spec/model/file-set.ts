import { parsePointer } from '../../wire/index.ts';
import type { Position } from './api.ts';
import type { NodeLocation } from './node-location.ts';
import type { Raw } from './raw.ts';
import type { SourceFile } from './source-file.ts';

/** All files of one document. The first is the entry; `location`s are URLs. */
export interface FileSet {
  readonly entry: SourceFile;
  readonly files: readonly SourceFile[];
  at(location: string): SourceFile | undefined;
  /**
   * The name of a place in messages and pointers outside the room: `/paths/~1pets`, or
   * `schemas/pet.yaml#/name` in another file.
   */
  nameOf(place: Pick<NodeLocation, 'file' | 'pointer'>): string;
  positionOf(name: string): Position | undefined;
  /** The parsed value at the place of a name. */
  valueAt(name: string): unknown;
}

export function createFileSet(files: readonly [SourceFile, ...SourceFile[]]): FileSet {
  const [entry] = files;
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const byName = new Map(files.map((file) => [file.name, file]));
  const split = (name: string): readonly [file: SourceFile | undefined, pointer: string] => {
    const hash = name.startsWith('/') || name === '' ? -1 : name.indexOf('#/');
    return hash < 0 ? [entry, name] : [byName.get(name.slice(0, hash)), name.slice(hash + 1)];
  };
  return {
    entry,
    files,
    at: (location) => byLocation.get(location),
    nameOf: ({ file, pointer }) => (file === entry ? pointer : `${file.name}#${pointer}`),
    positionOf: (name) => {
      const [file, pointer] = split(name);
      return file?.positionOf(pointer);
    },
    valueAt: (name) => {
      const [file, pointer] = split(name);
      let at = file?.root;
      for (const token of parsePointer(pointer) ?? ['']) {
        if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined;
        at = (at as Raw)[token]; // Own property, just asked.
      }
      return at;
    },
  };
}

import type { Position } from './api.ts';
import type { Place } from './place.ts';
import type { SourceFile } from './source-file.ts';

/** All files of one document. The first is the entry; `location`s are URLs. */
export interface FileSet {
  readonly entry: SourceFile;
  readonly files: readonly SourceFile[];
  at(location: string): SourceFile | undefined;
  /** How a place is named to a person and in every pointer that leaves the room: `/paths/~1pets`, or `schemas/pet.yaml#/name` in another file. */
  nameOf(place: Pick<Place, 'file' | 'pointer'>): string;
  positionOf(name: string): Position | undefined;
}

export function createFileSet(files: readonly [SourceFile, ...SourceFile[]]): FileSet {
  const [entry] = files;
  const byLocation = new Map(files.map((file) => [file.location, file]));
  const byName = new Map(files.map((file) => [file.name, file]));
  return {
    entry,
    files,
    at: (location) => byLocation.get(location),
    nameOf: ({ file, pointer }) => (file === entry ? pointer : `${file.name}#${pointer}`),
    positionOf: (name) => {
      const hash = name.startsWith('/') || name === '' ? -1 : name.indexOf('#/');
      const file = hash < 0 ? entry : byName.get(name.slice(0, hash));
      return file?.positionOf(hash < 0 ? name : name.slice(hash + 1));
    },
  };
}

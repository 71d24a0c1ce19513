import type { FileSet } from './file-set.ts';
import { baseOf, enterResource, type Place, resolveUri, rootOf } from './place.ts';
import { textOf } from './raw.ts';
import { walkObjects } from './walk.ts';

/** Schemas that are known by an `$id` or an anchor (JSON Schema 2020-12 Core §8.2). */
export interface ResourceIndex {
  at(uri: string): Place | undefined;
  anchor(root: Place, name: string): Place | undefined;
}

/** Visits every schema of all files once, so it is made only when a reference cannot be followed by file and pointer alone. */
export function indexResources(files: FileSet): ResourceIndex {
  const byUri = new Map<string, Place>();
  const anchors = new Map<string, Place>();
  const self = textOf(files.entry.root, '$self');
  if (self !== undefined) byUri.set(resolveUri(self.replace(/#.*$/s, ''), files.entry.location), rootOf(files.entry));
  for (const file of files.files) {
    walkObjects(rootOf(file), (place) => {
      const inside = enterResource(place);
      if (inside.resource?.place === place) byUri.set(inside.resource.uri, inside);
      for (const keyword of ['$anchor', '$dynamicAnchor']) remember(anchors, inside, textOf(place.node, keyword));
      // Up to draft-07 an `$id` that is only a fragment is an anchor.
      const id = textOf(place.node, '$id') ?? '';
      if (id.startsWith('#')) remember(anchors, inside, id.slice(1));
    });
  }
  return { at: (uri) => byUri.get(uri), anchor: (root, name) => anchors.get(`${baseOf(enterResource(root))}#${name}`) };
}

function remember(anchors: Map<string, Place>, place: Place, name: string | undefined): void {
  const key = `${baseOf(place)}#${name}`;
  if (name !== undefined && !anchors.has(key)) anchors.set(key, place);
}

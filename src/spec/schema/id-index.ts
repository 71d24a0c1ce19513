import type { FileSet } from '../model/file-set.ts';
import { baseOf, enterResource, idOf, type NodeLocation, resolveUri, rootOf } from '../model/node-location.ts';
import { textOf } from '../model/raw.ts';
import { walkObjects } from '../model/walk.ts';
import { SCHEMA_KEYWORDS } from './keywords.ts';

/** Schemas with an `$id` or an anchor (JSON Schema 2020-12 Core §8.2). */
export interface ResourceIndex {
  at(uri: string): NodeLocation | undefined;
  anchor(root: NodeLocation, name: string): NodeLocation | undefined;
}

/**
 * Visits every schema of all files once, so it is made only if a reference cannot be followed by file and
 * pointer.
 */
export function indexResources(files: FileSet): ResourceIndex {
  const byUri = new Map<string, NodeLocation>();
  const anchors = new Map<string, NodeLocation>();
  const self = textOf(files.entry.root, '$self');
  if (self !== undefined) byUri.set(resolveUri(self.replace(/#.*$/s, ''), files.entry.location), rootOf(files.entry));
  for (const file of files.files) {
    walkObjects(rootOf(file), (place) => {
      const inside = enterResource(place);
      const { resource } = inside;
      if (
        resource !== undefined &&
        resource.place.node === place.node &&
        (!byUri.has(resource.uri) || isSchemaPlace(place.pointer))
      )
        byUri.set(resource.uri, inside);
      for (const keyword of ['$anchor', '$dynamicAnchor']) remember(anchors, inside, textOf(place.node, keyword));
      // Up to draft-07 an `$id` that is only a fragment is an anchor.
      const id = idOf(inside) ?? '';
      if (id.startsWith('#')) remember(anchors, inside, id.slice(1));
    });
  }
  return { at: (uri) => byUri.get(uri), anchor: (root, name) => anchors.get(`${baseOf(enterResource(root))}#${name}`) };
}

/** Whether the pointer is that of a schema. The value of an unknown keyword may only look like one. */
function isSchemaPlace(pointer: string): boolean {
  const [last = '', before = '', around = ''] = pointer.split('/').reverse();
  const isMember = (keyword: string, kind: 'one' | 'list' | 'map'): boolean =>
    Object.hasOwn(SCHEMA_KEYWORDS, keyword) && SCHEMA_KEYWORDS[keyword] === kind;
  const isIndex = /^\d+$/.test(last) && (isMember(before, 'list') || before === 'items');
  const isNamed = isMember(before, 'map') || ['schemas', 'definitions', '$defs', 'dependencies'].includes(before);
  const isOnlyOne = isMember(last, 'one') || last === 'schema' || last === 'itemSchema' || last === '';
  return (isIndex || isNamed || isOnlyOne) && !/^(?:example|default|const|enum)$/.test(around);
}

function remember(anchors: Map<string, NodeLocation>, place: NodeLocation, name: string | undefined): void {
  const key = `${baseOf(place)}#${name}`;
  if (name !== undefined && !anchors.has(key)) anchors.set(key, place);
}

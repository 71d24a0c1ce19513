import { escapeToken } from '../../wire/index.ts';
import { namedDialect } from './dialect.ts';
import { isRaw, member, textOf } from './raw.ts';
import type { SourceFile } from './source-file.ts';

/** A value of a document with its place. */
export interface NodeLocation {
  readonly file: SourceFile;
  /** JSON Pointer within `file`. */
  readonly pointer: string;
  readonly node: unknown;
  /** The surrounding schema resource (JSON Schema 2020-12 Core §4.3.5); absent if that is the file itself. */
  readonly resource?: SchemaResource;
  /** URI of the dialect that an enclosing schema declares with `$schema`. */
  readonly dialect?: string;
  /** The targets of `$dynamicRef`s here, if one depends on the way to this place. */
  readonly scope?: ReadonlyMap<string, NodeLocation> | undefined;
}

/** A schema with its own `$id`, which is the base of references inside it. */
export interface SchemaResource {
  readonly uri: string;
  readonly place: NodeLocation;
}

/**
 * The root of a file. If it is a schema, its `$id` and `$schema` apply; in an OpenAPI document `$schema` is
 * for editors only.
 */
export function rootOf(file: SourceFile): NodeLocation {
  const dialect = file.dialect ?? olderDialect(file.root);
  const place: NodeLocation = { file, pointer: '', node: file.root, ...(dialect === undefined ? {} : { dialect }) };
  const isDocument = ['openapi', 'swagger'].some((key) => member(file.root, key) !== undefined);
  return isDocument ? place : enterResource(place);
}

/** The `jsonSchemaDialect` of a document, if it differs from the default of documents with this field. */
export function olderDialect(root: unknown): string | undefined {
  const declared = textOf(root, 'jsonSchemaDialect');
  return declared !== undefined && isOlder(declared) ? declared : undefined;
}

/** The property or element with that name, whether or not it exists. */
export function childOf(place: NodeLocation, token: string | number): NodeLocation {
  const { node } = place;
  const child = Array.isArray(node) ? node[Number(token)] : member(node, String(token));
  return locationAt(place, `${place.pointer}/${escapeToken(String(token))}`, child);
}

/** All properties or elements. */
export function childrenOf(place: NodeLocation): readonly (readonly [token: string, child: NodeLocation])[] {
  const { node } = place;
  if (Array.isArray(node)) return node.map((_, index) => [String(index), childOf(place, index)] as const);
  return isRaw(node) ? Object.keys(node).map((key) => [key, childOf(place, key)] as const) : [];
}

function locationAt(parent: NodeLocation, pointer: string, node: unknown): NodeLocation {
  const { file, resource, dialect, scope } = parent;
  // Most places have no further fields, and copying objects of varying shape is ten times slower.
  const bare = resource === undefined && dialect === undefined && scope === undefined;
  return enterResource(bare ? { file, pointer, node } : { ...parent, pointer, node });
}

/** The same place inside the resource and dialect that it opens with `$id` and `$schema`. */
export function enterResource(place: NodeLocation): NodeLocation {
  // A relative `$id` must be applied only once.
  if (!isRaw(place.node) || place.resource?.place.node === place.node) return place;
  const dialect = textOf(place.node, '$schema');
  const declared = dialect === undefined ? place : { ...place, dialect };
  const id = idOf(declared);
  if (id === undefined || id.startsWith('#')) return declared;
  const uri = resolveUri(id.replace(/#$/, ''), baseOf(place));
  return { ...declared, resource: { uri, place } };
}

/** A schema's own identifier: draft-04 has `id`, and up to draft-07 siblings of a `$ref` are ignored. */
export function idOf({ node, dialect }: NodeLocation): string | undefined {
  if (dialect === undefined || !isOlder(dialect)) return textOf(node, '$id');
  if (textOf(node, '$ref') !== undefined) return undefined;
  return textOf(node, namedDialect(dialect) === 'draft-04' ? 'id' : '$id');
}

function isOlder(dialect: string): boolean {
  const rules = namedDialect(dialect);
  return rules === 'draft-04' || rules === 'draft-07';
}

/** URI that relative references at a place are resolved against (RFC 3986 §5). */
export function baseOf(place: NodeLocation): string {
  return place.resource?.uri ?? place.file.location;
}

export function resolveUri(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference;
  }
}

import { escapeToken } from '../../wire/index.ts';
import { namedDialect } from './dialect.ts';
import { isRaw, member, textOf } from './raw.ts';
import type { SourceFile } from './source-file.ts';

/** A value of a document and where it stands. */
export interface NodeLocation {
  readonly file: SourceFile;
  /** JSON Pointer within `file`. */
  readonly pointer: string;
  readonly node: unknown;
  /** The schema resource (JSON Schema 2020-12 Core §4.3.5) around it; absent where that is the file itself. */
  readonly resource?: SchemaResource;
  /** URI of the dialect that an enclosing schema declares with `$schema`. */
  readonly dialect?: string;
  /** What `$dynamicRef`s mean here, where any depends on how this place was reached. */
  readonly scope?: ReadonlyMap<string, NodeLocation> | undefined;
}

/** A schema with an `$id` of its own: what local references inside it are relative to. */
export interface SchemaResource {
  readonly uri: string;
  readonly place: NodeLocation;
}

/** The whole of a file. Where that is a schema, its `$id` and `$schema` count; an OpenAPI document has a `$schema` for editors only. */
export function rootOf(file: SourceFile): NodeLocation {
  const dialect = file.dialect ?? olderDialect(file.root);
  const place: NodeLocation = { file, pointer: '', node: file.root, ...(dialect === undefined ? {} : { dialect }) };
  const isDocument = ['openapi', 'swagger'].some((key) => member(file.root, key) !== undefined);
  return isDocument ? place : enterResource(place);
}

/** The `jsonSchemaDialect` of a document, where it names schemas otherwise than the documents that have this field do by themselves. */
export function olderDialect(root: unknown): string | undefined {
  const declared = textOf(root, 'jsonSchemaDialect');
  return declared !== undefined && isOlder(declared) ? declared : undefined;
}

/** The member or element of that name, whether or not there is one. */
export function childOf(place: NodeLocation, token: string | number): NodeLocation {
  const { node } = place;
  const child = Array.isArray(node) ? node[Number(token)] : member(node, String(token));
  return placed(place, `${place.pointer}/${escapeToken(String(token))}`, child);
}

/** All members or elements. */
export function childrenOf(place: NodeLocation): readonly (readonly [token: string, child: NodeLocation])[] {
  const { node } = place;
  if (Array.isArray(node)) return node.map((_, index) => [String(index), childOf(place, index)] as const);
  return isRaw(node) ? Object.keys(node).map((key) => [key, childOf(place, key)] as const) : [];
}

function placed(parent: NodeLocation, pointer: string, node: unknown): NodeLocation {
  const { file, resource, dialect, scope } = parent;
  // Most places have nothing else, and copying a parent of any shape costs ten times as much.
  const bare = resource === undefined && dialect === undefined && scope === undefined;
  return enterResource(bare ? { file, pointer, node } : { ...parent, pointer, node });
}

/** The same place, inside the resource and the dialect that it opens itself with `$id` and `$schema`. */
export function enterResource(place: NodeLocation): NodeLocation {
  // A relative `$id` may be applied once only.
  if (!isRaw(place.node) || place.resource?.place.node === place.node) return place;
  const dialect = textOf(place.node, '$schema');
  const declared = dialect === undefined ? place : { ...place, dialect };
  const id = idOf(declared);
  if (id === undefined || id.startsWith('#')) return declared;
  const uri = resolveUri(id.replace(/#$/, ''), baseOf(place));
  return { ...declared, resource: { uri, place } };
}

/** The name that a schema gives itself: draft-04 writes `id`, and up to draft-07 nothing counts beside a `$ref`. */
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

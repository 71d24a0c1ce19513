import type { Operation, Schema } from '../../spec/index.ts';
import type { Resource, Role } from '../model/model.ts';
import { segmentsOf } from '../model/paths.ts';
import { child } from '../model/pointers.ts';
import { clusterKey } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { isClose, isSame, type Shape, type Shapes, share } from '../schema/shape.ts';

/** The record of an upload: its resource, and where the answer shows it and the body describes it. */
type UploadedRecord = NonNullable<Role['makes']>;

/**
 * The record that an upload makes or changes: the answer to a POST with a file shows it, alone or in a list
 * (`POST /files/content` answers `{ entries: [file] }`). `named` gives the collections that a word of the path may mean.
 */
export function uploadedRecord(
  shapes: Shapes,
  operation: Operation,
  named: (word: string) => readonly Resource[],
): UploadedRecord | undefined {
  if (operation.method !== 'POST' || !takesFile(shapes, operation)) return undefined;
  const words = segmentsOf(operation.path).flatMap((segment) => (segment.kind === 'literal' ? [segment.text] : []));
  const homes = [...new Set(words.flatMap((word) => named(clusterKey(word))))].filter(isHome);
  const shown = answerSchemas(operation)
    .slice(0, 1)
    .flatMap((schema) => placesOf(shapes, schema));
  for (const fits of [isSame, isClose]) {
    const found = shown.flatMap(({ schema, at }) =>
      homes
        .filter((each) => fits(shapes.of(schema), shapes.of(each.schema)))
        .map((resource) => ({ resource, responseEntity: at })),
    );
    const [only] = found;
    if (only === undefined) continue;
    return found.length > 1 ? undefined : { ...only, ...describedIn(shapes, operation, only.resource) };
  }
  return undefined;
}

/** Whether a body is a form with a file. */
function takesFile(shapes: Shapes, { body }: Operation): boolean {
  return (body?.content ?? []).some(({ mediaType, schema }) => {
    const isForm = mediaType.startsWith('multipart/');
    return (
      isForm && [schema ?? true, ...shapes.of(schema ?? true).properties.values()].some((each) => isFile(shapes, each))
    );
  });
}

function isFile(shapes: Shapes, schema: Schema): boolean {
  const { root, items } = shapes.of(schema);
  if (typeof root === 'boolean') return false;
  return (
    root.format === 'binary' || root.contentMediaType !== undefined || (items !== undefined && isFile(shapes, items))
  );
}

/** A top-level collection whose items have a path and show their id. */
function isHome({ singleton, id, itemPath, collectionPath }: Resource): boolean {
  if (singleton || id?.property === undefined || itemPath === undefined) return false;
  return itemPath.split('{').length === 2 && !(collectionPath ?? '').includes('{');
}

/** The places of the whole answer, of its items, and of the items of each list in it. */
function placesOf(shapes: Shapes, schema: Schema): readonly { readonly schema: Schema; readonly at: string }[] {
  const { properties, items } = shapes.of(schema);
  const lists = [...properties].flatMap(([name, each]) => {
    const inner = shapes.of(each).items;
    return inner === undefined ? [] : [{ schema: inner, at: `${child('', name)}/0` }];
  });
  return [{ schema, at: '' }, ...(items === undefined ? [] : [{ schema: items, at: '/0' }]), ...lists];
}

/** The part of a form that describes the record beside the file: `attributes` with its name and parent. */
function describedIn(
  shapes: Shapes,
  operation: Operation,
  { schema }: Resource,
): Pick<UploadedRecord, 'requestEntity'> {
  const record = shapes.of(schema);
  const tells = (part: Shape): boolean => part.kind === 'object' && share(part, record) > LEAST_KNOWN;
  const parts = [...(shapes.maybe(requestSchema(operation))?.properties ?? [])].filter(([, each]) =>
    tells(shapes.of(each)),
  );
  const [name] = parts[0] ?? [];
  return name === undefined || parts.length > 1 ? {} : { requestEntity: child('', name) };
}

/** The record must have more than this share of a part's properties. */
const LEAST_KNOWN = 0.5;

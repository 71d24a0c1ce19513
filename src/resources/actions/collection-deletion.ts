import { type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { readListing } from '../lists/list-parameters.ts';
import type { ListDetails, Role } from '../model/model.ts';
import { pathKey, segmentsOf } from '../model/paths.ts';
import { child, pointerTo } from '../model/pointers.ts';
import { clusterKey, plain, singular } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import { isClose, type Shape, type Shapes } from '../schema/shape.ts';
import type { Homes } from './bulk-create.ts';
import { emptiesWhole } from './item-contents.ts';

/**
 * The role of DELETE on a collection: it deletes what its filters match. `undefined` if a body without ids, or
 * a parameter that is not a filter, selects the items.
 */
export function deletesCollection(
  shapes: Shapes,
  operation: Operation,
  list: NonNullable<Evidence['list']>,
  { shape, named }: { readonly shape: Shape; readonly named: Role['named'] },
): ListDetails | undefined {
  if (operation.method !== 'DELETE') return undefined;
  if (operation.body?.required === true && named === undefined) return undefined;
  const details = readListing(shapes, operation, list.found, shape);
  const filters = new Set([...details.filters, ...(details.ranges ?? [])].map(({ parameter }) => parameter));
  const isElse = operation.parameters.some(
    ({ in: at, name, required }) => at === 'query' && required && !filters.has(name),
  );
  return isElse ? undefined : details;
}

/** The role of PUT and PATCH on a collection whose required parameters are filters: what they match gets the values of the body. */
export function altersCollection(
  shapes: Shapes,
  operation: Operation,
  list: NonNullable<Evidence['list']>,
  shape: Shape,
): ListDetails | undefined {
  const sent = shapes.maybe(requestSchema(operation));
  if (!/^(?:PUT|PATCH)$/.test(operation.method) || sent?.kind !== 'object' || !isClose(sent, shape)) return undefined;
  const details = readListing(shapes, operation, list.found, shape);
  const filters = new Set(details.filters.map(({ parameter }) => parameter));
  const query = operation.parameters.filter(({ in: at, required }) => at === 'query' && required);
  return query.length > 0 && query.every(({ name }) => filters.has(name)) ? details : undefined;
}

/**
 * Where the body of a deletion lists what is meant (`at`: `''` for `[1, 2]`, `/emails` for `{ emails: [] }`), and the
 * property of the items with these values. `id` is the place of their id.
 */
export function deletesNamed(
  shapes: Shapes,
  operation: Operation,
  { shape, id }: { readonly shape: Shape; readonly id: string | undefined },
): Role['named'] {
  const request = requestSchema(operation);
  if (operation.method !== 'DELETE' || request === undefined) return undefined;
  return namedIn(shapes, request, { shape, id });
}

/**
 * A POST at a word for a deletion behind the path of a collection, whose body lists the items by a property of theirs:
 * `/messages/bulk-delete` with `{ messages: [ids] }` or `{ ids }`.
 */
export function deletesSeveral(
  { shapes, paths, homeAt }: Homes,
  operation: Operation,
): Pick<Role, 'resource' | 'empties' | 'named' | 'why'> | undefined {
  const segments = segmentsOf(operation.path);
  const last = segments.at(-1);
  const request = requestSchema(operation);
  if (operation.method !== 'POST' || request === undefined || last?.kind !== 'literal') return undefined;
  const words = wordsOf(last.text);
  if (!words.some((word) => DELETES.has(word)) || !words.every((word) => DELETES.has(word) || SEVERAL.has(word)))
    return undefined;
  const group = paths.groups.get(pathKey(segments.slice(0, -1)));
  const home = group === undefined ? undefined : homeAt(group);
  const { list } = home?.evidence ?? {};
  if (group === undefined || home === undefined || list === undefined || home.resource.id?.property === undefined)
    return undefined;
  const id = pointerTo(home.resource.id.property);
  const shape = shapes.of(home.resource.schema);
  const named = namedIn(shapes, request, { shape, id, word: group.word });
  return (
    named && {
      resource: home.resource,
      why: [`its body names entities of ${group.key} by ${named.property}: each of them is deleted`],
      empties: readListing(shapes, operation, list.found, shape),
      named,
    }
  );
}

/** A POST at a word behind the path of a collection that empties it: `/messages/clear`. */
export function emptiesCollection(
  { shapes, paths, homeAt }: Homes,
  operation: Operation,
): Pick<Role, 'resource' | 'empties' | 'why'> | undefined {
  const segments = segmentsOf(operation.path);
  const group = operation.method === 'POST' ? paths.groups.get(pathKey(segments.slice(0, -1))) : undefined;
  // Words are looked at before the collection is read.
  if (group === undefined || !emptiesWhole(operation, group.word)) return undefined;
  const { resource, evidence } = homeAt(group) ?? {};
  if (resource === undefined || evidence?.list === undefined) return undefined;
  return {
    resource,
    why: [`it deletes everything of ${group.key}`],
    empties: readListing(shapes, operation, evidence.list.found, shapes.of(resource.schema)),
  };
}

const DELETES = new Set(['delete', 'deletes', 'remove', 'destroy', 'deletion']);
const SEVERAL = new Set(['bulk', 'batch', 'many', 'multiple', 'mass', 'several', 'multi']);

/** The place of values in a body that name items, and the property of the items that has them. */
function namedIn(
  shapes: Shapes,
  request: Schema,
  { shape, id, word }: { readonly shape: Shape; readonly id: string | undefined; readonly word?: string },
): Role['named'] {
  if (isListOfScalars(shapes, request)) return id === undefined ? undefined : { at: '', property: id };
  const [found, ...others] = [...shapes.of(request).properties].flatMap(([name, schema]) => {
    if (!isListOfScalars(shapes, schema)) return [];
    const [own] = shape.spelled(plain(singular(name)));
    const isOfIds = IDS.test(plain(name)) || (word !== undefined && clusterKey(name) === clusterKey(word));
    const property = own !== undefined ? child('', own[0]) : isOfIds ? id : undefined;
    return property === undefined ? [] : [{ at: child('', name), property }];
  });
  return others.length > 0 ? undefined : found;
}

const IDS = /(?:ids|uuids|guids|keys)$/;

function isListOfScalars(shapes: Shapes, schema: Schema): boolean {
  const { kind, items } = shapes.of(schema);
  return kind === 'array' && items !== undefined && isScalar(shapes, items);
}

import type { Operation } from '../../spec/index.ts';
import { listIn } from '../evidence/evidence.ts';
import type { ParameterDescription } from '../lists/filters.ts';
import { readListing } from '../lists/list-parameters.ts';
import type { Role } from '../model/model.ts';
import { type PathGroup, type PathMap, pathKey, segmentsOf } from '../model/paths.ts';
import { plain } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isAnyObject, isClose, type Shape, type Shapes } from '../schema/shape.ts';
import type { BulkPlace } from './bulk-create.ts';

/** Words of operations that search by their body. */
const LOOKS = new Set(
  'search searches find query queries filter lookup list get getmany getbyids byids bulkget bulkread batchget batchread mget advancedsearch'.split(
    ' ',
  ),
);

/**
 * The role of a POST that lists entities of the collection on the path above (`/products/search`) and
 * filters by its body. A property of the body has the meaning of a query parameter with that name. `homeAt`
 * gives the collection of a path group.
 */
export function looksFor(
  shapes: Shapes,
  paths: PathMap,
  operation: Operation,
  homeAt: (group: PathGroup) => BulkPlace | undefined,
): Pick<Role, 'resource' | 'lists' | 'why'> | undefined {
  const segments = segmentsOf(operation.path);
  const [last, before] = [segments.at(-1), segments.at(-2)];
  if (operation.method !== 'POST' || last?.kind !== 'literal' || before?.kind !== 'literal') return undefined;
  const group = LOOKS.has(plain(last.text)) ? paths.groups.get(pathKey(segments.slice(0, -1))) : undefined;
  const home = group === undefined ? undefined : homeAt(group);
  const entity = home?.evidence.entity?.shape;
  if (group === undefined || home === undefined || entity === undefined || home.resource.singleton) return undefined;
  const isIt = (items: Shape): boolean => isClose(items, entity) || isAnyObject(items);
  const found = listIn(shapes, operation, group.word, isIt)?.found;
  if (found === undefined || !isIt(shapes.of(found.itemSchema))) return undefined;
  const parameters = [...operation.parameters, ...properties(shapes, operation)];
  return {
    resource: home.resource,
    why: [`"${last.text}" lists entities of ${group.key}, by what the body says`],
    lists: readListing(shapes, { parameters }, found, shapes.of(home.resource.schema)),
  };
}

function properties(shapes: Shapes, operation: Operation): readonly ParameterDescription[] {
  const sent = shapes.maybe(requestSchema(operation));
  return [...(sent?.properties ?? [])].map(([name, schema]) => ({ name, in: 'query', schema, extensions: {} }));
}

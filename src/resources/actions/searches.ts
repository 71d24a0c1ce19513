import { type Operation, wordsOf } from '../../spec/index.ts';
import { entityShownIn, listIn } from '../evidence/evidence.ts';
import type { ParameterDescription } from '../lists/filters.ts';
import { readListing } from '../lists/list-parameters.ts';
import { findListOf } from '../lists/structure.ts';
import type { ListDetails, Resource, Role } from '../model/model.ts';
import { type PathGroup, pathKey, segmentsOf } from '../model/paths.ts';
import { pointerTo } from '../model/pointers.ts';
import { plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import { isAnyObject, isClose, isSame, type Shape, type Shapes } from '../schema/shape.ts';
import type { Homes } from './bulk-create.ts';

/** Words of operations that search by their body. */
const LOOKS = new Set(
  'search searches find query queries filter lookup list get getmany getbyids byids bulkget bulkread bulkretrieve batchget batchread batchretrieve mget advancedsearch'.split(
    ' ',
  ),
);

/** The word at the end of the path of a POST, and the key of the path above, if both end in a word. */
function wordAfterWord({ method, path }: Operation): { readonly word: string; readonly above: string } | undefined {
  const segments = segmentsOf(path);
  const [last, before] = [segments.at(-1), segments.at(-2)];
  if (method !== 'POST' || last?.kind !== 'literal' || before?.kind !== 'literal') return undefined;
  return { word: last.text, above: pathKey(segments.slice(0, -1)) };
}

/** The collection of a path group, and the shape of its entities. Undefined for a single object. */
function collectionAt(
  { homeAt }: Homes,
  group: PathGroup | undefined,
): { readonly group: PathGroup; readonly resource: Resource; readonly entity: Shape } | undefined {
  const home = group === undefined ? undefined : homeAt(group);
  const entity = home?.evidence.entity?.shape;
  if (group === undefined || home === undefined || entity === undefined || home.resource.singleton) return undefined;
  return { group, resource: home.resource, entity };
}

/**
 * The role of a POST that lists entities of the collection on the path above (`/products/search`) and
 * filters by its body. A property of the body has the meaning of a query parameter with that name.
 */
export function looksFor(homes: Homes, operation: Operation): Pick<Role, 'resource' | 'lists' | 'why'> | undefined {
  const { shapes, paths } = homes;
  const end = wordAfterWord(operation);
  if (end === undefined || !LOOKS.has(plain(end.word))) return undefined;
  const found = collectionAt(homes, paths.groups.get(end.above) ?? listedBeside(homes, operation, end.above));
  if (found === undefined) return undefined;
  const { group, resource, entity } = found;
  const isIt = (items: Shape): boolean => isClose(items, entity) || isAnyObject(items);
  // The records themselves, where a list of what refers to them stands beside.
  const list =
    answerSchemas(operation)
      .map((schema) => findListOf(shapes, schema, (items) => isSame(items, entity)))
      .find((each) => each !== undefined) ?? listIn(shapes, operation, group.word, isIt)?.found;
  if (list === undefined || !isIt(shapes.of(list.itemSchema))) return undefined;
  const parameters = [...operation.parameters, ...properties(shapes, operation)];
  return {
    resource,
    why: [`"${end.word}" lists entities of ${group.key}, by what the body says`],
    lists: withIds(shapes, readListing(shapes, { parameters }, list, shapes.of(resource.schema)), {
      parameters,
      resource,
    }),
  };
}

/** The only collection beside a search that has what it lists: `/catalog/object/{id}` beside `/catalog/search`. */
function listedBeside({ shapes, paths, homeAt }: Homes, operation: Operation, above: string): PathGroup | undefined {
  const beside = [...paths.groups.values()].filter((each) => {
    if (each.items.length === 0 || pathKey(each.base.slice(0, -1)) !== above) return false;
    const entity = homeAt(each)?.evidence.entity?.shape;
    return (
      entity !== undefined &&
      answerSchemas(operation).some((schema) => findListOf(shapes, schema, (items) => isSame(items, entity)))
    );
  });
  return beside.length === 1 ? beside[0] : undefined;
}

const FINDS = new Set(['retrieve', 'get', 'find', 'lookup', 'fetch', 'read']);

/**
 * The role of a POST that finds one entity of the collection on the path above by what its body has: `POST /cards/from-number` with `{ number }`,
 * named `retrieveCardFromNumber`.
 */
export function findsOne(
  homes: Homes,
  operation: Operation,
): Pick<Role, 'resource' | 'finds' | 'responseEntity' | 'why'> | undefined {
  const { shapes, paths } = homes;
  const end = wordAfterWord(operation);
  if (end === undefined || !FINDS.has(wordsOf(operation.id)[0] ?? '')) return undefined;
  const found = collectionAt(homes, paths.groups.get(end.above));
  if (found === undefined) return undefined;
  const { group, resource, entity } = found;
  const [sent, ...others] = shapes.maybe(requestSchema(operation))?.properties ?? [];
  const [property] = sent === undefined || others.length > 0 ? [] : entity.spelled(plain(sent[0]));
  const shown = entityShownIn(shapes, operation, group.word, entity)?.found;
  if (sent === undefined || property === undefined || shown === undefined || !isScalar(shapes, property[1]))
    return undefined;
  return {
    resource,
    why: [`its name finds the entity of ${group.key} whose "${property[0]}" the body has`],
    finds: { sent: sent[0], property: property[0] },
    responseEntity: shown.pointer,
  };
}

/** The listing with the ids of a body as a filter: `order_ids` of orders, where no property has that name. */
function withIds(
  shapes: Shapes,
  lists: ListDetails,
  {
    parameters,
    resource: { id, singular },
  }: { readonly parameters: readonly ParameterDescription[]; readonly resource: Resource },
): ListDetails {
  const names = ['ids', `${plain(singular)}ids`, 'objectids'];
  const meant = parameters.find(
    ({ name, schema }) => names.includes(plain(name)) && shapes.maybe(schema)?.kind === 'array',
  );
  if (meant === undefined || id?.property === undefined || lists.filters.some((each) => each.parameter === meant.name))
    return lists;
  return {
    ...lists,
    filters: [...lists.filters, { parameter: meant.name, pointer: pointerTo(id.property), op: 'in' }],
  };
}

function properties(shapes: Shapes, operation: Operation): readonly ParameterDescription[] {
  const sent = shapes.maybe(requestSchema(operation));
  return [...(sent?.properties ?? [])].map(([name, schema]) => ({ name, in: 'query', schema, extensions: {} }));
}

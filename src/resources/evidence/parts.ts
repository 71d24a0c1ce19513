import type { Operation, Schema } from '../../spec/index.ts';
import { listedIds } from '../lists/listed-ids.ts';
import { type PathGroup, type PathMap, pathKey, segmentsOf } from '../model/paths.ts';
import { clusterKey } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import { isClose, isSame, type Shape, type Shapes, share } from '../schema/shape.ts';
import { type Evidence, identify } from './evidence.ts';

/** The share of a body's properties that the parts must have. */
const MOST = 0.5;

/**
 * The evidence of a collection whose writes answer with the item above it: `POST /carts/{cartId}/items` answers with the cart, and the cart has the list
 * `items`. The entity is an item of that list. `undefined` for other groups.
 */
export function gatherParts(
  shapes: Shapes,
  paths: PathMap,
  group: PathGroup,
  evidenceOf: (group: PathGroup) => Evidence,
): Evidence | undefined {
  const post = group.collection.find(({ method }) => method === 'POST');
  const gets = group.collection.filter(({ method }) => method === 'GET');
  const areOfValues = gets.every((get) => answerSchemas(get).some((each) => listedIds(shapes, each, group.word)));
  if (post === undefined || !areOfValues) return undefined;
  const above = group.base.slice(0, -1);
  const parents = above.at(-1)?.kind === 'parameter' ? paths.ofItem(above) : undefined;
  const read = parents?.items.find(
    ({ method, path }) => method === 'GET' && pathKey(segmentsOf(path)) === pathKey(above),
  );
  if (parents === undefined || parents === group || read === undefined) return undefined;
  const whole = evidenceOf(parents).read?.found.schema;
  if (whole === undefined) return undefined;
  const parent = shapes.of(whole);
  // `POST /domains/{id}/ips` with the domain and its list of addresses as the answer: a list of the item, and no collection.
  if (answersListOfValues(shapes, post, parent, group.word)) return { group, inherited: false, alone: false };
  if (gets.length > 0) return undefined;
  if (!answerSchemas(post).some((schema) => shapes.of(schema).root === parent.root)) return undefined;
  const sent = shapes.maybe(requestSchema(post));
  for (const [property, schema] of parent.properties) {
    const list = shapes.of(schema);
    if (clusterKey(property) !== clusterKey(group.word) || list.items === undefined) continue;
    const shape = shapes.of(list.items);
    if (shape.kind !== 'object' || shape.properties.size === 0) continue;
    if (sent !== undefined && share(sent, shape) < MOST) continue;
    const [item] = group.items;
    const parameter = item === undefined ? undefined : segmentsOf(item.path).at(-1);
    return {
      group,
      inherited: false,
      alone: false,
      within: { property, parent },
      entity: { schema: list.items, shape },
      ...(item !== undefined && parameter?.kind === 'parameter'
        ? { id: identify(shapes, shape, { parameters: item.parameters, parameter: parameter.name, word: group.word }) }
        : {}),
    };
  }
  return undefined;
}

/** Whether a POST answers the item above, which has a list of plain values with the name of the path. */
function answersListOfValues(shapes: Shapes, post: Operation, parent: Shape, word: string): boolean {
  const isListed = ([name, schema]: readonly [string, Schema]): boolean => {
    const { items } = shapes.of(schema);
    return clusterKey(name) === clusterKey(word) && items !== undefined && isScalar(shapes, items);
  };
  return (
    [...parent.properties].some(isListed) && answerSchemas(post).some((schema) => isClose(shapes.of(schema), parent))
  );
}

/** Fewer properties do not tell one object from another. */
const TELLING = 4;

/** A PUT or PATCH right below an object on a path of its own that answers with the whole of it: `PATCH /account/name`. */
export function writesBelow(
  shapes: Shapes,
  paths: PathMap,
  { group, single }: Pick<Evidence, 'group' | 'single'>,
): readonly Operation[] {
  const whole = single && shapes.of(single.found.schema);
  if (whole === undefined || whole.properties.size < TELLING) return [];
  return [...paths.groups.values()].flatMap((each) => {
    const isBelow = each.base.length === group.base.length + 1 && each.key.startsWith(`${group.key}/`);
    if (!isBelow || each.base.at(-1)?.kind !== 'literal' || each.items.length > 0) return [];
    return each.collection.some(({ method }) => method === 'GET')
      ? []
      : each.collection.filter((write) => answersWhole(shapes, write, whole));
  });
}

function answersWhole(shapes: Shapes, write: Operation, whole: Shape): boolean {
  if (write.method !== 'PUT' && write.method !== 'PATCH') return false;
  const sent = shapes.maybe(requestSchema(write));
  const isOfIt = sent !== undefined && [...sent.properties.keys()].some((name) => whole.properties.has(name));
  return isOfIt && answerSchemas(write).some((schema) => isSame(shapes.of(schema), whole));
}

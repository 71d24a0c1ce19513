import { type PathGroup, type PathMap, pathKey, segmentsOf } from '../model/paths.ts';
import { clusterKey } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import { type Shapes, share } from '../schema/shape.ts';
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
  if (post === undefined || group.collection.some(({ method }) => method === 'GET')) return undefined;
  const above = group.base.slice(0, -1);
  const parents = above.at(-1)?.kind === 'parameter' ? paths.ofItem(above) : undefined;
  const read = parents?.items.find(
    ({ method, path }) => method === 'GET' && pathKey(segmentsOf(path)) === pathKey(above),
  );
  if (parents === undefined || parents === group || read === undefined) return undefined;
  const whole = evidenceOf(parents).read?.found.schema;
  if (whole === undefined) return undefined;
  const parent = shapes.of(whole);
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

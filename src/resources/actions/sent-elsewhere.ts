import { type Operation, wordsOf } from '../../spec/index.ts';
import type { Resource, Role } from '../model/model.ts';
import { pointerTo } from '../model/pointers.ts';
import { plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/**
 * The record of another collection that an action sends: its answer is a receipt with the id of the record (`POST /email` answers `{ MessageID }` of
 * `/messages/outbound`), and its body has the content of the record. `all` gives the resources of the document.
 */
export function sentElsewhere(shapes: Shapes, operation: Operation, all: () => readonly Resource[]): Role['makes'] {
  if (operation.method !== 'POST' || operation.path.includes('{')) return undefined;
  const body = shapes.maybe(requestSchema(operation));
  if (body?.kind !== 'object' || body.properties.size < LEAST_CONTENT) return undefined;
  const shown = answerSchemas(operation)
    .slice(0, 1)
    .map((schema) => shapes.of(schema));
  const ids = shown
    .flatMap(({ properties }) => [...properties.keys()])
    .filter(isCompoundId)
    .map(plain);
  if (ids.length === 0) return undefined;
  const homes = all()
    .filter((resource) => isHome(resource, ids))
    .map((resource) => ({ resource, shared: contentIn(shapes, resource, body) }));
  const most = Math.max(LEAST_CONTENT, ...homes.map(({ shared }) => shared));
  const [only, ...others] = homes.filter(({ resource, shared }) => shared === most && !isReceived(resource));
  return only === undefined || others.length > 0 ? undefined : { resource: only.resource };
}

/** How many properties of a body a record must show. */
const LEAST_CONTENT = 3;

/** `MessageID` and `messageid` say of what they are the id, `id` does not. */
function isCompoundId(name: string): boolean {
  const words = wordsOf(name);
  const isWord = words.length > 1 && /^(?:id|uuid|sid|guid)$/i.test(words.at(-1) ?? '');
  return isWord || /^[a-z]{4,}(?:id|uuid|guid)$/.test(name);
}

/** Whether a resource is a top-level collection that is listed or read by one of these ids. */
function isHome(
  { singleton, enumerable, parent, id, itemPath, collectionPath = '' }: Resource,
  ids: readonly string[],
): boolean {
  if (singleton || parent !== undefined || collectionPath.includes('{')) return false;
  if (!enumerable && itemPath?.split('{').length !== 2) return false;
  return id?.property !== undefined && ids.includes(plain(pointerTo(id.property).slice(1)));
}

/** What comes in is not what a client sends. */
function isReceived({ name }: Resource): boolean {
  return /inbound|incoming|received/i.test(name);
}

/** How many properties of the body the record has. */
function contentIn(shapes: Shapes, resource: Resource, { properties }: Shape): number {
  const record = shapes.of(resource.schema);
  return [...properties.keys()].filter((name) => record.spelled(plain(name)).length > 0).length;
}

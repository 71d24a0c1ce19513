import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { valueAt, withValueAt } from '../../wire/index.ts';
import { idFromText } from '../entity/path-fields.ts';
import type { MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { keyOf, placeOf } from '../model/place.ts';
import type { RecordFinder } from './named-records.ts';
import { references } from './seeds.ts';

/**
 * A new record whose server-chosen references name records that are there: users are the caller (`owner`, `created_by`), others are
 * seeds. References that the client sent or the path decides stay.
 */
export function withServerReferences(
  mock: MockContext,
  resource: Resource,
  record: JsonObject,
  { key, given, recordOf }: { readonly key: string; readonly given: JsonObject; readonly recordOf: RecordFinder },
): JsonObject {
  const found = new Map(references(mock, resource, key));
  const ownId = pointerTo(resource.id?.property ?? 'id');
  let whole: Json = record;
  for (const { pointer, resource: name } of resource.relations) {
    const shown = valueAt(whole, pointer);
    const [, top = ''] = pointer.split('/');
    if (pointer === ownId) continue;
    if (Object.hasOwn(given, top) || shown === undefined || shown === null || typeof shown === 'object') continue;
    const target = mock.model.resource(name);
    const place = target && placeOf(mock, target, {});
    if (target === undefined || place?.prefix !== '') continue;
    const caller = mock.callerOf();
    const isUser = caller?.place.resource === target;
    if (!isUser && recordOf(place, keyOf(shown)) !== undefined) continue;
    const id = isUser ? idFromText(mock, target, caller.id) : found.get(pointer);
    if (id !== undefined && typeof id !== 'object') whole = withValueAt(whole, pointer, id);
  }
  if (whole === record || !mock.validator.accepts(resource.schema, whole, 'response')) return record;
  return asObject(whole);
}

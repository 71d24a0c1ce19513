import type { Json, JsonObject } from '../../core/index.ts';
import type { MediaType } from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';

/**
 * A generated list in which every item has what the query names by a property (`?id=617`, `?status=open`). An id is that of one item. The value stays as
 * it was if the query names nothing of its items, or if the result would break the schema.
 */
export function withItemsOfQuery(mock: MockContext, context: RequestContext, media: MediaType, value: Json): Json {
  const { schema } = media;
  // Lists of records are filtered.
  if (schema === undefined || context.operation.method !== 'GET' || context.role.kind === 'list') return value;
  if (!isArray(value) || value.length === 0 || !value.every(isObject)) return value;
  let shown: readonly JsonObject[] = value as readonly JsonObject[];
  for (const [name, wanted] of Object.entries(context.parameters.query)) {
    const plain = withoutSeparators(name);
    const changed = shown.map((item) => withNamed(item, plain, wanted));
    if (changed.every((item, index) => item === shown[index])) continue;
    const kept = plain === 'id' ? changed.slice(0, 1) : changed;
    if (mock.validator.accepts(schema, kept, 'response')) shown = kept;
  }
  return shown;
}

/** An item with a value under the name of its own property, where it has another one of the same type. */
function withNamed(item: JsonObject, plain: string, wanted: Json): JsonObject {
  const own = Object.keys(item).find((each) => withoutSeparators(each) === plain);
  const before = own === undefined ? undefined : item[own];
  if (own === undefined || typeof before !== typeof wanted || typeof wanted === 'object' || before === wanted)
    return item;
  return { ...item, [own]: wanted };
}

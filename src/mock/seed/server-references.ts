import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { isObject, valueAt, withValueAt } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import { isMakerId, isMakerName } from '../fields/server-fields.ts';
import type { CallingUser, MockContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { keyOf, otherIdForms, placeOf } from '../model/place.ts';
import type { RecordFinder } from './named-records.ts';
import { references } from './seeds.ts';
import { tenantIds } from './tenant-ids.ts';

/** What is known of a new record: the properties that the client or the path gave, and who sent the request. */
interface KnownOfRecord {
  readonly given: JsonObject;
  readonly caller: CallingUser | undefined;
  readonly recordOf: RecordFinder;
}

/**
 * A new record whose server-chosen references name records that are there: users are the caller (`owner`, `created_by`), others
 * are seeds. References that the client sent or the path decides stay.
 */
export function withServerReferences(
  mock: MockContext,
  resource: Resource,
  record: JsonObject,
  { key, ...known }: { readonly key: string } & KnownOfRecord,
): JsonObject {
  const { given, recordOf, caller } = known;
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
    const isUser = caller?.place.resource === target;
    if (!isUser && recordOf(place, keyOf(shown)) !== undefined) continue;
    const id = isUser ? idFromText(mock, target, caller.id) : found.get(pointer);
    if (id !== undefined && typeof id !== 'object') whole = withValueAt(whole, pointer, id);
  }
  const tenants = [...tenantIds(mock, resource)].filter(([name]) => isChosen(record, given, name));
  const makers = { ...Object.fromEntries(tenants), ...makersOf(mock, resource, record, known) };
  if (whole === record && Object.keys(makers).length === 0) return record;
  whole = { ...asObject(whole), ...makers };
  if (!mock.validator.accepts(resource.schema, whole, 'response')) return record;
  return asObject(whole);
}

/** Whether a record shows a value that neither the client nor the path gave. */
function isChosen(record: JsonObject, given: JsonObject, name: string): boolean {
  return !Object.hasOwn(given, name) && (record[name] ?? null) !== null;
}

/** The users in a new record who made it, whole or by their id: the caller. */
function makersOf(
  mock: MockContext,
  resource: Resource,
  record: JsonObject,
  { given, recordOf, caller }: KnownOfRecord,
): JsonObject {
  const { properties } = mock.fieldsOf(resource.schema);
  const free = Object.keys(record).filter((name) => !Object.hasOwn(given, name));
  const ids = caller === undefined ? [] : makerIds(mock, resource, free, caller);
  const names = free.filter((name) => isMakerName(name) && isObject(record[name] ?? null));
  const user = caller === undefined || names.length === 0 ? undefined : recordOf(caller.place, caller.id);
  if (caller === undefined || user === undefined) return Object.fromEntries(ids);
  const isUser = (name: string): boolean =>
    mock.api.deref(properties.get(name) ?? true) === mock.api.deref(caller.place.resource.schema);
  return Object.fromEntries([...ids, ...names.filter(isUser).map((name) => [name, user] as const)]);
}

/** The id of the caller in each property with the id of a maker that names no other resource. */
function makerIds(
  mock: MockContext,
  resource: Resource,
  names: readonly string[],
  { place, id }: CallingUser,
): readonly (readonly [name: string, id: Json])[] {
  const { properties } = mock.fieldsOf(resource.schema);
  const own = idFromText(mock, place.resource, id);
  return names.flatMap((name): readonly (readonly [string, Json])[] => {
    const isOther = resource.relations.some(({ pointer }) => pointer === pointerTo(name));
    if (!isMakerId(name) || isOther) return [];
    const property = properties.get(name);
    const value = [own, ...otherIdForms(own)].find(
      (each) => property !== undefined && mock.validator.accepts(property, each, 'response'),
    );
    return value === undefined ? [] : [[name, value]];
  });
}

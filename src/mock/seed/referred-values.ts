import type { Json, JsonObject } from '../../core/index.ts';
import { isStateName, type Resource } from '../../resources/index.ts';
import { type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import { sentForm } from '../facts/sent-form.ts';
import { beginningOf } from '../fields/initial-values.ts';
import { isStamp } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';
import { keyOf, placeOf } from '../model/place.ts';
import type { RecordFinder } from './named-records.ts';

/** What a create sends, in the schema of its body. */
interface SentRecord {
  readonly sent: JsonObject;
  readonly requested: Schema | undefined;
  readonly recordOf: RecordFinder;
}

/**
 * What a new record takes from the record that its create names: the title and the link of the item for `{ item_id }`, the receiver and the
 * amount of the quote for `{ quoteId }`. A client could not say any of it in the form that it sends, and several properties are those of both.
 */
export function valuesOfReferred(
  mock: MockContext,
  resource: Resource,
  { sent, requested, recordOf }: SentRecord,
): JsonObject {
  if (requested === undefined) return {};
  const accepted = mock.fieldsOf(sentForm(mock, requested, sent)).properties;
  if (accepted.size === 0) return {};
  const own = mock.fieldsOf(resource.schema);
  for (const { pointer, resource: name } of resource.relations) {
    const [, reference = ''] = /^\/([^/~*]+)$/.exec(pointer) ?? [];
    const id = Object.hasOwn(sent, reference) ? sent[reference] : undefined;
    const target = id === undefined || id === null || typeof id === 'object' ? undefined : mock.model.resource(name);
    if (id === undefined || target === undefined || target === resource || target.parent !== undefined) continue;
    const shared = sharedProperties(mock, resource, target).filter(
      (each) => !accepted.has(each) && !Object.hasOwn(sent, each),
    );
    const place = shared.length < SEVERAL ? undefined : placeOf(mock, target, {});
    const record = place?.prefix === undefined ? undefined : recordOf(place, place.prefix + keyOf(id ?? ''));
    if (record === undefined) continue;
    const values = shared.flatMap((each): readonly (readonly [string, Json])[] => {
      const value = record[each];
      const property = own.properties.get(each);
      const fits = value !== undefined && property !== undefined && mock.validator.accepts(property, value, 'response');
      return fits ? [[each, value]] : [];
    });
    return Object.fromEntries(values);
  }
  return {};
}

/** With so many properties in common, one record is a copy of what the other says. */
const SEVERAL = 2;

/** The properties of two resources with one name and one form, without ids, states, times and what each record has of its own. */
function sharedProperties(mock: MockContext, resource: Resource, target: Resource): readonly string[] {
  const own = mock.fieldsOf(resource.schema);
  const theirs = mock.fieldsOf(target.schema);
  const isSame = (one: Schema, other: Schema): boolean =>
    mock.api.deref(one) === mock.api.deref(other) || typesOf(mock.api, one).join() === typesOf(mock.api, other).join();
  return [...own.properties].flatMap(([name, property]) => {
    const other = theirs.properties.get(name);
    const isOwn =
      isStamp(name) ||
      isStateName(name) ||
      OF_EACH.test(wordsOf(name).join('_')) ||
      typesOf(mock.api, property).includes('boolean') ||
      beginningOf(mock, name, property) !== undefined ||
      own.writeOnly.has(name) ||
      theirs.writeOnly.has(name);
    return other === undefined || isOwn || !isSame(property, other) ? [] : [name];
  });
}

const OF_EACH =
  /(?:^|_)(?:u?u?ids?|guid|sid|gid|href|self|links?_to|etag|version|revision|slug|counts?|by|author|creator|owner|user|position|order|number|token|secret|metadata|tags|labels)$|^(?:ur[il]|object|kind|type|resource_type|description|notes?|comments?|_?links)$/;

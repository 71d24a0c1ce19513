import type { Json, JsonObject } from '../../core/index.ts';
import { isNightlyPrice, totalIn } from '../../generation/index.ts';
import { isStateName, putInto, type Resource } from '../../resources/index.ts';
import { type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import { isArray, isObject, jsonEquals } from '../../wire/index.ts';
import { withTotals } from '../entity/totals.ts';
import type { ForeignRecords, MockContext, RecordHolder, RepeatedRecord } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { type EntityPlace, keyOf, otherIdForms, placeOf } from '../model/place.ts';
import { lineReferencesOf } from './line-references.ts';
import { lineValues, namesOfReferred, nightsOf, stayTotal, withThings } from './line-values.ts';

/** The record with this id in a place, if there is one. */
export type RecordFinder = (place: EntityPlace, id: string) => JsonObject | undefined;

/** The only record of a place with this value in a property. */
export type RecordWithValue = (place: EntityPlace, property: string, value: Json) => JsonObject | undefined;

interface NamingRequest {
  readonly recordOf: RecordFinder;
  /** Finds what a text that is sent in place of an object is the name of. */
  readonly recordCalled?: RecordWithValue;
  readonly sent?: JsonObject;
  /** The record before a change. An object that the change leaves alone stays as it is. */
  readonly before?: JsonObject;
  /** Values of the path, which names the parent that the records share. */
  readonly path?: Readonly<Record<string, Json>>;
}

/**
 * A record whose objects around the id of another record show what that record has: the name of the user in
 * `assignee: { id, name }`, and in `assignee_name` beside `assignee_id`. What was sent stays.
 */
export function withNamedRecords(
  mock: MockContext,
  resource: Resource,
  alone: JsonObject,
  { recordOf, recordCalled, sent = {}, before, path = {} }: NamingRequest,
): JsonObject {
  const record = withEqualReferences(mock, resource, alone, sent);
  const changed: Record<string, Json> = {};
  const { holders, references, lines } = mock.foreignRecordsOf(resource);
  for (const { name, id, schema, target: foreign, place = placeOf(mock, foreign, path) } of holders) {
    if (place?.prefix === undefined) continue;
    const value = Object.hasOwn(record, name) ? (record[name] ?? null) : null;
    if (before !== undefined && !Object.hasOwn(sent, name) && jsonEquals(value, before[name] ?? null)) continue;
    // What a text was sent for is the record with that name: `image: "debian-12"`.
    const recordSent = (each: JsonObject, text: string): JsonObject | undefined => {
      const [property] = Object.entries(each).find(([other, value]) => other !== id && value === text) ?? [];
      const target = property === undefined ? undefined : recordCalled?.(place, property, text);
      const theirs = target?.[id];
      if (target === undefined || theirs === undefined) return undefined;
      return filledFrom(mock, schema, { ...each, [id]: theirs }, { target, id, sentInside: {} });
    };
    const filled = (each: Json, sentInside: Json): Json => {
      const named = isObject(each) && Object.hasOwn(each, id) ? (each[id] ?? null) : null;
      if (!isObject(each) || named === null || typeof named === 'object') return each;
      // An object that was sent without an id names no record: its id is made up.
      if (isNameless(sentInside, id)) return each;
      const called = typeof sentInside === 'string' ? recordSent(each, sentInside) : undefined;
      if (called !== undefined) return called;
      const target = recordOf(place, keyOf(named));
      // A name that was sent in place of the object is what it shows, whatever its made-up id names.
      const [name] = Object.entries(each).find(([other, value]) => other !== id && value === sentInside) ?? [];
      const known = name === undefined || sentInside === null ? asObject(sentInside) : { [name]: sentInside };
      return target === undefined ? each : filledFrom(mock, schema, each, { target, id, sentInside: known });
    };
    const given = Object.hasOwn(sent, name) ? (sent[name] ?? null) : null;
    const inList = (each: Json, at: number): Json => {
      const list = asList(given);
      const same = (one: Json): boolean =>
        isObject(one) && isObject(each) && jsonEquals(one[id] ?? null, each[id] ?? null);
      return list.find(same) ?? list.slice(at, at + 1).find((one) => isNameless(one, id)) ?? null;
    };
    const whole = isArray(value) ? value.map((each, at) => filled(each, inList(each, at))) : filled(value, given);
    if (isObject(value) ? whole !== value : isArray(value) && value.some((each, at) => each !== asList(whole)[at]))
      changed[name] = whole;
  }
  for (const { reference, shown, line, stays, target: foreign, place = placeOf(mock, foreign, path) } of references) {
    if (place?.prefix === undefined) continue;
    const id = Object.hasOwn(record, reference) ? (record[reference] ?? null) : null;
    // A line keeps the price that the thing had when it was made.
    const isAsBefore = before !== undefined && jsonEquals(before[reference] ?? null, id);
    const isOpen = ([name]: readonly [string, string]): boolean =>
      Object.hasOwn(record, name) && !Object.hasOwn(sent, name);
    const names = shown.filter(isOpen);
    const ofLine = isAsBefore ? [] : line.filter(isOpen);
    if (id === null || typeof id === 'object' || (names.length + ofLine.length === 0 && !stays)) continue;
    const target = recordOf(place, keyOf(id));
    for (const [name, theirs] of ofLine) {
      const value = target?.[theirs];
      if (value !== undefined && typeof value === typeof record[name] && value !== record[name]) changed[name] = value;
    }
    for (const [name, value] of target === undefined || !stays || isSameStay(isAsBefore, record, before)
      ? []
      : stayTotal(record, target))
      if (!Object.hasOwn(sent, name)) changed[name] = value;
    for (const [name, theirs] of names) {
      const value = target !== undefined && Object.hasOwn(target, theirs) ? target[theirs] : undefined;
      if (typeof value === 'string' && typeof record[name] === 'string' && value !== record[name])
        changed[name] = value;
    }
  }
  for (const [name, things] of lines) {
    const [listed, given] = [asList(record[name] ?? null), asList(sent[name] ?? null)];
    if (listed.length === 0 || (before !== undefined && jsonEquals(listed, before[name] ?? null))) continue;
    const named = things.map(({ property, place }) => ({
      property,
      recordOf: (id: Json) => recordOf(place, keyOf(id)),
    }));
    const whole = listed.map((line, at) =>
      isObject(line) ? withThings(line, named, asObject(given[at] ?? {})) : line,
    );
    if (whole.some((line, at) => line !== listed[at])) changed[name] = whole;
  }
  if (Object.keys(changed).length === 0) return record;
  const after = withTotals(mock, resource.schema, { ...record, ...changed }, (name) =>
    Object.hasOwn({ ...sent, ...changed }, name),
  );
  return mock.validator.accepts(resource.schema, after, 'response') ? after : record;
}

/** Whether a change leaves the room and the dates of a stay alone: its price stays what was agreed. */
function isSameStay(isSameRoom: boolean, record: JsonObject, before: JsonObject | undefined): boolean {
  return isSameRoom && before !== undefined && jsonEquals(nightsOf(record) ?? null, nightsOf(before) ?? null);
}

/**
 * What the record says that a new item of a collection below another one is, by the id that was sent: the name of the user for
 * `POST /orgs/{id}/owners` with `{ id }`, beside `/orgs/{id}/owners/{userId}`.
 */
export function valuesOfSame(
  mock: MockContext,
  resource: Resource,
  sent: JsonObject,
  recordOf: RecordFinder,
): JsonObject {
  const own = resource.id?.property;
  const id = resource.parent === undefined || own === undefined || !Object.hasOwn(sent, own) ? undefined : sent[own];
  const target = id === undefined || id === null || typeof id === 'object' ? undefined : putInto(resource, mock.model);
  const place = target === undefined ? undefined : placeOf(mock, target, {});
  if (own === undefined || id === undefined || target?.id?.property !== own || place?.prefix !== '') return {};
  const record = recordOf(place, keyOf(id));
  const { writeOnly, properties } = mock.fieldsOf(resource.schema);
  const shown = Object.entries(record ?? {}).filter(([name, value]) => {
    const property = properties.get(name);
    if (property === undefined || writeOnly.has(name) || Object.hasOwn(sent, name)) return false;
    return value !== null && typeof value !== 'object' && mock.validator.accepts(property, value, 'response');
  });
  return Object.fromEntries(shown);
}

/** A record whose `post: { id }` names the record of its `post_id`. Of both, what was sent decides, else the id alone. */
function withEqualReferences(mock: MockContext, resource: Resource, record: JsonObject, sent: JsonObject): JsonObject {
  let whole = record;
  for (const { name, id } of mock.foreignRecordsOf(resource).holders) {
    const holder = Object.hasOwn(record, name) ? (record[name] ?? null) : null;
    const stem = wordsOf(name).join();
    const beside = resource.relations.flatMap(({ pointer }) => {
      const [, other = ''] = /^\/([^/~]+)$/.exec(pointer) ?? [];
      return wordsOf(other).slice(0, -1).join() === stem ? [other] : [];
    })[0];
    if (beside === undefined || !isObject(holder) || !Object.hasOwn(holder, id)) continue;
    const alone = Object.hasOwn(record, beside) ? record[beside] : undefined;
    const isNone = alone === null && !Object.hasOwn(sent, name);
    const without = isNone ? { ...whole, [name]: null } : undefined;
    if (without !== undefined && mock.validator.accepts(resource.schema, without, 'response')) whole = without;
    if (alone === undefined || alone === null || typeof alone === 'object') continue;
    const inside = holder[id] ?? null;
    if (inside === null || typeof inside === 'object' || keyOf(inside) === keyOf(alone)) continue;
    const isFirst = Object.hasOwn(sent, name) && !Object.hasOwn(sent, beside);
    const [from, to] = isFirst ? [inside, beside] : [alone, name];
    const forms = [from, ...otherIdForms(from)].map((each) => ({
      ...whole,
      [to]: isFirst ? each : { ...holder, [id]: each },
    }));
    whole = forms.find((each) => mock.validator.accepts(resource.schema, each, 'response')) ?? whole;
  }
  return whole;
}

const isNameless = (sent: Json, id: string): boolean => isObject(sent) && !Object.hasOwn(sent, id);

/** What the records of a resource show of other records, by its relations. */
export function foreignRecordsOf(mock: MockContext, resource: Resource): ForeignRecords {
  return {
    holders: holdersOf(mock, resource),
    references: referencesOf(mock, resource),
    lines: linesOf(mock, resource),
  };
}

/** The lists of a record whose lines name things: `productId` in the `items` of an order. */
function linesOf(mock: MockContext, resource: Resource): ForeignRecords['lines'] {
  return [...mock.fieldsOf(resource.schema).properties.keys()].flatMap((list): ForeignRecords['lines'] => {
    const things = lineReferencesOf(mock, resource, list).flatMap(({ property, target }) => {
      const place = placeOf(mock, target, {});
      return place?.prefix === '' ? [{ property, place }] : [];
    });
    return things.length === 0 ? [] : [[list, things]];
  });
}

function referencesOf(mock: MockContext, resource: Resource): readonly RepeatedRecord[] {
  const names = [...mock.fieldsOf(resource.schema).properties.keys()];
  return resource.relations.flatMap((relation): readonly RepeatedRecord[] => {
    const [, reference] = /^\/([^/~]+)$/.exec(relation.pointer) ?? [];
    const stem = reference === undefined ? [] : wordsOf(reference).slice(0, -1);
    const target = stem.length === 0 ? undefined : mock.model.resource(relation.resource);
    const place = target === undefined ? undefined : placeOf(mock, target, {});
    if (reference === undefined || target === undefined) return [];
    if (place?.prefix !== '' && !isBeside(resource, target)) return [];
    const theirs = [...mock.fieldsOf(target.schema).properties.keys()];
    const repeated = new Map(namesOfReferred(names, theirs, reference));
    const shown = names.flatMap((name): readonly (readonly [string, string])[] => {
      const isCalledSo = wordsOf(name).join() === stem.join() && isNameText(mock, resource, name);
      const called = isCalledSo ? theirs.findLast((each) => wordsOf(each).join() === 'name') : undefined;
      if (called !== undefined) return [[name, called]];
      const own = repeated.get(name);
      return own !== undefined && !isStateName(own) ? [[name, own]] : [];
    });
    const line = lineValues(names, theirs).filter(([name]) => !shown.some(([each]) => each === name));
    const stays = theirs.some(isNightlyPrice) && totalIn(names) !== undefined;
    if (shown.length + line.length === 0 && !stays) return [];
    return [{ reference, target, shown, line, stays, ...(place?.prefix === '' ? { place } : {}) }];
  });
}

/** Whether a property is a text that the server writes, or that the document calls a name: `org` beside `orgID`. */
function isNameText({ api, fieldsOf }: MockContext, { schema }: Resource, name: string): boolean {
  const { properties, readOnly } = fieldsOf(schema);
  const target = api.deref(properties.get(name) ?? false);
  if (typeof target === 'boolean' || target.format !== undefined || target.enum !== undefined) return false;
  const says = target.description ?? '';
  return typesOf(api, target).includes('string') && (/\bname\b/i.test(says) || (says === '' && readOnly.has(name)));
}

function asList(value: Json): readonly Json[] {
  return isArray(value) ? value : [];
}

/** The object with the plain values of the record that it names. */
function filledFrom(
  mock: MockContext,
  schema: Schema,
  holder: JsonObject,
  { target, id, sentInside }: { readonly target: JsonObject; readonly id: string; readonly sentInside: JsonObject },
): JsonObject {
  const { properties, writeOnly } = mock.fieldsOf(schema);
  const shown: Record<string, Json> = {};
  for (const [name, property] of properties) {
    const value = Object.hasOwn(target, name) ? target[name] : undefined;
    if (value === undefined || (typeof value === 'object' && value !== null)) continue;
    if (name === id || writeOnly.has(name) || Object.hasOwn(sentInside, name) || holder[name] === value) continue;
    if (value === null && !Object.hasOwn(holder, name)) continue;
    if (mock.validator.accepts(property, value, 'response')) shown[name] = value;
  }
  if (Object.keys(shown).length === 0) return holder;
  const whole = { ...holder, ...shown };
  return mock.validator.accepts(schema, whole, 'response') ? whole : holder;
}

/** Whether two kinds of records have the same parent, which the paths of both name. */
function isBeside({ parent, id }: Resource, other: Resource): boolean {
  const [own, theirs] = [parent, other.parent];
  return own !== undefined && own.resource === theirs?.resource && theirs.parameter !== id?.parameter;
}

function holdersOf(mock: MockContext, resource: Resource): readonly RecordHolder[] {
  const { properties } = mock.fieldsOf(resource.schema);
  return resource.relations.flatMap((relation): readonly RecordHolder[] => {
    const [, name = '', each, id = ''] = /^\/([^/~]+)(\/\*)?\/([^/~]+)$/.exec(relation.pointer) ?? [];
    const property = properties.get(name);
    const target = mock.model.resource(relation.resource);
    const place = target?.id?.property === id ? placeOf(mock, target, {}) : undefined;
    const schema = property === undefined || each === undefined ? property : mock.fieldsOf(property).items;
    if (schema === undefined || target?.id?.property !== id) return [];
    if (place?.prefix === '') return [{ name, id, schema, target, place }];
    return isBeside(resource, target) ? [{ name, id, schema, target }] : [];
  });
}

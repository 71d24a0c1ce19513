import type { Json, JsonObject } from '../../core/index.ts';
import { type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import { isArray, isObject, setOwn, snakeCase, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/**
 * The sent properties under the names of the schema, at every depth: `FriendlyName` becomes
 * `friendly_name`. Other names stay.
 */
export function inOwnNames(mock: MockContext, schema: Schema, sent: Json, about = ''): Json {
  if (isArray(sent)) {
    const { items } = mock.fieldsOf(schema);
    return items === undefined ? sent : sent.map((each) => inOwnNames(mock, items, each));
  }
  if (!isObject(sent)) return sent;
  const { properties } = mock.fieldsOf(schema);
  if (properties.size === 0) return sent;
  const renamed: Record<string, Json> = {};
  for (const [name, value] of Object.entries(nestDottedNames(properties, sent))) {
    const other =
      ownName(properties, sent, name, about) ??
      (isArray(value) ? listNamed(mock, properties, sent, name) : undefined) ??
      (isObject(value) ? mapFor(mock, properties, name, about) : undefined);
    const isUnknown = !properties.has(name) && other === undefined;
    const named = !isUnknown
      ? undefined
      : isArray(value)
        ? (listOfKinds(mock, properties, sent, [name, value]) ?? listOfMembers(mock, properties, sent, [name, value]))
        : objectOf(mock, properties, sent, [name, value]);
    if (named !== undefined) {
      setOwn(renamed, named[0], named[1]);
      continue;
    }
    const list =
      isUnknown && typeof value === 'string' && value !== '' ? listNamed(mock, properties, sent, name) : undefined;
    const record = list === undefined ? undefined : recordNamed(mock, properties.get(list) ?? true, value);
    if (list !== undefined && record !== undefined) {
      setOwn(renamed, list, [record]);
      continue;
    }
    const own = properties.has(name) ? name : (other ?? name);
    setOwn(renamed, own, typeof value === 'object' ? inOwnNames(mock, properties.get(own) ?? true, value) : value);
  }
  return renamed;
}

/**
 * Names with a dot as members of an object: `Address.City` beside a property `address`. The members of an object that is not described are called
 * as the properties around it are.
 */
function nestDottedNames(properties: ReadonlyMap<string, Schema>, sent: JsonObject): JsonObject {
  const dotted = Object.keys(sent).filter((name) => /^[^.]+\.[^.]/.test(name) && !properties.has(name));
  if (dotted.length === 0) return sent;
  const nested: Record<string, Json> = {};
  for (const [name, value] of Object.entries(sent)) {
    const [first = '', ...rest] = name.split('.');
    const outer = dotted.includes(name)
      ? [...properties.keys()].find((each) => withoutSeparators(each) === withoutSeparators(first))
      : undefined;
    if (outer === undefined) setOwn(nested, name, value);
    else {
      const isSnake = [...properties.keys()].some((each) => /[a-z]_[a-z]/.test(each));
      const inner = isSnake ? rest.map(snakeCase).join('.') : rest.join('.');
      setOwn(nested, outer, {
        ...(isObject(nested[outer] ?? null) ? (nested[outer] as JsonObject) : {}),
        [inner]: value,
      });
    }
  }
  return nested;
}

/** The list that a form fills by repeating the name of one item: `permissions` for `Permission`. */
function listNamed(
  mock: MockContext,
  properties: ReadonlyMap<string, Schema>,
  sent: JsonObject,
  name: string,
): string | undefined {
  const plural = `${withoutSeparators(name)}s`;
  const lists = [...properties].filter(
    ([each, property]) =>
      withoutSeparators(each) === plural && !Object.hasOwn(sent, each) && mock.fieldsOf(property).items !== undefined,
  );
  return lists.length === 1 ? lists[0]?.[0] : undefined;
}

/** What an id stands for in a list of objects with an id: `training_file: "7"` for `training_files`. A text becomes the object later, unless it fits. */
function recordNamed({ fieldsOf, validator }: MockContext, list: Schema, value: Json): Json | undefined {
  const { items } = fieldsOf(list);
  if (items === undefined || !fieldsOf(items).properties.has('id')) return undefined;
  return validator.accepts(items, value, 'response') ? { id: value } : value;
}

/**
 * The sent properties without an object that only holds properties of the record: `{ options: { title } }` for a record with a `title` and without
 * `options`.
 */
export function withoutHolders(mock: MockContext, schema: Schema, sent: JsonObject): JsonObject {
  const { properties } = mock.fieldsOf(schema);
  const known = new Set([...properties.keys()].map(withoutSeparators));
  const isHolder = ([name, value]: readonly [string, Json]): boolean => {
    if (!isObject(value) || known.has(withoutSeparators(name))) return false;
    const names = Object.keys(value);
    return names.length > 0 && names.every((each) => known.has(withoutSeparators(each)) && !Object.hasOwn(sent, each));
  };
  const holders = Object.entries(sent).filter(isHolder);
  if (holders.length === 0) return sent;
  const kept = Object.entries(sent).filter(([name]) => !holders.some(([each]) => each === name));
  return { ...Object.fromEntries(kept), ...Object.assign({}, ...holders.map(([, value]) => value)) };
}

/**
 * The sent properties with those of the one free object that a body documents and the record does not have, where a record may have any properties:
 * `{ data: { title } }` of a document whose properties its client chooses.
 */
export function withFreeProperties(mock: MockContext, schema: Schema, body: Schema, sent: JsonObject): JsonObject {
  const { open, properties: own } = mock.fieldsOf(schema);
  if (!open) return sent;
  const isFree = (name: string, property: Schema): boolean => {
    const { properties, items } = mock.fieldsOf(property);
    return (
      !own.has(name) && properties.size === 0 && items === undefined && typesOf(mock.api, property).includes('object')
    );
  };
  const [only, ...others] = [...mock.fieldsOf(body).properties].filter((each) => isFree(...each));
  const value = only === undefined || others.length > 0 ? undefined : sent[only[0]];
  if (only === undefined || !isObject(value)) return sent;
  return { ...Object.fromEntries(Object.entries(sent).filter(([name]) => name !== only[0])), ...value };
}

/** The object whose id is sent under the name of both: `chat: { id: 7 }` for `chat_id=7`. */
function objectOf(
  mock: MockContext,
  properties: ReadonlyMap<string, Schema>,
  sent: JsonObject,
  [name, value]: readonly [string, Json],
): readonly [string, JsonObject] | undefined {
  const words = wordsOf(name);
  const id = words.at(-1) ?? '';
  if (words.length < 2 || !IDS.has(id) || value === null || typeof value === 'object') return undefined;
  const plain = words.slice(0, -1).join('');
  const [only, ...others] = [...properties].filter(([each]) => withoutSeparators(each) === plain);
  if (only === undefined || others.length > 0 || Object.hasOwn(sent, only[0])) return undefined;
  const { properties: theirs } = mock.fieldsOf(only[1]);
  // `reply_to_message: { message_id: 7 }` for `reply_to_message_id=7`.
  const isEnd = (each: string): boolean =>
    wordsOf(each).at(-1) === id && words.join('').endsWith(wordsOf(each).join(''));
  const own = theirs.has(id) ? id : [...theirs.keys()].find(isEnd);
  const inner = own === undefined ? undefined : theirs.get(own);
  return own !== undefined && inner !== undefined && mock.validator.accepts(inner, value, 'response')
    ? [only[0], { [own]: value }]
    : undefined;
}

const IDS = new Set(['id', 'uuid', 'gid']);

/** The list with an item for each kind that is sent: `room_ids: [{ id, size: "big" }]` for `room_size: ["big"]`. */
function listOfKinds(
  mock: MockContext,
  properties: ReadonlyMap<string, Schema>,
  sent: JsonObject,
  [name, values]: readonly [string, readonly Json[]],
): readonly [string, Json] | undefined {
  const words = wordsOf(name);
  const lists = [...properties].flatMap(([each, property]): readonly (readonly [string, string])[] => {
    const { items } = mock.fieldsOf(property);
    if (items === undefined || wordsOf(each)[0] !== words[0] || Object.hasOwn(sent, each)) return [];
    const kinds = [...mock.fieldsOf(items).properties].filter(([kind, schema]) => {
      const target = mock.api.deref(schema);
      const listed = typeof target === 'object' ? (target.enum ?? []) : [];
      const isNamed = words.length > 1 && withoutSeparators(kind) === words.slice(1).join('');
      return isNamed && values.every((value) => listed.includes(value));
    });
    return kinds.map(([kind]) => [each, kind]);
  });
  const [only, ...others] = lists;
  return only === undefined || others.length > 0 ? undefined : [only[0], values.map((value) => ({ [only[1]]: value }))];
}

/** The list with an item for each member that is sent: `media: [{ url }]` for `media_urls`, `contacts: [{ email }]` for `contact_emails`. */
function listOfMembers(
  mock: MockContext,
  properties: ReadonlyMap<string, Schema>,
  sent: JsonObject,
  [name, values]: readonly [string, readonly Json[]],
): readonly [string, Json] | undefined {
  const words = wordsOf(name);
  const member = words.at(-1)?.replace(/s$/, '') ?? '';
  const list = words.slice(0, -1).join('');
  if (list === '' || words.at(-1) === member) return undefined;
  const [only, ...others] = [...properties].filter(([each]) => [list, `${list}s`].includes(withoutSeparators(each)));
  const items = only === undefined || Object.hasOwn(sent, only[0]) ? undefined : mock.fieldsOf(only[1]).items;
  if (only === undefined || others.length > 0 || items === undefined) return undefined;
  const inner = mock.fieldsOf(items).properties.get(member);
  const fits = (value: Json): boolean => inner !== undefined && mock.validator.accepts(inner, value, 'response');
  return values.every(fits) ? [only[0], values.map((value) => ({ [member]: value }))] : undefined;
}

/** The map property for free values: `user_metadata` of a user for a sent `data`. */
function mapFor(
  { api }: MockContext,
  properties: ReadonlyMap<string, Schema>,
  name: string,
  about: string,
): string | undefined {
  const plain = withoutSeparators(name);
  const maps = [...properties].flatMap(([each, property]) => {
    const target = api.deref(property);
    const isMap = typeof target === 'object' && target.type === 'object' && target.properties === undefined;
    return isMap && withoutSeparators(each).endsWith(plain) ? [each] : [];
  });
  const own =
    maps.length > 1 ? maps.filter((each) => withoutSeparators(each).startsWith(withoutSeparators(about))) : maps;
  return own.length === 1 ? own[0] : undefined;
}

/**
 * The only property with that name in another spelling, or without the name of the resource (`factor_type`
 * of a factor), unless it was sent as well.
 */
function ownName(
  properties: ReadonlyMap<string, Schema>,
  sent: object,
  name: string,
  about: string,
): string | undefined {
  const called = (plain: string): string | undefined => {
    const [only, ...others] = [...properties.keys()].filter((each) => withoutSeparators(each) === plain);
    return only === undefined || others.length > 0 || Object.hasOwn(sent, only) ? undefined : only;
  };
  const [plain, thing] = [withoutSeparators(name), withoutSeparators(about)];
  // `new_branch_name` of a branch is its `name`.
  const fresh = /^new(?=.{2})/.test(plain) && /^new(?:[_-]|[A-Z])/.test(name) ? plain.slice('new'.length) : undefined;
  const isOfThing = (each: string): boolean => thing !== '' && each.startsWith(thing) && each.length > thing.length;
  const spellings = [plain, ...(fresh === undefined ? [] : [fresh])];
  return spellings
    .flatMap((each) => [each, ...(isOfThing(each) ? [each.slice(thing.length)] : [])])
    .map(called)
    .find((each) => each !== undefined);
}

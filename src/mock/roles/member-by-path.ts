import type { Json, JsonObject } from '../../core/index.ts';
import { type Schema, typesOf } from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import { idFromText } from '../fields/path-fields.ts';
import type { MockContext, RoleCall } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import { keyOf } from '../model/place.ts';
import { newPart } from '../parts/new-part.ts';
import { callerOf } from '../seed/caller.ts';
import { bodyInside, changeMembers, inFormOf, memberWord } from './listed-members.ts';

/** A path that names one member of a list of the item in front: `/customers/{id}/groups/{group}`. */
const MEMBER = /\/\{([^{}]+)\}\/([^/{}]+)\/\{([^{}]+)\}$/;

/**
 * The list in which a path names one member: PUT puts it in, DELETE takes it out (`/customers/{id}/groups/{group}`, where a customer has `group_ids`,
 * or `/messages/{id}/reactions/{emoji}`, where a message has `reactions: [{ emoji, count }]`). `undefined` for other paths.
 */
export function memberByPath(
  call: RoleCall,
  before: JsonObject,
): readonly (readonly [name: string, members: Json])[] | undefined {
  const { mock, context, place } = call;
  const { method, path } = context.operation;
  const [, item, word = '', parameter = ''] = MEMBER.exec(path) ?? [];
  const member = context.parameters.path[parameter];
  if (item === undefined || item !== context.role.id?.parameter || member === undefined) return undefined;
  if (method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE') return [];
  return [...mock.fieldsOf(place.resource.schema).properties].flatMap(([name, property]) => {
    const { items } = mock.fieldsOf(property);
    if (items === undefined || memberWord(name) !== memberWord(word)) return [];
    const there = Object.hasOwn(before, name) ? (before[name] ?? []) : [];
    const list = isArray(there) ? there : [];
    const key = keyIn(mock, items, { word, parameter, member });
    const members =
      key === undefined ? idsAfter(call, { name, property, word }, list, member) : objectsAfter(call, items, list, key);
    return members !== undefined && mock.validator.accepts(property, members, 'response')
      ? [[name, members] as const]
      : [];
  });
}

function idsAfter(
  { mock, context: { operation }, place }: RoleCall,
  { name, property, word }: { readonly name: string; readonly property: Schema; readonly word: string },
  list: readonly Json[],
  member: Json,
): readonly Json[] | undefined {
  const given = operation.method === 'PATCH' ? undefined : inFormOf(mock, place, { name, property }, [member]);
  if (given === undefined) return undefined;
  return changeMembers(list, given, operation.method === 'PUT' ? 'POST' : operation.method, word);
}

/** The property in which the objects of a list differ, and its value in the path. */
interface MemberKey {
  readonly name: string;
  readonly value: Json;
}

/** The objects of a list after a request for one of them. Where an object lists who is behind it, the caller comes in and goes. */
function objectsAfter(
  call: RoleCall,
  items: Schema,
  list: readonly Json[],
  { name, value }: MemberKey,
): readonly Json[] | undefined {
  const { mock, context, place } = call;
  const { method } = context.operation;
  const isMeant = (each: Json): boolean => isObject(each) && String(each[name]) === String(value);
  const found = list.find(isMeant);
  const before = found === undefined ? undefined : asObject(found);
  const people = peopleIn(call, items);
  const replaced = (after: JsonObject): readonly Json[] => list.map((each) => (each === found ? after : each));
  if (method === 'DELETE') {
    const left = before === undefined || people === undefined ? undefined : withoutCaller(before, people);
    return left === undefined ? list.filter((each) => !isMeant(each)) : replaced(left);
  }
  const { body } = context.request;
  const sent = body.kind === 'parsed' ? bodyInside(asObject(body.value)) : undefined;
  const { properties } = mock.fieldsOf(items);
  const ownValues = Object.fromEntries(Object.entries(sent ?? {}).filter(([each]) => properties.has(each)));
  if (before === undefined) {
    if (method === 'PATCH') return undefined;
    const own = people === undefined ? {} : { [people.name]: people.caller === undefined ? [] : [people.caller] };
    const made = newPart(mock, items, `${place.collection}/${context.request.path}`, {
      ...own,
      ...ownValues,
      [name]: value,
    });
    return made === undefined ? undefined : [...list, made];
  }
  if (sent !== undefined) return replaced({ ...before, ...ownValues, [name]: before[name] ?? value });
  return people === undefined ? undefined : replaced(withCaller(before, people));
}

/** The list of an object that names who is behind it, and the id of the caller in its form. */
interface People {
  readonly name: string;
  readonly caller: Json | undefined;
}

const PEOPLE = /^(?:users?|members?|accounts?|voters?|people|persons?|profiles?|authors?)(?:ids?|names?)?$/;

/** The list of people in the objects of a list: `userIds` of a reaction. */
function peopleIn({ mock, context, tx }: RoleCall, items: Schema): People | undefined {
  const [found] = [...mock.fieldsOf(items).properties].flatMap(([name, property]) => {
    const { items: each } = mock.fieldsOf(property);
    const isPlain = each !== undefined && !typesOf(mock.api, each).includes('object');
    return isPlain && PEOPLE.test(withoutSeparators(name)) ? [{ name, each }] : [];
  });
  if (found === undefined) return undefined;
  const caller = callerOf(mock, context, tx);
  const id = caller === undefined ? undefined : idFromText(mock, caller.place.resource, caller.id);
  return {
    name: found.name,
    caller: id !== undefined && mock.validator.accepts(found.each, id, 'response') ? id : undefined,
  };
}

function peopleOf(object: JsonObject, name: string): readonly Json[] {
  const list = object[name];
  return list !== undefined && isArray(list) ? list : [];
}

function withCaller(object: JsonObject, { name, caller }: People): JsonObject {
  const there = peopleOf(object, name);
  return caller === undefined || there.includes(caller)
    ? object
    : withCount({ ...object, [name]: [...there, caller] }, 1);
}

/** An object without the caller. `undefined`: nothing of it is left. */
function withoutCaller(object: JsonObject, { name, caller }: People): JsonObject | undefined {
  const there = peopleOf(object, name);
  if (caller === undefined) return undefined;
  const left = there.filter((each) => each !== caller);
  if (left.length === there.length) return object;
  return left.length === 0 ? undefined : withCount({ ...object, [name]: left }, -1);
}

function withCount(object: JsonObject, step: number): JsonObject {
  const { count } = object;
  return typeof count === 'number' ? { ...object, count: Math.max(0, count + step) } : object;
}

/** The last words of a path, and the value of its last parameter. */
interface NamedMember {
  readonly word: string;
  readonly parameter: string;
  readonly member: Json;
}

/**
 * The property by which a path names one of the listed objects: `sample_id` below `/samples/{sample_id}`, `environment` or `key` for
 * `/environments/{envKey}`, `questionKey` for `/answers/{key}`.
 */
function keyIn(mock: MockContext, items: Schema, { word, parameter, member }: NamedMember): MemberKey | undefined {
  const { properties } = mock.fieldsOf(items);
  const [own, one] = [withoutSeparators(parameter), memberWord(word)];
  const end = ENDS.find((each) => own.endsWith(each) && own !== each);
  const names = [own, own.startsWith(one) ? own.slice(one.length) : '', one + own, one, end ?? '', ...ENDS];
  const byName = new Map([...properties.keys()].map((name) => [withoutSeparators(name), name]));
  const [found] = names.flatMap((each): readonly MemberKey[] => {
    const name = each === '' ? undefined : byName.get(each);
    const property = name === undefined ? undefined : properties.get(name);
    if (name === undefined || property === undefined) return [];
    const value = [member, keyOf(member), Number(member)].find((form) =>
      mock.validator.accepts(property, form, 'response'),
    );
    return value === undefined ? [] : [{ name, value }];
  });
  return found;
}

/** Common names of what tells objects apart. */
const ENDS: readonly string[] = ['key', 'id', 'code', 'slug', 'sku', 'name'];

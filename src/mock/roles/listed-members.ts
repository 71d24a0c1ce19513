import type { Json, JsonObject } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { lastSegment, type Schema } from '../../spec/index.ts';
import { isArray, isObject, jsonEquals, withoutSeparators } from '../../wire/index.ts';
import { drawnAround } from '../fields/draw.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';

const TAKES_OUT = /^(?:remove|delete|detach|unassign|unlink|untag)(?=[-_A-Z]|s?$)/;

/** `set_rules` replaces the rules. */
const REPLACES = /^(?:set|replace)(?=[-_A-Z])/;

const PUTS_IN = /^(?:add|attach|assign|link|insert)(?=[-_A-Z]|s?$)/;

/**
 * Lists of an item that an action below it changes: the body has a list of the same name or one of its members, and the path names what it lists
 * (`POST /firewalls/{id}/droplets` with `droplet_ids`, `POST /tasks/{id}/addTag` with `tag`). POST adds, PUT replaces, DELETE and `removeTags` take out.
 */
export function listedMembers(
  mock: MockContext,
  context: RequestContext,
  place: EntityPlace,
  before: JsonObject,
): readonly (readonly [name: string, members: Json])[] {
  const {
    operation: { method, path },
    request: { body },
  } = context;
  const sent = bodyInside(body.kind === 'parsed' ? asObject(body.value) : {});
  const word = lastSegment(path);
  if (word.startsWith('{') || method === 'GET') return [];
  const keyed = keyedMembers(mock, place, { word, sent }, before);
  if (keyed.length > 0) return keyed;
  const { properties, readOnly } = mock.fieldsOf(place.resource.schema);
  const hasVerb = PUTS_IN.test(word) || TAKES_OUT.test(word);
  return [...properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const there = Object.hasOwn(before, name) ? (before[name] ?? []) : [];
    const steps = method === 'DELETE' ? undefined : stepsOf(sent, name, isMeant(name, word));
    if (steps !== undefined && isArray(there)) {
      const changed = steps.reduce((list, { verb, members }) => changeMembers(list, members, method, verb), there);
      const isNew = !jsonEquals(there, changed) && mock.validator.accepts(property, changed, 'response');
      return isNew ? [[name, changed]] : [];
    }
    if ((readOnly.has(name) && !hasVerb) || !isMeant(name, word)) return [];
    // `POST /domains/{id}/ips` with `{ ip }` alone.
    const isAlone = Object.keys(sent).length === 1 && withoutSeparators(name) === withoutSeparators(word);
    const sentMembers =
      givenIn(sent, name, hasVerb || isAlone) ??
      (hasVerb ? membersMeant(mock, { property, there: before[name], word }, sent) : undefined);
    const given = sentMembers === undefined ? undefined : inFormOf(mock, place, { name, property }, sentMembers);
    if (given === undefined) return [];
    const members = changeMembers(isArray(there) ? there : [], given, method, word);
    return jsonEquals(there, members) || !mock.validator.accepts(property, members, 'response')
      ? []
      : [[name, members]];
  });
}

/**
 * The map in which an action puts what it names, by its id, or from which it takes that out: `Containers` of a network after `POST
 * /networks/{id}/connect` with `{ Container: "7" }`.
 */
function keyedMembers(
  mock: MockContext,
  { resource, collection }: EntityPlace,
  { word, sent }: { readonly word: string; readonly sent: JsonObject },
  before: JsonObject,
): readonly (readonly [name: string, members: Json])[] {
  const [joins, leaves] = [JOINS.test(word), LEAVES.test(word)];
  if (!joins && !leaves) return [];
  return [...mock.fieldsOf(resource.schema).properties].flatMap(([name, property]) => {
    const map = mock.api.deref(property);
    const values = typeof map === 'object' && map.properties === undefined ? map.additionalProperties : undefined;
    const key = Object.entries(sent).find(([each]) => each !== name && memberWord(each) === memberWord(name))?.[1];
    if (values === undefined || typeof key !== 'string') return [];
    const { [key]: own, ...others } = asObject(before[name]);
    const drawn = joins
      ? (own ?? drawnAround(mock, values, `${collection}/${name}/${key}`, { known: {}, optional: 'all' }))
      : undefined;
    const members: JsonObject = drawn === undefined ? others : { ...others, [key]: drawn };
    return mock.validator.accepts(property, members, 'response') ? [[name, members] as const] : [];
  });
}

const JOINS = /^(?:connect|join|add|attach|link|assign)$/;
const LEAVES = /^(?:disconnect|leave|remove|detach|unlink|unassign)$/;

/** What stands in the envelope of a body: `{ data: { tag: "7" } }`. */
export function bodyInside(sent: JsonObject): JsonObject {
  const inner = sent['data'] ?? null;
  return Object.keys(sent).length === 1 && isObject(inner) ? inner : sent;
}

/** What is added to a list, or taken out of it. */
interface MemberStep {
  readonly verb: string;
  readonly members: readonly Json[];
}

/**
 * The members that a body adds to a list and takes out of it: `{ included: { add: ["7"], remove: ["8"] } }` for the list `included`, or `{ add: ["7"] }`
 * where the path names the list.
 */
function stepsOf(sent: JsonObject, name: string, isNamedByPath: boolean): readonly MemberStep[] | undefined {
  const own = Object.entries(sent).find(([each]) => withoutSeparators(each) === withoutSeparators(name))?.[1];
  const holder = own ?? (isNamedByPath ? sent : undefined);
  const steps = Object.entries(asObject(holder ?? null));
  const isStep = ([verb, members]: readonly [string, Json]): boolean =>
    isArray(members) && (TAKES_OUT.test(verb) || PUTS_IN.test(verb));
  if (steps.length === 0 || !steps.every(isStep)) return undefined;
  return steps.map(([verb, members]) => ({ verb, members: isArray(members) ? members : [] }));
}

/** The members in a body: under the name of the list, or one of them under the name of a member. */
function givenIn(sent: JsonObject, name: string, mayBeOne: boolean): readonly Json[] | undefined {
  const [, list] = Object.entries(sent).find(([each]) => withoutSeparators(each) === withoutSeparators(name)) ?? [];
  if (list !== undefined && isArray(list)) return list;
  const isOne = (each: string): boolean =>
    memberWord(each) === memberWord(name) || `${withoutSeparators(each)}s` === withoutSeparators(name);
  const [, member] = Object.entries(sent).find(([each]) => isOne(each)) ?? [];
  return mayBeOne && member !== undefined && member !== null && typeof member !== 'object' ? [member] : undefined;
}

/** A list that an action changes, and the last word of the action's path. */
interface ChangedList {
  readonly property: Schema;
  readonly there: Json | undefined;
  readonly word: string;
}

/**
 * The members that a body is or describes: `add_route` sends a new route, `delete_route` what the routes to delete have.
 */
function membersMeant(
  mock: MockContext,
  { property, there, word }: ChangedList,
  sent: JsonObject,
): readonly Json[] | undefined {
  const { items } = mock.fieldsOf(property);
  const inner = items === undefined ? undefined : mock.fieldsOf(items).properties;
  const names = Object.keys(sent);
  if (items === undefined || inner === undefined || names.length === 0 || !names.every((name) => inner.has(name)))
    return undefined;
  if (TAKES_OUT.test(word))
    return (there !== undefined && isArray(there) ? there : []).filter(
      (each) => isObject(each) && names.every((name) => jsonEquals(each[name] ?? null, sent[name] ?? null)),
    );
  if (mock.validator.accepts(items, sent, 'response')) return [sent];
  const drawn = drawnAround(mock, items, `${word}/${JSON.stringify(sent)}`, { known: sent, optional: 'required' });
  return drawn === undefined ? undefined : [drawn];
}

/** Members in the form that the list shows: an id is the object that has it. Names of what is shown as objects are not members. */
export function inFormOf(
  mock: MockContext,
  { resource, collection }: EntityPlace,
  { name, property }: { readonly name: string; readonly property: Schema },
  given: readonly Json[],
): readonly Json[] | undefined {
  const { items } = mock.fieldsOf(property);
  const areObjects = items !== undefined && mock.fieldsOf(items).properties.size > 0;
  if (!areObjects || given.every(isObject)) return given;
  const start = `${pointerTo(name)}/*/`;
  const relation = resource.relations.find(({ pointer }) => pointer.startsWith(start));
  const own = resource.id?.property;
  const shown = items === undefined || own === undefined ? undefined : mock.fieldsOf(items).properties.has(own);
  const id = relation?.pointer.slice(start.length) ?? (shown === true ? own : undefined);
  if (id === undefined || given.some(isObject)) return undefined;
  const drawn = given.map((each) =>
    drawnAround(mock, items, `${collection}/${name}/${String(each)}`, { known: { [id]: each }, optional: 'required' }),
  );
  return drawn.every((each) => each !== undefined) ? drawn : undefined;
}

/** Whether the last word of a path speaks of what a list holds: `droplets` or `addDroplets` of `droplet_ids`. */
function isMeant(name: string, word: string): boolean {
  const [list, pathName] = [memberWord(name), memberWord(word)];
  return list !== '' && pathName !== '' && (list.endsWith(pathName) || pathName.endsWith(list));
}

/** The word for one member of a list. */
export function memberWord(text: string): string {
  return withoutSeparators(text)
    .replace(/(?:ids|names|keys|uuids)$/, '')
    .replace(/s$/, '');
}

export function changeMembers(
  there: readonly Json[],
  given: readonly Json[],
  method: string,
  word: string,
): readonly Json[] {
  const isIn = (list: readonly Json[], one: Json): boolean => list.some((each) => isSame(each, one));
  if (method === 'DELETE' || TAKES_OUT.test(word)) return there.filter((each) => !isIn(given, each));
  return method === 'PUT' || REPLACES.test(word) ? given : [...there, ...given.filter((each) => !isIn(there, each))];
}

/** Whether two members are one: equal, or objects with the same id. */
function isSame(one: Json, other: Json): boolean {
  if (jsonEquals(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  const id = ['id', 'gid', 'uuid', 'sid', 'guid'].find(
    (name) => Object.hasOwn(one, name) && Object.hasOwn(other, name),
  );
  return id !== undefined && jsonEquals(one[id] ?? null, other[id] ?? null);
}

import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject, jsonEquals } from '../../wire/index.ts';
import { withoutSeparators } from '../facts/list-filter.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { EntityPlace } from '../model/place.ts';

const TAKES_OUT = /^(?:remove|delete|detach|unassign|unlink|untag)(?=[-_A-Z]|s?$)/;

/**
 * Lists of an item that an action below it changes: the body has a list of the same name, and the path names what it lists
 * (`POST /firewalls/{id}/droplets` with `droplet_ids`). POST adds, PUT replaces, DELETE and `removeTags` take out.
 */
export function listedMembers(
  parts: MockContext,
  { operation: { method, path }, request: { body } }: RequestContext,
  { resource }: EntityPlace,
  before: JsonObject,
): readonly (readonly [name: string, members: Json])[] {
  const sent = body.kind === 'parsed' ? asObject(body.value) : {};
  const word = path.slice(path.lastIndexOf('/') + 1);
  if (word.startsWith('{') || method === 'GET') return [];
  const { properties, readOnly } = parts.fieldsOf(resource.schema);
  return [...properties].flatMap(([name, property]): readonly (readonly [string, Json])[] => {
    const [, given] = Object.entries(sent).find(([each]) => withoutSeparators(each) === withoutSeparators(name)) ?? [];
    if (!isArray(given ?? null) || readOnly.has(name) || !isMeant(name, word)) return [];
    // Names of what is shown as objects are not members.
    const { items } = parts.fieldsOf(property);
    const areObjects = items !== undefined && parts.fieldsOf(items).properties.size > 0;
    if (areObjects && !(given as readonly Json[]).every(isObject)) return [];
    const there = Object.hasOwn(before, name) ? (before[name] ?? []) : [];
    const members = changed(isArray(there) ? there : [], given as readonly Json[], method, word);
    return jsonEquals(there, members) || !parts.validator.accepts(property, members, 'response')
      ? []
      : [[name, members]];
  });
}

/** Whether the last word of a path speaks of what a list holds: `droplets` or `addDroplets` of `droplet_ids`. */
function isMeant(name: string, word: string): boolean {
  const one = (text: string): string =>
    withoutSeparators(text)
      .replace(/(?:ids|names|keys|uuids)$/, '')
      .replace(/s$/, '');
  const [list, said] = [one(name), one(word)];
  return list !== '' && said !== '' && (list.endsWith(said) || said.endsWith(list));
}

function changed(there: readonly Json[], given: readonly Json[], method: string, word: string): readonly Json[] {
  const isIn = (list: readonly Json[], one: Json): boolean => list.some((each) => jsonEquals(each, one));
  if (method === 'DELETE' || TAKES_OUT.test(word)) return there.filter((each) => !isIn(given, each));
  return method === 'PUT' ? given : [...there, ...given.filter((each) => !isIn(there, each))];
}

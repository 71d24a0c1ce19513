import type { Json } from '../../core/index.ts';
import { lastLiteral, type Operation } from '../../spec/index.ts';
import { isArray, isObject, singular, withoutSeparators } from '../../wire/index.ts';
import { getOr } from '../model/get-or.ts';
import { commandOf, isOwnName, nounOfCommand, OWN_NAMES } from '../resource-index/commands.ts';

/** Ids and names in answers, by the parameter or property that may take them. */
export interface ShownValues {
  /**
   * `about`: the path that was read, or the name of a resource. What the answer only repeats of `sent`, the body
   * of `by`, is not a value for `by` itself: two records would have it.
   */
  saw(about: string, value: Json, repeating?: { readonly by: string; readonly sent: Json }): void;
  /**
   * Keeps the names of what an accepted command made: those that it was sent (`/auth/role/add` with `{ name }` made a role),
   * and the ids that it answered (`/createGroup` with `{ groupID }`).
   */
  made(operation: Operation, sent: Json, answered?: Json): void;
  /** Drops the id of what a command has made, because a refusal says that it does not exist. */
  gone(value: string): void;
  /** Ids of what commands have made, by their name: `groupID`. */
  madeUnder(name: string): readonly Json[];
  /** Values for a name in a request of an operation, in the order in which they were seen; else those that commands have made. */
  under(name: string, operation?: Operation): readonly Json[];
  /** The first value for the parameter at the end of a path that fits it: `/routes/{id}` takes what stands under `routeId`. */
  at(template: string, fits: (value: Json) => boolean): Json | undefined;
}

/** A value, and the operation that sent it itself. */
interface ShownValue {
  readonly value: Json;
  readonly by?: string;
}

const MOST_VALUES = 8;
const MOST_NODES = 2_000;
const MOST_DEPTH = 4;

/**
 * A property `serverId` is kept under its name. `id` and `name` of an item in `servers` are kept under
 * `serverId` and `serverName`.
 */
export function createShownValues(): ShownValues {
  const known = new Map<string, ShownValue[]>();
  const keep = (name: string, shown: ShownValue): void => {
    const list = getOr(known, name, () => []);
    if (list.length < MOST_VALUES && !list.some(({ value }) => value === shown.value)) list.push(shown);
  };
  const commands = new Map<string, Json[]>();
  const ofCommands = (wanted: string, operation: Operation | undefined): readonly Json[] => {
    if (operation === undefined) return [];
    const noun = nounOfCommand(operation);
    const about = OWN_NAMES.has(wanted) && noun !== undefined ? `${noun}${wanted}` : wanted;
    return [about, ...[...OWN_NAMES].map((own) => `${about}${own}`)].flatMap((key) => commands.get(key) ?? []);
  };
  const under = (name: string, operation?: Operation): readonly Json[] => {
    const wanted = withoutSeparators(name);
    // What a command makes needs a name of its own.
    if (operation !== undefined && commandOf(operation) === 'make' && isOwnName(operation, wanted)) return [];
    const made = ofCommands(wanted, operation);
    if (made.length > 0) return made;
    const about = wanted.replace(/(id|name|key|slug|uuid)$/, '');
    const all =
      known.get(wanted) ??
      (about === wanted
        ? known.get(`${about}id`)
        : [...OWN_NAMES].flatMap((own) => known.get(`${about}${own}`) ?? [])) ??
      [];
    return all.flatMap(({ value, by }) => (by === undefined || by !== operation?.id ? [value] : []));
  };
  return {
    under,
    gone(value) {
      for (const [name, list] of commands)
        commands.set(
          name,
          list.filter((each) => String(each) !== value),
        );
    },
    madeUnder: (name) => commands.get(withoutSeparators(name)) ?? [],
    made(operation, sent, answered = null) {
      const noun = nounOfCommand(operation);
      if (noun === undefined || commandOf(operation) !== 'make') return;
      // Every answer has a `code` or a `name` of its own.
      const given = membersIn(answered).filter(([name]) => !OWN_NAMES.has(withoutSeparators(name)));
      for (const [name, value] of [...(isObject(sent) ? Object.entries(sent) : []), ...given]) {
        const own = withoutSeparators(name);
        if (!isOwnName(operation, own) || (typeof value !== 'string' && typeof value !== 'number') || value === '')
          continue;
        const list = getOr(commands, OWN_NAMES.has(own) ? `${noun}${own}` : own, () => []);
        if (list.length < MOST_VALUES && !list.includes(value)) list.push(value);
      }
    },
    at(template, fits) {
      const name = /\{([^{}]+)\}$/.exec(template)?.[1];
      if (name === undefined) return undefined;
      const wanted = OWN_NAMES.has(withoutSeparators(name)) ? `${oneOf(lastLiteral(template))}${name}` : name;
      return under(wanted).find(fits);
    },
    saw(place, value, repeating) {
      const sent = new Set(repeating === undefined ? [] : scalarsIn(repeating.sent));
      const own = (each: Json): ShownValue =>
        repeating !== undefined && sent.has(each) ? { value: each, by: repeating.by } : { value: each };
      let nodes = 0;
      const walk = (each: Json, about: string): void => {
        nodes += 1;
        if (nodes > MOST_NODES) return;
        if (isArray(each)) for (const item of each.slice(0, MOST_VALUES)) walk(item, about);
        if (!isObject(each)) return;
        for (const [name, member] of Object.entries(each)) {
          if (typeof member === 'object' && member !== null)
            walk(member, isArray(member) || about === '' ? oneOf(name) : withoutSeparators(name));
          else if (member !== null && typeof member !== 'boolean' && member !== '') {
            keep(withoutSeparators(name), own(member));
            const named = typeof member === 'string' ? recordNamed(withoutSeparators(name), member) : undefined;
            if (named !== undefined) keep(named.about, own(named.id));
            if (OWN_NAMES.has(withoutSeparators(name)) && about !== '')
              keep(`${about}${withoutSeparators(name)}`, own(member));
          }
        }
      };
      walk(value, oneOf(lastLiteral(place)));
    },
  };
}

const RESOURCE_NAME = /^\/?(?:[\w-]+\/[^/\s]+\/)*([\w-]+)\/([^/\s]+)$/;

/** The record in a resource name under `name`, or under its own word: `op-1` of the operation `operations/op-1`. */
function recordNamed(property: string, value: string): { readonly about: string; readonly id: string } | undefined {
  const [, word = '', id = ''] = RESOURCE_NAME.exec(value) ?? [];
  const about = oneOf(word);
  return about !== '' && (OWN_NAMES.has(property) || about === property) ? { about, id } : undefined;
}

/** The members of an object and of the objects inside it, lists aside. */
function membersIn(value: Json, depth = 0): readonly (readonly [name: string, value: Json])[] {
  if (!isObject(value) || depth > MOST_DEPTH) return [];
  return Object.entries(value).flatMap(([name, member]) => [[name, member] as const, ...membersIn(member, depth + 1)]);
}

/** All strings, numbers, booleans and nulls in a value. */
export function scalarsIn(value: Json): readonly Json[] {
  if (isArray(value)) return value.flatMap(scalarsIn);
  return isObject(value) ? Object.values(value).flatMap(scalarsIn) : [value];
}

/** The singular of a name, without separators: `postCategory` of `post_categories`. */
function oneOf(name: string): string {
  return withoutSeparators(singular(name));
}

import type { Json, JsonObject } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { wordsOf } from '../../spec/index.ts';
import { isArray, isObject, jsonEquals, snakeCase, withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

const CHANGES = new Set(['change', 'set', 'update']);
const PUTS_IN = new Set(['attach', 'add', 'connect', 'assign', 'join', ...CHANGES]);
const TAKES_OUT = new Set(['detach', 'remove', 'disconnect', 'unassign', 'leave', 'delete']);

/**
 * The list of an item with the entry that an action puts in, changes or takes out: `attach_to_network` with `{ network, ip }` for a list whose entries have
 * these properties, `change_dns_ptr` with `{ ip, dns_ptr }` for the list `dns_ptr`. Undefined where no list or several have a place for what was sent.
 */
export function entryByAction(
  { fieldsOf }: Pick<MockContext, 'fieldsOf'>,
  schema: Schema,
  { word, sent }: { readonly word: string; readonly sent: JsonObject },
  before: JsonObject,
): JsonObject | undefined {
  const [verb = '', ...about] = wordsOf(word);
  const noun = about.filter((each) => !BETWEEN.has(each)).join('');
  const puts = PUTS_IN.has(verb);
  const names = Object.keys(sent);
  if (noun === '' || names.length === 0 || !(puts || TAKES_OUT.has(verb))) return undefined;
  const lists = [...fieldsOf(schema).properties].flatMap(([name, property]): ListOfEntries[] => {
    const { items } = fieldsOf(property);
    const entry = items === undefined ? undefined : fieldsOf(items).properties;
    if (entry === undefined || !names.every((each) => entry.has(each))) return [];
    const own = names.find((each) => withoutSeparators(each) === noun);
    const isCalledSo = [noun, `${noun}s`].includes(withoutSeparators(name));
    // What the list is called after changes; the rest of what is sent says in which entry.
    const isChanged = withoutSeparators(name) === noun;
    const named = isChanged ? names.filter((each) => each !== own) : own === undefined ? [] : [own];
    const keys = own === undefined ? keysAmong(names, verb) : named;
    return (isCalledSo && names.length > 1) || own !== undefined ? [{ name, keys }] : [];
  });
  const [only, ...others] = lists;
  const held = only === undefined ? undefined : (before[only.name] ?? []);
  if (only === undefined || others.length > 0 || !isArray(held ?? null)) return undefined;
  const entries = held as readonly Json[];
  if (only.keys.length === 0) return puts && !CHANGES.has(verb) ? { [only.name]: [...entries, sent] } : undefined;
  const isMeant = (entry: Json): boolean =>
    isObject(entry) && only.keys.every((key) => jsonEquals(entry[key] ?? null, sent[key] ?? null));
  if (!puts) return { [only.name]: entries.filter((entry) => !isMeant(entry)) };
  const changed = entries.map((entry) => (isMeant(entry) && isObject(entry) ? { ...entry, ...sent } : entry));
  return { [only.name]: entries.some(isMeant) ? changed : [...entries, sent] };
}

/**
 * Which properties say what entry of a list is meant that none of them is called after: all of what is taken out, the ids of what changes. What is
 * added is another entry each time.
 */
function keysAmong(names: readonly string[], verb: string): readonly string[] {
  if (TAKES_OUT.has(verb)) return names;
  return CHANGES.has(verb) ? names.filter((each) => /(?:^|_)(?:id|key|name)$/.test(snakeCase(each))) : [];
}

interface ListOfEntries {
  readonly name: string;
  /** The properties that say which entry is meant. */
  readonly keys: readonly string[];
}

/** Words between a verb and what it is done with: `attach_to_network`. */
const BETWEEN = new Set(['to', 'from', 'in', 'into', 'a', 'an', 'the', 'with']);

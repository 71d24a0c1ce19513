import type { Json } from '../../core/index.ts';
import { pointerTo } from '../../resources/index.ts';
import { type Api, isJsonContent, type Operation, type ResponseSpec, typesOf } from '../../spec/index.ts';
import { isObject, valueAt, withoutSeparators, withValueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/** Flags of an answer, and what each says after its request. */
export type AnsweredFlags = readonly (readonly [pointer: string, value: boolean])[];

const CHANGED = /^(?:is)?(?:updated|created|added|changed|saved)$/;
const REMOVED = /^(?:is)?(?:deleted|removed)$/;

/**
 * Flags in the answer of a write that say what it did, where the answer shows no record: `deleted` of a deletion, and those that are called like the
 * collection (`liked` of `/likes`, `is_member` of `/members`), which are true after POST and PUT, and false after DELETE.
 */
export function answeredFlags(
  { method, path }: Operation,
  { content }: ResponseSpec,
  { api, fieldsOf }: Pick<MockContext, 'api' | 'fieldsOf'>,
): AnsweredFlags {
  const schema = content.find(isJsonContent)?.schema;
  if (schema === undefined || !/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) return [];
  const [segment = ''] = path
    .split('/')
    .filter((each) => each !== '' && !each.includes('{'))
    .slice(-1);
  // `silence` of `/users/{id}/silence.json`.
  const stems = new Set(
    segment
      .replace(/\.(?:json|xml)$/i, '')
      .split(/[-_]/)
      .map(stemOf),
  );
  const flagOf = (name: string): boolean | undefined => {
    const plain = withoutSeparators(name);
    if (method === 'DELETE' ? REMOVED.test(plain) : CHANGED.test(plain)) return true;
    const stem = stemOf(plain.replace(/^is(?=.{3})/, ''));
    if (stem.length < 3 || method === 'PATCH') return undefined;
    if (stems.has(stem)) return method !== 'DELETE';
    return stems.has(`un${stem}`) ? false : undefined;
  };
  // What an account has to do with another one: `{ id, following, blocking, … }`.
  const isOfFlags = (properties: ReadonlyMap<string, typeof schema>): boolean => {
    const flags = [...properties.values()].filter((each) => typesOf(api, each).includes('boolean')).length;
    return flags >= 3 && flags * 2 > properties.size;
  };
  const flagsIn = (holder: typeof schema, at: string, depth: number): AnsweredFlags => {
    const { properties } = fieldsOf(holder);
    if (['id', 'uuid', '_id'].some((name) => properties.has(name)) && !isOfFlags(properties)) return [];
    return [...properties].flatMap(([name, property]): AnsweredFlags => {
      const pointer = at + pointerTo(name);
      if (typesOf(api, property).includes('boolean')) {
        const value = flagOf(name);
        return value === undefined ? [] : [[pointer, value]];
      }
      return depth > 0 && fieldsOf(property).items === undefined ? flagsIn(property, pointer, depth - 1) : [];
    });
  };
  return flagsIn(schema, '', 1);
}

/** The answer with its flags, except those that were sent. */
export function withAnsweredFlags(
  mock: Pick<MockContext, 'validator'>,
  flags: AnsweredFlags,
  { schema, value, sent }: { readonly schema: Parameters<Api['deref']>[0]; readonly value: Json; readonly sent: Json },
): Json {
  if (flags.length === 0 || !isObject(value)) return value;
  const flagged = flags.reduce<Json>((whole, [pointer, flag]) => {
    const name = pointer.slice(pointer.lastIndexOf('/'));
    return valueAt(sent, name) === undefined ? withValueAt(whole, pointer, flag) : whole;
  }, value);
  return mock.validator.accepts(schema, flagged, 'response') ? flagged : value;
}

/** What a noun, a participle and a verb have in common: `pin` of `pinned`, `lik` of `likes` and `liked`. */
function stemOf(word: string): string {
  const bare = word.replace(/(?:ing|ed|es|e|s)$/i, '').toLowerCase();
  return bare.replace(/([bdfgklmnprtz])\1$/, '$1');
}

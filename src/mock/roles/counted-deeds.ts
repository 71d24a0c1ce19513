import type { Json, JsonObject } from '../../core/index.ts';
import { lastSegment, typesOf, wordsOf } from '../../spec/index.ts';
import { jsonEquals } from '../../wire/index.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';

/** What users do to a thing that counts how many did so, each of them once. */
const DEEDS =
  /^(?:un_?)?((?:dis)?like|(?:up|down)?vote|favou?rite|star|follow|subscribe|watch|bookmark|heart|clap|endorse)$/;
const COUNTS = /^(?:num_(?:of_)?|number_of_|total_)?([a-z_]+?)(?:_(?:count|counter|total|number))?$/;

/**
 * The number of an item that counts a deed of users, after one more or one less: `like_count`, `likes` and `likesCount` after `POST /posts/{id}/like`. Where a
 * flag says that the caller did it already, nothing changes.
 */
export function countedByDeed(
  mock: MockContext,
  { operation: { method, path, summary = '', description = '' }, role: { effects = [] } }: RequestContext,
  { resource }: EntityPlace,
  before: JsonObject,
): readonly (readonly [string, Json])[] {
  const word = wordsOf(lastSegment(path)).join('_');
  const verb = DEEDS.exec(word)?.[1];
  if (verb === undefined || method === 'GET' || OTHERWISE.test(`${summary} ${description}`)) return [];
  const isUndone = method === 'DELETE' || /^un/.test(word);
  const flags = effects.filter(({ value }) => typeof value === 'boolean');
  const isSame = flags.length > 0 && flags.every(({ property, value }) => jsonEquals(before[property] ?? null, value));
  if (isSame) return [];
  const found = [...mock.fieldsOf(resource.schema).properties].filter(
    ([name, property]) => typesOf(mock.api, property).includes('integer') && isCountOf(name, verb),
  );
  const [only, ...others] = found;
  const number = only === undefined ? undefined : before[only[0]];
  if (only === undefined || others.length > 0 || typeof number !== 'number') return [];
  return isUndone && number <= 0 ? [] : [[only[0], number + (isUndone ? -1 : 1)]];
}

/** Texts of what is done later, or taken back the second time. */
const OTHERWISE = /\btoggl|\brequest|\bapprov/i;

/** Whether a property counts a deed by its name: `likes`, `like_count` and `liked_count`, `subscribers` and `followersCount`. */
function isCountOf(name: string, verb: string): boolean {
  const words = wordsOf(name).join('_');
  const [, noun = ''] = COUNTS.exec(words) ?? [];
  // The `stars` of a hotel are a rating.
  const isPlural = noun !== words || (noun.endsWith('s') && noun !== 'stars');
  return isPlural && stemOf(noun) === stemOf(verb);
}

/** What a deed, those who do it and their number have in common: `subscrib` of `subscribe`, `subscribers` and `subscribed`. */
function stemOf(word: string): string {
  return word.replace(/(?:ers?|ed|es|e|s)$/, '').replace('favour', 'favor');
}

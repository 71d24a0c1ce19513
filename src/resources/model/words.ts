import { isPluralOfVowel } from '../../spec/index.ts';

/** A name in lower case without separators, for comparison. */
export function plain(name: string): string {
  return /^[a-z0-9]+$/.test(name) ? name : name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

/**
 * Singular of an English plural, good enough to match `pets` with `pet`, `categories` with `category`,
 * `statuses` with `status`.
 */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (/^(movies|cookies|zombies|calories|selfies|pies|ties)$/i.test(word)) return word.slice(0, -1);
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (isPluralOfVowel(word)) return word.slice(0, -1);
  if (/(ss|us|is|news|series)$/i.test(word)) return word;
  if (/(ses|xes|zes|ches|shes)$/i.test(word)) return singularOfSibilant(word);
  return /s$/i.test(word) && word.length > 2 ? word.slice(0, -1) : word;
}

/** Irregular plurals. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['mice', 'mouse'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['criteria', 'criterion'],
]);

/** The common key of `pets`, `pet` and `Pet`. */
export function clusterKey(word: string): string {
  return plain(singular(word));
}

// `releases` is `release` + s, `statuses` is `status` + es: English adds an e only after -ss, -us,
// -x, -ch, -sh.
function singularOfSibilant(word: string): string {
  return /(sses|uses|xes|zzes|ches|shes)$/i.test(word) && !/(auses|ouses|caches)$/i.test(word)
    ? word.slice(0, -2)
    : word.slice(0, -1);
}

/** The property that a word of a path names, or that holds the id of what it names: `assignee_id` of `/tickets/{id}/assignee`. */
export function propertyCalled(names: readonly string[], word: string): string | undefined {
  const wanted = plain(word);
  return names.find((name) => plain(name) === wanted) ?? names.find((name) => plain(name) === `${wanted}id`);
}

/**
 * The words of a name in lower case, in any notation: `petId`, `pet_id`, `Pet-Id`, `pet.id` and `pet[id]`
 * all give `pet`, `id`.
 */
export function wordsOf(name: string): readonly string[] {
  if (/^[a-z\d]+$/.test(name)) return [name];
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Singular of an English plural, good enough to match `pets` with `pet`, `categories` with `category`, `statuses` with `status`,
 * `aliases` with `alias`. A word that is none stays as it is.
 */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (/^(movies|cookies|zombies|calories|selfies|pies|ties)$/i.test(word)) return word.slice(0, -1);
  if (/[^aeiou]ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  if (/(naly|agno|othe|ynthe|renthe)ses$/i.test(word)) return `${word.slice(0, -2)}is`;
  if (isPluralOfVowel(word)) return word.slice(0, -1);
  if (/(ss|us|is|news|series|alias|bias|canvas|atlas|lens)$/i.test(word)) return word;
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
  ['quizzes', 'quiz'],
  ['shelves', 'shelf'],
  ['axes', 'axis'],
]);

/** Whether a word is the plural of one that ends in a vowel, such as `apis` and `menus`, whose end looks like that of `analysis` and `status`. */
function isPluralOfVowel(word: string): boolean {
  return /(?:api|wiki|kpi|uri|taxi|emoji|gui|menu|cpu|gpu|sku|guru)s$/i.test(word);
}

// `releases` is `release` + s, `statuses` is `status` + es: English adds an e only after -s, -x, -ch and -sh, and few words end in a single -s.
function singularOfSibilant(word: string): string {
  return /(sses|uses|(?:alias|bias|canvas|atlas|lens)es|xes|zzes|ches|shes)$/i.test(word) &&
    !/(auses|ouses|caches)$/i.test(word)
    ? word.slice(0, -2)
    : word.slice(0, -1);
}

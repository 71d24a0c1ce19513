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

/** Whether a word is the plural of one that ends in a vowel, such as `apis` and `menus`, whose end looks like that of `analysis` and `status`. */
export function isPluralOfVowel(word: string): boolean {
  return /(?:api|wiki|kpi|uri|taxi|emoji|gui|menu|cpu|gpu|sku|guru)s$/i.test(word);
}

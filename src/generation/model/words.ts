import { isPluralOfVowel } from '../../wire/index.ts';

/** The singular of a word, good enough for comparison: `companies` → `company`. */
export function singularOf(word: string): string {
  if (isPluralOfVowel(word)) return word.slice(0, -1);
  if (/(ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses|zes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

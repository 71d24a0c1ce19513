import { singular } from '../../../spec/index.ts';
import { COMMERCE } from './commerce.ts';
import { INTERNET } from './internet.ts';
import { LIKELY } from './likely.ts';
import type { Meaning, Meanings } from './meaning.ts';
import { NUMBERS } from './numbers.ts';
import { PEOPLE } from './people.ts';
import { PLACES } from './places.ts';
import { TEXTS } from './texts.ts';

/**
 * All known meanings. To add one, add a line to a list beside this file. If two have one name, the later
 * list wins. `likely`: strings whose name only suggests their content; a number may be written as a string.
 */
export const MEANINGS: Readonly<Record<'text' | 'number' | 'likely', ReadonlyMap<string, Meaning>>> = {
  text: tableOf([TEXTS, INTERNET, COMMERCE, PLACES, PEOPLE]),
  number: tableOf([NUMBERS]),
  likely: tableOf([NUMBERS, LIKELY]),
};

function tableOf(lists: readonly Meanings[]): ReadonlyMap<string, Meaning> {
  const entries = lists.flatMap((list) => Object.entries(list));
  return new Map(
    entries.flatMap(([names, given]) => {
      const meaning: Meaning = typeof given === 'function' ? { make: given } : given;
      return names.split(', ').map((name) => [inSingular(name), meaning] as const);
    }),
  );
}

/** Names of properties are looked up with their last word in the singular. */
function inSingular(name: string): string {
  const words = name.split(' ');
  return [...words.slice(0, -1), singular(words.at(-1) ?? '')].join(' ');
}

import { type Chance, pick } from '../model/chance.ts';
import type { Fake } from './faker.ts';

/** The words that `noun` and `adjective` draw at a place, without a Faker. */
export interface Vocabulary {
  noun(chance: Chance): string;
  adjective(chance: Chance): string;
}

/** Faker's lists are behind proxies, so each is read once. */
export function createVocabulary(fakeAt: (chance: Chance) => Fake): Vocabulary {
  let lists: Pick<Fake['definitions']['word'], 'noun' | 'adjective'> | undefined;
  const listsAt = (chance: Chance): NonNullable<typeof lists> => {
    if (lists !== undefined) return lists;
    const { noun: nouns, adjective: adjectives } = fakeAt(chance).definitions.word;
    lists = { noun: nouns, adjective: adjectives };
    return lists;
  };
  return {
    noun: (chance) => pick(chance, listsAt(chance).noun) ?? '',
    adjective: (chance) => pick(chance, listsAt(chance).adjective) ?? '',
  };
}

/** A noun. Faker's `word.noun()` first sorts the whole list by length, which is a hundred times slower. */
export function noun(fake: Fake): string {
  return fake.helpers.arrayElement(fake.definitions.word.noun);
}

export function adjective(fake: Fake): string {
  return fake.helpers.arrayElement(fake.definitions.word.adjective);
}

/** Words joined by hyphens, in lower case. */
export function slug(fake: Fake, count: 1 | 2): string {
  return count === 1 ? lettersOf(noun(fake)) : `${lettersOf(adjective(fake))}-${lettersOf(noun(fake))}`;
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

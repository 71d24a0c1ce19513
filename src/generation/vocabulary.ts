import type { Fake } from './faker.ts';

/** Any noun. Faker's own `word.noun()` sorts through the whole list by length first, which costs a hundred times as much. */
export function noun(fake: Fake): string {
  return fake.helpers.arrayElement(fake.definitions.word.noun);
}

export function adjective(fake: Fake): string {
  return fake.helpers.arrayElement(fake.definitions.word.adjective);
}

/** Words joined by hyphens, lower-case letters only. */
export function slug(fake: Fake, count: 1 | 2): string {
  return count === 1 ? lettersOf(noun(fake)) : `${lettersOf(adjective(fake))}-${lettersOf(noun(fake))}`;
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

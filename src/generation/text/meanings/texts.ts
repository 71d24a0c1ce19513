import { dayOf } from '../../../wire/index.ts';
import { type Chance, pick } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';
import { instantAround } from '../formats/instants.ts';
import { adjective, capital, noun } from '../vocabulary.ts';
import type { Meanings } from './meaning.ts';

/** Prose and names. `about` is the subject of the string. */
export const TEXTS: Meanings = {
  'description, summary, details, detail, abstract, overview, short description, long description': {
    make: descriptionText,
    prose: true,
  },
  'content, body, text, article, html, markdown, excerpt, snippet': { make: sentence, prose: true },
  'message, error message, notification, reply, answer, response message': {
    make: (fake) => `The ${noun(fake)} is ready.`,
    prose: true,
  },
  'comment, note, remark, feedback, review, reason, instruction, delivery note': {
    make: (fake, chance) =>
      pick(chance, [
        `Very ${adjective(fake)}, thank you.`,
        `Please mind the ${noun(fake)}.`,
        `As agreed with ${fake.person.firstName()}.`,
      ]),
    prose: true,
  },
  'finish reason, stop reason': () => 'stop',
  'title, headline, subject, caption, heading, topic, book title': { make: titleText, prose: true },
  'name, label, nickname of thing': { make: titleText, prose: true },
  'tag, keyword, hashtag, tag name, keyword name, topic name': (fake) => adjective(fake),
  'question, query text': { make: (fake) => `Where is the ${noun(fake)}?`, prose: true },
  'animal, species': (fake) => fake.animal.type(),
  'genre, music genre': (fake) => fake.music.genre(),
  'song, song name, track name, song title': (fake) => fake.music.songName(),
  'book, book name': (fake) => fake.book.title(),
  'unit, unit of measure': (_, chance) => pick(chance, ['kg', 'm', 'cm', 'l', 'pcs']),
  'weekday, day of week': (fake) => fake.date.weekday(),
  'month name': (fake) => fake.date.month(),
  'dish, meal, recipe, recipe name': (fake) => fake.food.dish(),
  'created at, updated at, modified at, changed at, deleted at, published at, expires at, started at, finished at, completed at, closed at':
    (_, chance, words) => new Date(instantAround(words, chance)).toISOString().replace('.000Z', 'Z'),
  date: (_, chance, words) => dayOf(instantAround(words, chance)),
  ingredient: (fake) => fake.food.ingredient(),
  'airline, airline name': (fake) => fake.airline.airline().name,
  'airport, airport name': (fake) => fake.airline.airport().name,
  'airport code, iata, iata code': (fake) => fake.airline.airport().iataCode,
  'flight number': (fake) => fake.airline.flightNumber(),
};

function descriptionText(fake: Fake, chance: Chance, _: readonly string[], about: string): string {
  const thing = about === '' ? noun(fake) : about;
  return pick(chance, [
    `${withArticle(adjective(fake))} ${thing} that is easy to recognise.`,
    `The ${thing} of ${fake.person.firstName()}, ${adjective(fake)} and well kept.`,
    `One ${adjective(fake)} ${thing}, checked in ${fake.location.city()}.`,
  ]);
}

function withArticle(word: string): string {
  return `${/^[aeiou]/i.test(word) ? 'An' : 'A'} ${word}`;
}

function sentence(fake: Fake, chance: Chance): string {
  const { person, location } = fake;
  return pick(chance, [
    `${person.firstName()} found the ${adjective(fake)} ${noun(fake)} in ${location.city()}.`,
    `In ${location.city()} there is a ${adjective(fake)} ${noun(fake)} that ${person.firstName()} looks after.`,
    `${person.firstName()} and ${person.firstName()} talked about the ${adjective(fake)} ${noun(fake)}.`,
  ]);
}

function titleText(fake: Fake): string {
  return `${capital(adjective(fake))} ${capital(noun(fake))}`;
}

import { type Chance, drawInt } from '../../model/chance.ts';
import { DEEDS } from '../deed-words.ts';
import { REFERENCE_INSTANT } from '../faker.ts';

/** Formats of a time in seconds since 1970. */
export const INSTANT_FORMATS: readonly string[] = ['unix-time', 'unixtime', 'unix-timestamp', 'epoch', 'epoch-seconds'];
/** Formats of a time in milliseconds since 1970. */
const IN_MILLISECONDS = ['unix-time-ms', 'epoch-millis', 'epoch-milliseconds', 'timestamp-millis'];

/** The instant as a number in one of these formats; undefined for other formats. */
export function instantNumber(
  formats: readonly string[],
  words: readonly string[],
  chance: Chance,
): number | undefined {
  if (formats.some((name) => INSTANT_FORMATS.includes(name))) return instantAround(words, chance) / 1000;
  return formats.some((name) => IN_MILLISECONDS.includes(name)) ? instantAround(words, chance) : undefined;
}

const SAYS_INSTANT =
  /\bunix[ _-]?(?:time|timestamp|epoch|date|seconds|milliseconds)|\b(?:time|timestamp|date)\b[^.]*\b(?:unix|epoch)\b|\bepoch (?:time|timestamp|seconds|milliseconds)\b|\b(?:milli)?seconds (?:elapsed )?since (?:the )?(?:unix )?(?:epoch|1970|january)/i;

/** The format of an instant that a description tells: `Registration date in Unix timestamp`. */
export function describedInstantFormat(description: string): string | undefined {
  if (!SAYS_INSTANT.test(description)) return undefined;
  return /\bmilliseconds\b|\bms\b/i.test(description) ? 'epoch-millis' : 'epoch';
}

const IN_FUTURE = /\bin the future\b|\bnot (?:be |lie )?in the past\b|\bfuture (?:date|time|instant)\b/i;
const NOT_IN_FUTURE =
  /\b(?:not|never|cannot|no later than) (?:\w+ )?(?:in the future|a future)\b|\bin the future (?:is|are|will be) (?:not|refused|rejected|invalid|ignored)\b/i;
/** What may become of the property itself: `May be removed in the future.` */
const OF_PROPERTY =
  /\breserved\b[^.;]*\bfuture\b|\b(?:may|might|can|could|will|would|to) (?:be )?(?:also )?(?:removed?|changed?|deprecated?|dropped?|renamed?|replaced?|added?|extend(?:ed)?|supported?|used?|required?)\b[^.;]*\bfuture\b/i;

/** Whether a description says that an instant lies in the future: `Must lie in the future.` */
export function isDescribedAsFuture(description: string): boolean {
  return [NOT_IN_FUTURE, OF_PROPERTY].every((other) => !other.test(description)) && IN_FUTURE.test(description);
}

const DAY = 86_400_000;
const YEAR = 365 * DAY;
/** Days after the reference instant for future dates: services refuse an end in the past. */
const FUTURE = 4 * 365;

/**
 * Ranges for dates by a word of the property's name, in days before (negative) or after the reference
 * instant. Creation always precedes changes.
 */
const TENSES: readonly { readonly words: readonly string[]; readonly from: number; readonly to: number }[] = [
  { words: ['birth', 'birthday', 'birthdate', 'dob', 'born'], from: -75 * 365, to: -19 * 365 },
  {
    words: ['created', 'creation', 'registered', 'joined', 'signup', 'inserted', 'founded', 'opened', 'added'],
    from: -700,
    to: -60,
  },
  {
    words: [
      'updated',
      'modified',
      'modification',
      'changed',
      'edited',
      'seen',
      'used',
      'login',
      'accessed',
      'synced',
      'pushed',
    ],
    from: -30,
    to: -1,
  },
  {
    // What is published may be older than its record: books, laws.
    words: [...DEEDS].filter((deed) => deed !== 'published'),
    from: -25,
    to: -1,
  },
  {
    words: [
      'future',
      'expires',
      'expiry',
      'expiration',
      'expire',
      'exp',
      'due',
      'deadline',
      'until',
      'valid',
      'next',
      'scheduled',
      'delivery',
      'ship',
      'estimated',
      'renewal',
      'sunset',
    ],
    from: FUTURE + 1,
    to: FUTURE + 300,
  },
  {
    words: ['end', 'ends', 'ending', 'to', 'finish', 'finishes', 'stop', 'stops', 'arrival', 'checkout'],
    from: FUTURE + 31,
    to: FUTURE + 90,
  },
  {
    words: ['start', 'from', 'begin', 'begins', 'starts', 'departure', 'checkin'],
    from: FUTURE + 1,
    to: FUTURE + 30,
  },
];

/**
 * An instant in milliseconds, in whole seconds, for a property with that name. Relative to the reference
 * instant, not to the clock.
 */
export function instantAround(words: readonly string[], chance: Chance): number {
  const tense = TENSES.find((candidate) => candidate.words.some((word) => words.includes(word)));
  const { from, to } = tense ?? { from: -365, to: -1 };
  const offset = drawInt(chance, (from * DAY) / 1000, (to * DAY) / 1000) * 1000;
  return REFERENCE_INSTANT + Math.max(offset, -80 * YEAR);
}

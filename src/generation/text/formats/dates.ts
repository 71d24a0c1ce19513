import { dayOf } from '../../../wire/index.ts';
import { drawInt } from '../../model/chance.ts';
import type { Format } from './format.ts';
import { INSTANT_FORMATS, instantAround } from './instants.ts';

const HTTP_DATE: Format = {
  make: ({ words, chance }) => new Date(instantAround(words, chance)).toUTCString(),
  matches: (text) => /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text),
  broken: ['not-a-date'],
  annotation: true,
};

/** RFC 2822 and RFC 5322 §3.3, as mail has it. */
const MAIL_DATE: Format = {
  make: ({ words, chance }) => mailDate(instantAround(words, chance)),
  matches: (text) =>
    /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT)$/.test(text),
  broken: ['not-a-date'],
  annotation: true,
};

function mailDate(instant: number): string {
  return new Date(instant).toUTCString().replace('GMT', '+0000');
}

/** A date and time in any notation: `date-time` under another name, which no validator asserts. */
const LOOSE_DATE_TIME: Format = {
  make: ({ words, chance }) => new Date(instantAround(words, chance)).toISOString().replace('.000Z', 'Z'),
  matches: (text) => !Number.isNaN(Date.parse(text)),
  broken: ['not-a-date'],
  annotation: true,
};

/** Seconds since 1970, as a string. */
const NUMERIC_INSTANT: Format = {
  make: ({ words, chance }) => String(instantAround(words, chance) / 1000),
  matches: (text) => /^-?\d+(\.\d+)?$/.test(text),
  broken: ['not-a-time'],
  annotation: true,
};

/** RFC 3339 dates and times, ISO 8601 durations and the date of HTTP fields (RFC 9110 §5.6.7). */
export const DATES: Readonly<Record<string, Format>> = {
  'date-time': {
    make: ({ words, chance }) => new Date(instantAround(words, chance)).toISOString().replace('.000Z', 'Z'),
    spellings: otherTimes,
    matches: (text) => {
      const at = text.search(/[Tt ]/);
      return at > 0 && isDate(text.slice(0, at)) && isTime(text.slice(at + 1));
    },
    broken: ['not-a-date-time', '2026-13-01T00:00:00Z'],
  },
  date: {
    make: ({ words, chance }) => dayOf(instantAround(words, chance)),
    matches: isDate,
    broken: ['not-a-date', '2026-02-30'],
  },
  time: {
    make: ({ chance }) => `${two(drawInt(chance, 7, 20))}:${two(drawInt(chance, 0, 11) * 5)}:00Z`,
    spellings: otherTimes,
    matches: isTime,
    broken: ['not-a-time', '25:00:00Z'],
  },
  duration: {
    make: ({ chance }) =>
      ['PT15M', 'PT30M', 'PT1H', 'PT2H30M', 'P1D', 'P7D', 'P1M', 'P1Y'][drawInt(chance, 0, 7)] ?? 'P1D',
    matches: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|\d+W)$/.test(text),
    broken: ['not-a-duration', 'P'],
  },
  'http-date': HTTP_DATE,
  'date-time-rfc1123': HTTP_DATE,
  'date-time-rfc-1123': HTTP_DATE,
  rfc1123: HTTP_DATE,
  'date-time-rfc-2822': MAIL_DATE,
  'date-time-rfc2822': MAIL_DATE,
  rfc2822: MAIL_DATE,
  // Protocol Buffers write a duration as seconds.
  'google-duration': {
    make: ({ chance }) => `${drawInt(chance, 1, 120) * 30}s`,
    matches: (text) => /^-?\d+(\.\d{1,9})?s$/.test(text),
    broken: ['not-a-duration'],
    annotation: true,
  },
  'google-datetime': LOOSE_DATE_TIME,
  dateTime: LOOSE_DATE_TIME,
  datetime: LOOSE_DATE_TIME,
  DateTime: LOOSE_DATE_TIME,
  date_time: LOOSE_DATE_TIME,
  ...Object.fromEntries(INSTANT_FORMATS.map((name) => [name, NUMERIC_INSTANT])),
  'partial-time': {
    make: ({ chance }) => `${two(drawInt(chance, 7, 20))}:${two(drawInt(chance, 0, 11) * 5)}:00`,
    matches: (text) => isTime(`${text}Z`),
    broken: ['not-a-time', '25:00:00'],
    annotation: true,
  },
};

const FRACTIONS = ['', '.000', '.0', '.00', '.0000', '.00000', '.000000', '.0000000', '.00000000', '.000000000'];

/** The same instant with an offset in place of `Z`, and with fractions of a second (RFC 3339 §5.6). */
function otherTimes(text: string): readonly string[] {
  const whole = text.replace(/Z$/, '');
  return FRACTIONS.flatMap((fraction) => [`${whole}${fraction}Z`, `${whole}${fraction}+00:00`]);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isTime(text: string): boolean {
  const found = /^(\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-](\d{2}):(\d{2}))$/.exec(text);
  if (found === null) return false;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])];
  return hour < 24 && minute < 60 && second < 60 && Number(found[6] ?? 0) < 24 && Number(found[7] ?? 0) < 60;
}

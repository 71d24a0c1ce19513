import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { doubleNotAbove, doubleNotBelow, INTEGER_RANGES } from '../../evaluation/index.ts';
import { isHostName, isIdnHostName, isUnusualMailbox } from './host-names.ts';
import { prismDateTime } from './prism-formats.ts';

/**
 * The formats that are asserted: those that Prism asserts, its own `date-time` among them, names of hosts and mailboxes as their RFCs have them, and the integer formats with their
 * true ranges, compared exactly (a `bigint` never reaches a format: see `exact` in ajv.ts).
 */
export function assertedFormats(): Readonly<Record<string, Format>> {
  const formats: Record<string, Format> = { ...fullFormats };
  formats['date-time'] = prismDateTime;
  formats['time'] = (text: string) => isTime(text) && prismDateTime(`2000-01-01T${text}`);
  formats['uri-reference'] = (text: string) => PLAIN_PATH.test(text) || testText(fullFormats, 'uri-reference', text);
  formats['url'] = isUrl;
  formats['hostname'] = isHostName;
  formats['idn-hostname'] = isIdnHostName;
  formats['email'] = (text: string) => testText(fullFormats, 'email', text) || isUnusualMailbox(text);
  for (const [name, [least, greatest]] of Object.entries(INTEGER_RANGES)) {
    const min = doubleNotBelow(least);
    const max = doubleNotAbove(greatest);
    formats[name] = {
      type: 'number',
      validate: (value: number) => Number.isInteger(value) && value >= min && value <= max,
    };
  }
  return formats;
}

/** The format of most references, recognised at a tenth of the cost. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/**
 * No specification has the format `url`: it is what a `uri` is that names a host. The package wants a host of the public network, which no service of
 * this machine or of a private network has.
 */
function isUrl(text: string): boolean {
  const names = /^(?:https?|ftp):\/\/[^\s/?#]/i.test(text) && testText(fullFormats, 'uri', text);
  return names || testText(fullFormats, 'url', text);
}

/** RFC 3339 §5.6 `full-time`: the offset is not optional. */
function isTime(text: string): boolean {
  const format: unknown = fullFormats.time;
  // The package types a format as any of Ajv's kinds; this one has a `validate` function.
  return (format as { validate(text: string): boolean }).validate(text);
}

/** Is a text of this format? Unknown formats, and those of numbers, hold for every text (JSON Schema 2020-12 Validation §7.2.3). */
export function testText(formats: Readonly<Record<string, Format>>, name: string, text: string): boolean {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (typeof format === 'function') return format(text);
  if (format instanceof RegExp) return format.test(text);
  if (typeof format !== 'object' || !('validate' in format) || format.type === 'number') return true;
  const { validate } = format;
  if (validate instanceof RegExp) return validate.test(text);
  // Formats of strings are synchronous here, and Ajv's types leave their argument open.
  return typeof validate !== 'function' || (validate as (text: string) => boolean)(text);
}

/** Formats that speak about numbers; the exact reading of a `bigint` decides them. */
export function integerRange(format: string): readonly [min: bigint, max: bigint] | undefined {
  return Object.hasOwn(INTEGER_RANGES, format) ? INTEGER_RANGES[format] : undefined;
}

import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { doubleNotAbove, doubleNotBelow, INTEGER_RANGES } from '../../evaluation/index.ts';
import { isHostName, isIdnHostName, isUnusualMailbox } from './host-names.ts';
import { prismDateTime } from './prism-formats.ts';

/**
 * The asserted formats: those of Prism, with its own `date-time`, host names and mailboxes by their RFCs,
 * and integer formats with their exact ranges (a `bigint` never reaches a format: see `exact` in ajv.ts).
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

/** The common form of references, recognised at a tenth of the cost. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/**
 * No specification defines the format `url`: it is a `uri` with a host. The package requires a public host,
 * which services on this machine or in a private network do not have.
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

/**
 * Whether a string has a format. Unknown formats, and those of numbers, allow every string (JSON Schema
 * 2020-12 Validation §7.2.3).
 */
export function testText(formats: Readonly<Record<string, Format>>, name: string, text: string): boolean {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (typeof format === 'function') return format(text);
  if (format instanceof RegExp) return format.test(text);
  if (typeof format !== 'object' || !('validate' in format) || format.type === 'number') return true;
  const { validate } = format;
  if (validate instanceof RegExp) return validate.test(text);
  // String formats are synchronous here, and Ajv's types leave their argument open.
  return typeof validate !== 'function' || (validate as (text: string) => boolean)(text);
}

/** Range of an integer format, which decides exactly for a `bigint`. */
export function integerRange(format: string): readonly [min: bigint, max: bigint] | undefined {
  return Object.hasOwn(INTEGER_RANGES, format) ? INTEGER_RANGES[format] : undefined;
}

import {
  fieldValue,
  formatHttpDate,
  formatStructuredDate,
  parseHttpDate,
  parseStructuredDate,
} from '../../wire/index.ts';
import { type Check, defineCheck, type Seen } from '../check.ts';

const isAnswer = ({ response }: Seen): boolean => response.status >= 200 && response.status < 400;

/** UTC day of an instant: `2027-06-30`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Guard: only successes; an error where the document gives a date or declares the field, else information. */
export const deprecatedHeaderMissing: Check = defineCheck({
  id: 'deprecated.header-missing',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does a deprecated operation say so in its answers?',
  judge(seen) {
    const { operation, response, documented } = seen;
    if (operation?.lifecycle.deprecated !== true || !isAnswer(seen)) return [];
    if (fieldValue(response.headers, 'deprecation') !== undefined) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'deprecation');
    const { since, sunset } = operation.lifecycle;
    const due = since !== undefined || sunset !== undefined || declared !== undefined;
    if (declared?.required === true) return [];
    return [
      {
        severity: due ? 'error' : 'info',
        messagePointer: '/header/deprecation',
        expected: since === undefined ? 'Deprecation (RFC 9745)' : `Deprecation: ${formatStructuredDate(since)}`,
        actual: 'no Deprecation',
        message: `${operation.id} is deprecated and its answers do not say so.`,
      },
    ];
  },
});

/** Guard: an operation whose deprecation the document spells in any way is deprecated. */
export const deprecatedHeaderUndocumented: Check = defineCheck({
  id: 'deprecated.header-undocumented',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Is an operation deprecated in the document too when its answers say so?',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    if (operation === undefined || value === undefined || operation.lifecycle.deprecated) return [];
    return [
      {
        messagePointer: '/header/deprecation',
        expected: 'no Deprecation, or deprecated: true in the document',
        actual: value,
        message: `${operation.id} says "Deprecation: ${value}"; the document does not call it deprecated.`,
      },
    ];
  },
});

/** Guard: judged by grammar alone (RFC 9745 §2.1: a Structured Field Date). */
export const deprecatedHeaderSyntax: Check = defineCheck({
  id: 'deprecated.header-syntax',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Is Deprecation a date such as @1688169599?',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    if (value === undefined || parseStructuredDate(value) !== undefined) return [];
    const meant = /^\d{9,10}$/.test(value)
      ? Number(value) * 1_000
      : (parseHttpDate(value) ?? operation?.lifecycle.since);
    return [
      {
        messagePointer: '/header/deprecation',
        expected: meant === undefined ? '@ and seconds since 1970 (RFC 9745 §2.1)' : formatStructuredDate(meant),
        actual: value,
        message: `"Deprecation: ${value}" is no Structured Field Date.`,
      },
    ];
  },
});

/** Guard: another time on the same UTC day is the same date. */
export const deprecatedDateInconsistent: Check = defineCheck({
  id: 'deprecated.date-inconsistent',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does Deprecation name the day that the document names?',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'deprecation');
    const said = value === undefined ? undefined : parseStructuredDate(value);
    const since = operation?.lifecycle.since;
    if (said === undefined || since === undefined || dayOf(said) === dayOf(since)) return [];
    return [
      {
        messagePointer: '/header/deprecation',
        expected: `${formatStructuredDate(since)} (${dayOf(since)})`,
        actual: `${value} (${dayOf(said)})`,
        message: `${operation?.id} says it is deprecated since ${dayOf(said)}; the document says ${dayOf(since)}.`,
      },
    ];
  },
});

/** Guard: only successes of operations for which the document gives a sunset date; a field that it requires belongs to `header.required-missing`. */
export const sunsetHeaderMissing: Check = defineCheck({
  id: 'sunset.header-missing',
  tier: 2,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Do answers name the sunset that the document names?',
  judge(seen) {
    const { operation, response, documented } = seen;
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || sunset === undefined || !isAnswer(seen)) return [];
    if (fieldValue(response.headers, 'sunset') !== undefined) return [];
    if (documented?.headers.some(({ name, required }) => required && name.toLowerCase() === 'sunset')) return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: `Sunset: ${formatHttpDate(sunset)}`,
        actual: 'no Sunset',
        message: `${operation.id} ends on ${dayOf(sunset)} and its answers do not say so.`,
      },
    ];
  },
});

/** Guard: judged by grammar alone (RFC 8594 §3: an HTTP-date). */
export const sunsetHeaderSyntax: Check = defineCheck({
  id: 'sunset.header-syntax',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Is Sunset an HTTP-date?',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'sunset');
    if (value === undefined || parseHttpDate(value) !== undefined) return [];
    const sunset = operation?.lifecycle.sunset;
    return [
      {
        messagePointer: '/header/sunset',
        expected: sunset === undefined ? 'an HTTP-date (RFC 8594 §3)' : formatHttpDate(sunset),
        actual: value,
        message: `"Sunset: ${value}" is no HTTP-date.`,
      },
    ];
  },
});

/** Guard: another time on the same UTC day is the same date. */
export const sunsetMismatch: Check = defineCheck({
  id: 'sunset.mismatch',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does Sunset name the day that the document names?',
  judge({ operation, response }) {
    const value = fieldValue(response.headers, 'sunset');
    const said = value === undefined ? undefined : parseHttpDate(value);
    const sunset = operation?.lifecycle.sunset;
    if (operation === undefined || said === undefined || sunset === undefined || dayOf(said) === dayOf(sunset))
      return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: formatHttpDate(sunset),
        actual: value ?? '',
        message: `${operation.id} says it ends on ${dayOf(said)}; the document says ${dayOf(sunset)}.`,
      },
    ];
  },
});

/** Guard: only where both fields can be read. */
export const sunsetBeforeDeprecation: Check = defineCheck({
  id: 'sunset.before-deprecation',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does the sunset come after the deprecation?',
  judge({ operation, response }) {
    const sunset = parseHttpDate(fieldValue(response.headers, 'sunset') ?? '');
    const deprecation = parseStructuredDate(fieldValue(response.headers, 'deprecation') ?? '');
    if (sunset === undefined || deprecation === undefined || sunset >= deprecation) return [];
    return [
      {
        messagePointer: '/header/sunset',
        expected: `not before ${formatHttpDate(deprecation)} (RFC 9745 §4)`,
        actual: formatHttpDate(sunset),
        message: `${operation?.id ?? 'An operation'} ends (${dayOf(sunset)}) before it is deprecated (${dayOf(deprecation)}).`,
      },
    ];
  },
});

import { fieldValue, fieldValues } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

/** Fields of HTTP and of the road to the service, which no operation documents. */
const COMMON =
  /^(date|server|connection|keep-alive|transfer-encoding|content-(type|length|encoding|language|location|disposition|security-policy)|vary|etag|last-modified|cache-control|expires|pragma|age|allow|location|link|retry-after|www-authenticate|set-cookie|via|strict-transport-security|access-control-.*|x-(powered-by|request-id|content-type-options|frame-options|xss-protection|correlation-id)|deprecation|sunset|ratelimit.*|x-ratelimit.*|accept(-.*)?|alt-svc|nel|report-to|referrer-policy|permissions-policy|cf-.*|traceparent|tracestate|server-timing|standin-.*)$/i;

/** Guard: HTTP's own fields and those of proxies are never documented. */
export const headerUndocumented: Check = defineCheck({
  id: 'header.undocumented',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Which header fields does the document not mention?',
  judge({ response, documented, operation }) {
    if (documented === undefined || operation === undefined || response.status > 299) return [];
    const known = new Set(documented.headers.map(({ name }) => name.toLowerCase()));
    const names = [...new Set(response.headers.map(([name]) => name.toLowerCase()))];
    return names
      .filter((name) => !known.has(name) && !COMMON.test(name))
      .map((name) => ({
        pointer: documented.pointer,
        messagePointer: `/header/${name}`,
        subject: name,
        expected: 'a documented field',
        actual: name,
        message: `${operation.id} sends ${name}, which its ${response.status} does not document.`,
      }));
  },
});

const SINGLE = [
  'content-type',
  'content-length',
  'location',
  'etag',
  'retry-after',
  'deprecation',
  'sunset',
  'date',
  'last-modified',
];

/** Guard: only fields that can have one value (RFC 9110 §5.3). */
export const headerDuplicate: Check = defineCheck({
  id: 'header.duplicate',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Do fields that have one value come once?',
  judge({ response }) {
    return SINGLE.filter((name) => fieldValues(response.headers, name).length > 1).map((name) => ({
      messagePointer: `/header/${name}`,
      subject: name,
      expected: 'one field',
      actual: fieldValues(response.headers, name).join(' | '),
      message: `${name} comes ${fieldValues(response.headers, name).length} times.`,
    }));
  },
});

/** Guard: only entity tags that are malformed, or stay the same although the representation changed between two reads of ours. */
export const headerEtagInconsistent: Check = defineCheck({
  id: 'header.etag-inconsistent',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Is the entity tag well-formed?',
  judge({ response }) {
    const etag = fieldValue(response.headers, 'etag');
    if (etag === undefined || /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag)) return [];
    return [
      {
        messagePointer: '/header/etag',
        expected: '"…" or W/"…" (RFC 9110 §8.8.3)',
        actual: etag,
        message: `ETag ${etag} is no entity tag.`,
      },
    ];
  },
});

/** Guard: only where the document offers several media types for the status, so that Accept selects one. */
export const headerVaryMissing: Check = defineCheck({
  id: 'header.vary-missing',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Does a negotiated answer say so in Vary?',
  judge({ response, documented, purpose }) {
    if (purpose.story.kind !== 'negotiation' || documented === undefined || documented.content.length < 2) return [];
    const names = (fieldValue(response.headers, 'vary') ?? '').split(',').map((name) => name.trim().toLowerCase());
    if (names.includes('accept') || names.includes('*')) return [];
    return [
      {
        messagePointer: '/header/vary',
        expected: 'Vary: Accept (RFC 9110 §12.5.5)',
        actual: fieldValue(response.headers, 'vary') ?? 'no Vary',
        message: 'The answer was chosen by Accept and its Vary does not say so.',
      },
    ];
  },
});

import { type HeaderFields, type HttpResponse, OWN_FIELDS } from '../../core/index.ts';
import { fieldValue } from '../../wire/index.ts';

const EXPOSED = [
  'ETag',
  'Location',
  'Link',
  'Retry-After',
  'Deprecation',
  'Sunset',
  'Allow',
  'WWW-Authenticate',
  'RateLimit',
  'RateLimit-Policy',
  'Preference-Applied',
  ...Object.entries(OWN_FIELDS).flatMap(([name, { from }]) => (from === 'mock' ? [name] : [])),
];

/**
 * Fields that allow the page at `origin` to read an answer. With credentials the exact origin is named,
 * never `*` (Fetch §3.3.5).
 */
export function corsFields(origin: string, documented: readonly string[]): HeaderFields {
  const exposed = [...new Set([...EXPOSED, ...documented])];
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', exposed.join(', ')],
    ['Vary', 'Origin'],
  ];
}

/** What any origin may do, for OPTIONS without an origin: tools ask so whether a service is open to pages. */
export function openFields({ headers }: HttpResponse): HeaderFields {
  const allow = fieldValue(headers, 'allow');
  return [
    ['Access-Control-Allow-Origin', '*'],
    ...(allow === undefined ? [] : [['Access-Control-Allow-Methods', allow] as const]),
  ];
}

/** Answers a preflight. `Authorization` is never covered by a wildcard, so names are listed (Fetch §4.8). */
export function preflightFields(
  origin: string,
  methods: readonly string[],
  requestedHeaders: string | null,
): HeaderFields {
  const names = new Set([
    'Authorization',
    'Content-Type',
    'Prefer',
    'Standin-World',
    ...(requestedHeaders ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ]);
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', [...names].join(', ')],
    ['Access-Control-Max-Age', '600'],
    ['Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'],
  ];
}

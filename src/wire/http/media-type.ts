import { TOKEN } from './token.ts';

/** A media type (RFC 9110 §8.3.1) in parts. Names are in lower case, parameter values unchanged. */
export interface MediaTypeParts {
  readonly type: string;
  readonly subtype: string;
  /** `type/subtype`. */
  readonly essence: string;
  /** Structured syntax suffix (RFC 6838 §4.2.8) without its plus: `json` of `application/problem+json`. */
  readonly suffix?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

const ESSENCE = new RegExp(`^[ \\t]*(${TOKEN})/(${TOKEN})[ \\t]*(?=;|$)`);
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:(${TOKEN})|"((?:[^"\\\\]|\\\\.)*)")|${TOKEN})?[ \\t]*(?=;|$)`,
  'y',
);
const NO_PARAMETERS: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/** The most common media type, parsed once. */
const JSON_TYPE: MediaTypeParts = Object.freeze({
  type: 'application',
  subtype: 'json',
  essence: 'application/json',
  parameters: NO_PARAMETERS,
});

/** Reads a media type or media range; `undefined` if the string is neither. */
export function parseMediaType(text: string): MediaTypeParts | undefined {
  if (text === 'application/json') return JSON_TYPE;
  const found = ESSENCE.exec(text);
  const type = found?.[1]?.toLowerCase();
  const subtype = found?.[2]?.toLowerCase();
  if (found === null || type === undefined || subtype === undefined) return undefined;
  const parameters = found[0].length === text.length ? NO_PARAMETERS : parseParameters(text.slice(found[0].length));
  if (parameters === undefined) return undefined;
  const plus = subtype.lastIndexOf('+');
  const mediaType = { type, subtype, essence: `${type}/${subtype}`, parameters };
  return plus < 0 ? mediaType : { ...mediaType, suffix: subtype.slice(plus + 1) };
}

/**
 * Reads `;name=value;name="quoted"`. Of a repeated name the first value counts; a name without a value
 * (`text/plain; utf-8`) is ignored. `undefined` if the string is malformed.
 */
export function parseParameters(text: string): Readonly<Record<string, string>> | undefined {
  const parameters: Record<string, string> = Object.create(null);
  let at = 0;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const found = PARAMETER.exec(text);
    if (found === null) return undefined;
    at = PARAMETER.lastIndex;
    const [, name, token, quoted] = found;
    if (name !== undefined) parameters[name.toLowerCase()] ??= token ?? (quoted ?? '').replace(/\\(.)/gs, '$1');
  }
  return parameters;
}

/**
 * Whether a range (RFC 9110 §12.5.1) includes a media type. Every parameter of the range except `q` must be
 * present and equal.
 */
export function mediaTypeMatches(range: string, mediaType: string): boolean {
  const wanted = parseMediaType(range);
  const given = parseMediaType(mediaType);
  return wanted !== undefined && given !== undefined && specificity(wanted, given) >= 0;
}

/**
 * How closely a range matches a media type: −1 not at all, 0 for two wildcards, 1 for a wildcard subtype, 1.5 for one
 * with a suffix (`application/*+json`), 2 and more for the essence and each parameter.
 */
export function specificity(range: MediaTypeParts, given: MediaTypeParts): number {
  if (range.type !== '*' && range.type !== given.type) return -1;
  const hasSuffix = range.subtype.startsWith('*+') && range.suffix === given.suffix;
  if (range.subtype !== '*' && range.subtype !== given.subtype && !hasSuffix) return -1;
  let score = range.type === '*' ? 0 : range.subtype === '*' ? 1 : hasSuffix ? 1.5 : 2;
  for (const name in range.parameters) {
    if (name === 'q') continue;
    if (!sameParameter(name, range.parameters[name], given.parameters[name])) return -1;
    score++;
  }
  return score;
}

function sameParameter(name: string, a: string | undefined, b: string | undefined): boolean {
  // RFC 9110 §8.3.2: charset names ignore case.
  return name === 'charset' ? a?.toLowerCase() === b?.toLowerCase() : a === b;
}

/**
 * The offer (media type or range, such as the keys of an OpenAPI `content` map) that matches a media type
 * most closely. An offer with parameters that the media type lacks still counts, after all full matches;
 * one with different parameters does not.
 */
export function mostSpecific(offers: readonly string[], mediaType: string): string | undefined {
  const given = parseMediaType(mediaType);
  if (given === undefined) return undefined;
  let best: string | undefined;
  let bestScore = -1;
  for (const offer of offers) {
    const range = parseMediaType(offer);
    if (range === undefined) continue;
    const score = Math.max(specificity(range, given), looseSpecificity(range, given));
    if (score > bestScore) {
      best = offer;
      bestScore = score;
    }
  }
  return best;
}

/**
 * Like `specificity`, but missing parameters are allowed. Always lower than for a range without parameters.
 */
function looseSpecificity(range: MediaTypeParts, given: MediaTypeParts): number {
  const named = Object.keys(range.parameters).filter((name) => given.parameters[name] !== undefined);
  if (named.some((name) => !sameParameter(name, range.parameters[name], given.parameters[name]))) return -1;
  const score = specificity({ ...range, parameters: NO_PARAMETERS }, given);
  return score < 0 ? -1 : score - 0.5;
}

/**
 * A media type that can be sent where a document has a range: `text/plain` for `text/*`. Anything else is returned
 * unchanged.
 */
export function concreteMediaType(range: string): string {
  const mediaRange = range.includes('*') ? parseMediaType(range) : undefined;
  if (mediaRange === undefined) return range;
  const { type, suffix } = mediaRange;
  if (suffix !== undefined) return `${type === '*' ? 'application' : type}/vnd.example+${suffix}`;
  return SENT_TYPES[type] ?? `${type}/octet-stream`;
}

const SENT_TYPES: Readonly<Record<string, string>> = {
  '*': 'application/json',
  application: 'application/json',
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  multipart: 'multipart/form-data',
};

/** How content is read and written. */
export type ContentKind = 'json' | 'xml' | 'yaml' | 'form' | 'multipart' | 'sequential' | 'text' | 'other';

const EXACT_KINDS: ReadonlyMap<string, ContentKind> = new Map([
  ['application/json', 'json'],
  ['text/json', 'json'],
  ['application/xml', 'xml'],
  ['text/xml', 'xml'],
  ['application/x-www-form-urlencoded', 'form'],
  ['text/event-stream', 'sequential'],
  ['application/x-ndjson', 'sequential'],
  ['application/ndjson', 'sequential'],
  ['application/jsonl', 'sequential'],
  ['application/x-jsonlines', 'sequential'],
  ['application/json-seq', 'sequential'],
  // Not JSON, although the name ends like it: the items follow each other, as in JSON lines.
  ['application/stream+json', 'sequential'],
  ['application/yaml', 'yaml'],
  ['application/x-yaml', 'yaml'],
  ['text/yaml', 'yaml'],
  ['text/x-yaml', 'yaml'],
  ['application/javascript', 'text'],
  ['application/graphql', 'text'],
  ['application/jwt', 'text'],
]);

const SUFFIX_KINDS: ReadonlyMap<string, ContentKind> = new Map([
  ['json', 'json'],
  ['xml', 'xml'],
  ['json-seq', 'sequential'],
  ['yaml', 'yaml'],
]);

/**
 * The kind of a media type, by its essence or structured syntax suffix (RFC 6839). `other` is read as
 * bytes.
 */
export function contentKind(mediaType: MediaTypeParts): ContentKind {
  const exact = EXACT_KINDS.get(mediaType.essence) ?? SUFFIX_KINDS.get(mediaType.suffix ?? '');
  if (exact !== undefined) return exact;
  return mediaType.type === 'multipart' ? 'multipart' : mediaType.type === 'text' ? 'text' : 'other';
}

function is(mediaType: string, kind: ContentKind): boolean {
  const parsedType = parseMediaType(mediaType);
  return parsedType !== undefined && contentKind(parsedType) === kind;
}

/** JSON by name, by `text/json` or by the `+json` suffix (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  return is(mediaType, 'json');
}

/** XML by name or by the `+xml` suffix (RFC 7303). */
export function isXml(mediaType: string): boolean {
  return is(mediaType, 'xml');
}

/** YAML by name or by the `+yaml` suffix (RFC 9512). */
export function isYaml(mediaType: string): boolean {
  return is(mediaType, 'yaml');
}

/** Text without a structure that wire reads: `text/*` and a few others. */
export function isText(mediaType: string): boolean {
  return is(mediaType, 'text');
}

/** `application/x-www-form-urlencoded`. */
export function isForm(mediaType: string): boolean {
  return is(mediaType, 'form');
}

/** `multipart/*` (RFC 2046 §5.1). */
export function isMultipart(mediaType: string): boolean {
  return is(mediaType, 'multipart');
}

/** One item after the other (OpenAPI 3.2 §4.14.3): server-sent events, JSON lines, JSON text sequences. */
export function isSequential(mediaType: string): boolean {
  return is(mediaType, 'sequential');
}

import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import { fieldValue, parseCookies, parsePrefer, parseQuery } from '../../wire/index.ts';

/** Faults of an answer that a request or override may ask for. */
export const FAULTS = ['reset', 'empty', 'garbage', 'hang'] as const;
export type Fault = (typeof FAULTS)[number];

/** Preferences of the client beside the documented contract (RFC 7240, and Prism's own ones). */
export interface Preferences {
  readonly code?: number;
  readonly example?: string;
  readonly dynamic?: boolean;
  readonly seed?: number;
  readonly delay?: number;
  readonly fault?: Fault;
  readonly world?: string;
  /**
   * RFC 7240 §4.4. `strict`: an `Accept` that fits nothing is refused with 406. `lenient`: invalid parts of
   * the request are ignored.
   */
  readonly handling?: 'strict' | 'lenient';
  /** Honoured preferences in the notation of `Preference-Applied`. */
  readonly applied: readonly string[];
  /** Preferences without effect: with an unknown name, or an invalid value. */
  readonly ignored: readonly string[];
}

const NONE: Preferences = { applied: [], ignored: [] };
const QUERY_CONTROLS = ['__code', '__example', '__dynamic', '__seed'] as const;
const LONGEST_DELAY = 60_000;

/**
 * Reads `Prefer`, or Prism's `?__code` and siblings if there is no `Prefer`. Unknown preferences and
 * invalid values change nothing, and the answer lists them as ignored.
 */
export function preferencesOf(request: HttpRequest): Preferences {
  if (fieldValue(request.headers, 'prefer') !== undefined) return fromPairs(parsePrefer(request.headers));
  if (!request.query.includes('__')) return NONE;
  const parsed = parseQuery(request.query);
  const pairs: Record<string, string> = Object.create(null);
  for (const { name, value } of parsed.ok ? parsed.pairs : []) {
    if ((QUERY_CONTROLS as readonly string[]).includes(name)) pairs[name.slice(2)] ??= value;
  }
  return fromPairs(pairs);
}

/** The query without Prism's controls, which are not part of the contract. */
export function withoutControls(query: string): string {
  if (!query.includes('__')) return query;
  return query
    .split('&')
    .filter((part) => !(QUERY_CONTROLS as readonly string[]).includes(part.split('=', 1)[0] ?? ''))
    .join('&');
}

function fromPairs(pairs: Readonly<Record<string, string>>): Preferences {
  const applied: string[] = [];
  const taken = new Set<string>();
  const take = <T>(name: string, read: (text: string) => T | undefined): T | undefined => {
    const text = pairs[name];
    const value = text === undefined ? undefined : read(text);
    if (value !== undefined) {
      applied.push(`${name}=${text}`);
      taken.add(name);
    }
    return value;
  };
  const code = take('code', (text) => (/^[1-5]\d\d$/.test(text) ? Number(text) : undefined));
  const example = take('example', (text) => (text === '' ? undefined : text));
  const dynamic = take('dynamic', (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined));
  const seed = take('seed', (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined));
  const delay = take('delay', (text) => (/^\d{1,9}$/.test(text) ? Math.min(Number(text), LONGEST_DELAY) : undefined));
  const fault = take('fault', (text) => FAULTS.find((each) => each === text));
  const world = take('world', (text) => (isWorldName(text) ? text : undefined));
  const handling = take('handling', (text) => (text === 'strict' || text === 'lenient' ? text : undefined));
  return {
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { example }),
    ...(dynamic === undefined ? {} : { dynamic }),
    ...(seed === undefined ? {} : { seed }),
    ...(delay === undefined ? {} : { delay }),
    ...(fault === undefined ? {} : { fault }),
    ...(world === undefined ? {} : { world }),
    ...(handling === undefined ? {} : { handling }),
    applied,
    ignored: Object.entries(pairs)
      .filter(([name]) => !taken.has(name))
      .map(([name, text]) => sayable(text === '' ? name : `${name}=${text}`)),
  };
}

const LONGEST_TOLD = 64;

/** A string from the client in a form that cannot break a header field: without separators, and shortened. */
function sayable(text: string): string {
  return text.replace(/[^\w.:@~/=+*-]/g, '?').slice(0, LONGEST_TOLD);
}

/** World names are printable ASCII without separators, at most 128 characters. */
export function isWorldName(text: string): boolean {
  return /^[\w.:@~-]{1,128}$/.test(text);
}

/** The world of a request: from its header, preference or cookie. */
export function worldNameOf(request: HttpRequest, preferences: Preferences): string {
  return (
    fieldValue(request.headers, 'standin-world') ??
    preferences.world ??
    (fieldValue(request.headers, 'cookie') === undefined
      ? undefined
      : parseCookies(request.headers).find(({ name }) => name === 'standin-world')?.value) ??
    'default'
  );
}

const NO_FIELDS: HeaderFields = [];

/**
 * `Preference-Applied` (RFC 7240 §3) for honoured preferences, and a custom field for ignored ones.
 * `unmet`: the document does not have the requested code or example.
 */
export function preferenceFields({ applied, ignored }: Preferences, unmet: boolean): HeaderFields {
  if (applied.length === 0 && ignored.length === 0) return NO_FIELDS;
  const honoured = unmet ? applied.filter((each) => !/^(code|example)=/.test(each)) : applied;
  return [
    ...(honoured.length === 0 ? [] : [['Preference-Applied', honoured.join(', ')] as const]),
    ...(ignored.length === 0 ? [] : [['Standin-Preference-Ignored', ignored.join(', ')] as const]),
  ];
}

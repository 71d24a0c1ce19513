import type { HeaderFields, Json, JsonObject } from '../../core/index.ts';
import { isArray } from '../json/json-kinds.ts';
import { parsePointer } from '../json/pointer.ts';
import type { SecretSpan } from './secret-forms.ts';
import { mayBeNumber } from './secret-names.ts';
import { createSecretPlaces, type SecretPlaces } from './secret-places.ts';
import { createSecretValues, isDistinct, type SecretValues } from './secret-values.ts';

export const REDACTED = '[redacted]';

/** The replacement of a secret, by its name. */
export type Substitute = (name: string) => string;

/**
 * Removes secrets from output: by their names, their position (cookies, user and password of a URL), their
 * form (JSON Web Tokens, a credential after its scheme, private keys, long random strings), and by their
 * value in any other place.
 */
export interface Redaction {
  isSecret(name: string): boolean;
  /** Any string: a body, a URL, a header line, prose. */
  text(text: string, by?: Substitute): string;
  headers(fields: HeaderFields): HeaderFields;
  /** Raw query text. */
  query(query: string): string;
  value(value: Json): Json;
  /** Removes only known values. */
  known(text: string, by?: Substitute): string;
  /**
   * A message about the value at a place. If the place has a secret name, all quoted values are removed as
   * well.
   */
  message(text: string, pointer: string | undefined): string;
  /** Registers a value, which is removed everywhere. `whole`: except inside a word. */
  add(value: string, name: string, whole?: boolean): void;
  /** Values of a message that should be removed elsewhere, with their names. */
  found(source: SecretSource): readonly FoundSecret[];
  /** A redaction with the same names, and these values. */
  knowing(found: readonly FoundSecret[]): Redaction;
}

/** Parts of a message. */
export interface SecretSource {
  readonly text?: string;
  readonly headers?: HeaderFields;
  /** Raw query text. */
  readonly query?: string;
}

export interface FoundSecret {
  readonly name: string;
  readonly value: string;
}

export interface RedactionOptions {
  /** Further names that are always secret. */
  readonly names?: readonly string[];
  /** Secret names of header fields and query parameters: those of a document's `apiKey` schemes. */
  readonly parameters?: readonly string[];
}

/** Makes a redaction of the usual secrets, and those that are named here. */
export function createRedaction({ names = [], parameters = [] }: RedactionOptions = {}): Redaction {
  return redactionOf(createSecretPlaces(names, parameters), createSecretValues());
}

function redactionOf(places: SecretPlaces, values: SecretValues): Redaction {
  const { isSecret } = places;
  const replaced = (text: string, spans: readonly SecretSpan[], by: Substitute = () => REDACTED): string =>
    replaceSpans(text, [...values.find(text), ...spans], by);
  const value = (from: Json, under?: string): Json => {
    if (typeof from === 'string') return replaced(from, places.inValue(from, under));
    if (typeof from !== 'object' || from === null) return from;
    if (isArray(from)) return from.map((each) => value(each, under));
    const entries = Object.entries(from).map(([name, each]): [string, Json] => [
      name,
      isSecret(name) ? redactedValue(name, each) : value(each, name),
    ]);
    // `fromEntries` defines own properties, including `__proto__`.
    return Object.fromEntries(entries) as JsonObject;
  };
  const text: Redaction['text'] = (from, by) => replaced(from, places.inText(from), by);
  return {
    isSecret,
    text,
    value: (from) => value(from),
    headers: (fields) => fields.map(([name, from]) => [name, replaced(from, places.inField(name, from))] as const),
    query: (from) => replaced(from, places.inQuery(from)),
    known: (from, by) => replaced(from, [], by),
    message: (from, pointer) => {
      const isAboutSecret = pointer !== undefined && parsePointer(pointer)?.some(isSecret) === true;
      return text(isAboutSecret ? from.replace(QUOTED, `"${REDACTED}"`) : from);
    },
    add: (secret, name, whole) => values.add(secret, name, whole),
    found: (source) => foundIn(places, source),
    knowing(found) {
      const own = createSecretValues();
      for (const { value: secret, name } of found) own.add(secret, name, true);
      return redactionOf(places, own);
    },
  };
}

const QUOTED = /"(?:[^"\\]|\\.)*(?:"|…)/g;
/** Without any of these words a message has no secret that needs parsing. */
const HINT =
  /token|pass|pwd|secret|key|cookie|credential|sess|sid|authori[sz]|bearer|basic|dpop|sig|jwt|[cx]srf|otp|assertion|eyJ|:\/\/[^\s/]*@/i;
/** Maximum characters of a string that are searched for values. */
const LOOKED_THROUGH = 262_144;

function foundIn(places: SecretPlaces, { text = '', headers = [], query = '' }: SecretSource): readonly FoundSecret[] {
  const looked = text.slice(0, LOOKED_THROUGH);
  const all = [
    ...(places.isExtended || HINT.test(looked) ? cut(looked, places.inText(looked)) : []),
    ...cut(query, places.inQuery(query)),
    ...headers.flatMap(([name, value]) =>
      places.isSecretField(name) || HINT.test(value)
        ? secretsWithin(name, cut(value, places.inField(name, value)))
        : [],
    ),
  ];
  return all.flatMap(({ name, value }) => {
    const plain = unescapeText(value);
    return isDistinct(plain) && !isTakenOut(plain) ? [{ name, value: plain }] : [];
  });
}

/** A field may contain several secrets: values of cookies, a user and a password, parameters of a scheme. */
function secretsWithin(name: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  return found.flatMap(({ value }) => {
    const pairs = [...value.matchAll(/=\s*"?([^\s;,"]+)/g)].flatMap(([, part]) => part ?? []);
    const basic = /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64').toString('utf8') : '';
    const [, password] = /^[\x20-\x7e]*?:([\x20-\x7e]+)$/.exec(basic) ?? [];
    const attributes = /^set-cookie$/i.test(name)
      ? [/^[^;]*/.exec(value)?.[0].replace(/^[^=]*=/, '') ?? '']
      : undefined;
    const secrets = attributes ?? [value, ...pairs];
    return [...secrets, ...(password === undefined ? [] : [password])].map((part) => ({ name, value: part }));
  });
}

/** The string before it was escaped in JSON or a URL. */
function unescapeText(text: string): string {
  try {
    if (text.includes('\\')) return String(JSON.parse(`"${text}"`));
    return /%[\da-f]{2}/i.test(text) ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}

/** The replacement of a value with a secret name; booleans and null are not secret. */
function redactedValue(name: string, value: Json): Json {
  if (value === null || typeof value === 'boolean' || value === '') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return mayBeNumber(name) ? REDACTED : value;
  return REDACTED;
}

function cut(text: string, spans: readonly SecretSpan[]): FoundSecret[] {
  return spans.map(({ start, end, name }) => ({ name, value: text.slice(start, end) }));
}

/** Whether a string was redacted already. */
function isTakenOut(text: string): boolean {
  return text === REDACTED || /^\$\{[A-Z0-9_]+\}$/.test(text);
}

/** Overlapping spans become one, with the name of the first. */
function replaceSpans(text: string, spans: readonly SecretSpan[], by: Substitute): string {
  if (spans.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end, name } of mergeSpans(spans)) {
    const secret = text.slice(start, end);
    result += text.slice(at, start) + (isTakenOut(secret) ? secret : by(name));
    at = end;
  }
  return result + text.slice(at);
}

function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const apart: SecretSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || span.start >= last.end) apart.push(span);
    else if (span.end > last.end) apart[apart.length - 1] = { ...last, end: span.end };
  }
  return apart;
}

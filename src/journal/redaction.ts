import type { HeaderFields, Json, JsonObject } from '../core/index.ts';
import { wordsOf } from '../spec/index.ts';
import { isArray } from '../wire/index.ts';

/** Takes secrets out by the names that they stand under. Works on what is shown, never on what is kept. */
export interface Redaction {
  isSecret(name: string): boolean;
  headers(fields: HeaderFields): readonly (readonly [string, string])[];
  /** Raw query text. */
  query(query: string): string;
  value(value: Json): Json;
}

export const REDACTED = '[redacted]';

/** Names made of words: `X-Api-Key`, `accessToken` and `db_password` have one of these among them. */
const SECRET_WORDS = new Set([
  ...['authorization', 'cookie', 'cookies', 'credential', 'credentials', 'passphrase', 'passwd', 'password', 'pwd'],
  ...['secret', 'secrets', 'session', 'signature', 'token', 'tokens', 'apikey', 'privatekey', 'sessionid'],
]);
const SECRET_PAIRS = new Set(['api key', 'private key', 'access key', 'session id', 'auth key', 'client secret']);

/** `names` are secret besides those that sound like it: the apiKey schemes of a document, and whatever the user adds. */
export function createRedaction(names: readonly string[] = []): Redaction {
  const more = new Set(names.map((name) => name.toLowerCase()));
  // The names in use are few and come again and again; the bound is for clients that invent them.
  const known = new Map<string, boolean>();
  const isSecret = (name: string): boolean => {
    let secret = known.get(name);
    if (secret === undefined) {
      secret = more.has(name.toLowerCase()) || soundsSecret(name);
      if (known.size < 10_000) known.set(name, secret);
    }
    return secret;
  };
  const value = (from: Json): Json => {
    if (typeof from !== 'object' || from === null) return from;
    if (isArray(from)) return from.map(value);
    const entries = Object.entries(from).map(([name, each]): [string, Json] => [
      name,
      isSecret(name) ? REDACTED : value(each),
    ]);
    // `fromEntries` defines own properties, so that a name such as `__proto__` stays one.
    return Object.fromEntries(entries) as JsonObject;
  };
  return {
    isSecret,
    headers: (fields) => fields.map(([name, text]) => [name, isSecret(name) ? REDACTED : text] as const),
    query: (query) =>
      query.replace(/([^&=]+)=([^&]*)/g, (all, name) => (isSecret(decoded(name)) ? `${name}=${REDACTED}` : all)),
    value,
  };
}

function soundsSecret(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, at) => SECRET_WORDS.has(word) || SECRET_PAIRS.has(`${word} ${words[at + 1]}`));
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    // Not percent-encoded text: then it is what it looks like.
    return name;
  }
}

import { wordsOf } from '../words/words.ts';

/** Names that contain one of these words: `X-Api-Key`, `accessToken`, `db_password`. */
const SECRET_WORDS = new Set([
  ...['authorization', 'cookie', 'cookies', 'credential', 'credentials', 'passphrase', 'passwd', 'password', 'pwd'],
  ...[
    'passwords',
    'passcode',
    'secret',
    'secrets',
    'session',
    'sessionid',
    'sid',
    'signature',
    'sig',
    'token',
    'tokens',
  ],
  ...['apikey', 'privatekey', 'jwt', 'bearer', 'csrf', 'xsrf', 'otp', 'assertion'],
]);
const SECRET_PAIRS = new Set([
  ...[
    'api key',
    'private key',
    'access key',
    'auth key',
    'signing key',
    'encryption key',
    'session id',
    'client secret',
  ],
  'session key',
]);
/** Names whose words are joined: `authtoken`, `PHPSESSID`. */
const SECRET_ENDING = /(token|secret|password|apikey|sessionid|sessid)$/;
/** Endings of names about a secret that are not secret: `token_type`, `passwordChangedAt`. */
const ABOUT_A_SECRET = new Set([
  ...['algorithm', 'alg', 'at', 'budget', 'count', 'date', 'enabled', 'endpoint', 'expiration', 'expires', 'expiry'],
  ...['format', 'hint', 'in', 'length', 'lifetime', 'limit', 'max', 'method', 'min', 'name', 'policy', 'required'],
  ...['size', 'status', 'strength', 'ttl', 'type', 'usage', 'used'],
]);
/** A token after one of these words is a paging cursor. */
const OF_PAGES = new Set(['page', 'next', 'prev', 'previous', 'pagination', 'continuation', 'start', 'starting']);
/** Header fields that end in `Key` and contain no credential. */
const OPEN_KEYS = new Set(['idempotency', 'socket', 'surrogate', 'cache', 'partition', 'public']);
const ID_WORDS = new Set([
  ...['id', 'ids', 'uid', 'uuid', 'guid', 'etag', 'hash', 'digest', 'checksum', 'integrity', 'sha', 'sha1', 'sha256'],
  ...[
    'sha512',
    'md5',
    'fingerprint',
    'cursor',
    'next',
    'previous',
    'prev',
    'after',
    'before',
    'page',
    'version',
    'match',
  ],
  ...['revision', 'ref', 'slug', 'trace', 'traceparent', 'policy', 'modulus'],
]);

/** Whether a header field, parameter, cookie or property with this name is secret. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  if (ABOUT_A_SECRET.has(words.at(-1) ?? '')) return false;
  return words.some((word, at) => {
    if (OF_PAGES.has(words[at - 1] ?? '') && /^tokens?$/.test(word)) return false;
    return SECRET_WORDS.has(word) || SECRET_ENDING.test(word) || SECRET_PAIRS.has(`${word} ${words[at + 1]}`);
  });
}

/** Header fields have a few more secret names: `X-Auth`, `Ocp-Apim-Subscription-Key`. */
export function isSecretField(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1);
  if (last === 'auth') return true;
  if (last === 'key' && words.length > 1 && !words.some((word) => OPEN_KEYS.has(word))) return true;
  return isSecretName(name);
}

/** Whether a number with a secret name may be secret: a password may, the number of tokens is not. */
export function mayBeNumber(name: string): boolean {
  return !/s$/i.test(name);
}

/** Names that identify records, versions and pages, whose values may look as random as a secret. */
export function isIdName(name: string): boolean {
  return wordsOf(name).some((word) => ID_WORDS.has(word));
}

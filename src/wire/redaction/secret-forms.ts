/** The position of a secret in a string, and its name. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** JSON Web Tokens (RFC 7519 §3), including truncated ones. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)*/g;
/** A credential after its scheme (RFC 9110 §11.4), not a parameter such as `realm="…"`. */
const SCHEMED = /(?<!\w)(bearer|basic|dpop|apikey)(?:\s|%20|\+)+(?![\w-]+\s*=\s*\\?")([\w.~+/%-]{6,}=*)/gi;
/** User and password of a URL (RFC 3986 §3.2.1). */
const USERINFO = /(?<=[a-z]:\/\/)[^\s/?#@"'<>\\]+(?=@)/gi;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
/** Words that follow a scheme in prose: `Bearer authentication`, `basic token-based`. */
const PLAIN_WORDS = /^[A-Za-z]?[a-z]+(-[a-z]+)?$/;

/** Secrets that are recognised by their form, with any name. */
export function secretForms(text: string): SecretSpan[] {
  const spans: SecretSpan[] = [];
  if (text.length < 8) return spans;
  const add = (start: number, length: number, name: string): void => {
    spans.push({ start, end: start + length, name });
  };
  if (text.includes('eyJ')) for (const { index, 0: all } of text.matchAll(JWT)) add(index, all.length, 'jwt');
  for (const { index, 0: all, 1: scheme = '', 2: value = '' } of text.matchAll(SCHEMED))
    if (!PLAIN_WORDS.test(value)) add(index + all.length - value.length, value.length, scheme);
  if (text.includes('@')) for (const { index, 0: all } of text.matchAll(USERINFO)) add(index, all.length, 'userinfo');
  if (text.includes('-----BEGIN'))
    for (const { index, 0: all } of text.matchAll(PRIVATE_KEY)) add(index, all.length, 'private key');
  return spans;
}

/** Shorter ones are often ids; longer ones are content. */
const RANDOM = { shortest: 32, longest: 512 };
const RUN = /[\w+/-]{32,}={0,2}/g;
const UUID = /[\da-f]{8}-?([\da-f]{4}-?){3}[\da-f]{12}/i;
/** Minimum bits per character. Sentences and joined names have a little less than random characters. */
const LEAST_ENTROPY = 3.5;
/** Maximum average length of a word or number. Natural words are longer. */
const LONGEST_PIECE = 3;

/**
 * Long random strings: 32 to 512 characters of Base64, with at least 3.5 bits of entropy per character, and
 * split into words and numbers shorter than three characters on average. Not hexadecimal (digests, ids), a
 * UUID, a path, joined words, or a digest with its algorithm.
 */
export function randomStrings(text: string): SecretSpan[] {
  if (text.length < RANDOM.shortest) return [];
  const spans: SecretSpan[] = [];
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const before = text.slice(Math.max(0, index - 200), index);
    if (/base64,$|sha\d+[:=]$/i.test(before) || PATH.test(`${WORD.exec(before)?.[0]}${run}`)) continue;
    if (isRandom(run)) spans.push({ start: index, end: index + run.length, name: 'secret' });
  }
  return spans;
}

/** The characters right before, up to a space, a bracket or the query of a URL. */
const WORD = /[^\s"'`<>()[\]{},;=?&]*$/;
/** A path identifies a record. */
const PATH = /^(\w+:\/\/|\.{0,2}\/)/;

export function isRandom(run: string): boolean {
  if (run.length < RANDOM.shortest || run.length > RANDOM.longest) return false;
  if (/^[\da-f_-]*$/i.test(run) || UUID.test(run) || /^sha\d+-/.test(run)) return false;
  // A path, or joined words.
  if (countOf(run, /\//g) > run.length / 16 || countOf(run, /[_-]/g) > run.length / 8) return false;
  // Consecutive capitals are a word only in a string of capitals.
  const isMixed = /[a-z]/.test(run) && /\d/.test(run);
  const pieces = run.match(isMixed ? /[A-Z]?[a-z]+|[A-Z]|\d+/g : /[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const letters = pieces.reduce((sum, { length }) => sum + length, 0);
  return letters / pieces.length < LONGEST_PIECE && entropyOf(run) >= LEAST_ENTROPY;
}

const countOf = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

/** Shannon entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

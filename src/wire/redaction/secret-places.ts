import { decodePercent } from '../http/percent.ts';
import { randomStrings, type SecretSpan, secretForms } from './secret-forms.ts';
import { isIdName, isSecretField, isSecretName, mayBeNumber } from './secret-names.ts';

/** Whether a name is secret here: by its words, or because the user declared it. */
type IsSecret = (name: string) => boolean;

/** Finds secrets by their names, position and form. */
export interface SecretPlaces {
  readonly isSecret: IsSecret;
  /** Whether there are secret names beyond the usual words. */
  readonly isExtended: boolean;
  /** In any string: JSON, XML, multipart, a form, a URL, one header line, prose. */
  inText(text: string): SecretSpan[];
  inQuery(query: string): SecretSpan[];
  inField(name: string, value: string): SecretSpan[];
  isSecretField(name: string): boolean;
  /** In a string with a name that is not secret. */
  inValue(text: string, name: string | undefined): SecretSpan[];
}

/** `names` are always secret, `parameters` as header fields and in queries. */
export function createSecretPlaces(names: readonly string[], parameters: readonly string[]): SecretPlaces {
  const lower = (list: readonly string[]): ReadonlySet<string> => new Set(list.map((name) => name.toLowerCase()));
  const [everywhere, inRequests] = [lower(names), lower(parameters)];
  const isSecret = memoize((name) => everywhere.has(name.toLowerCase()) || isSecretName(name));
  const isParameter = memoize((name) => inRequests.has(name.toLowerCase()) || isSecret(name));
  const isField = memoize((name) => isParameter(name) || isSecretField(name));
  /** The document may declare a parameter of a URL as secret. */
  const inUrls = (text: string): SecretSpan[] =>
    inRequests.size === 0
      ? []
      : [...text.matchAll(/[?&]([^\s"'<>#]+=[^\s"'<>#]*)/g)].flatMap(({ index, 1: query = '' }) =>
          moveSpans(inQuery(query, isParameter), index + 1),
        );
  const inField = (name: string, value: string): SecretSpan[] =>
    isField(name) ? afterScheme(name, value) : [...leaf(value, name, isSecret), ...inUrls(value)];
  return {
    isSecret,
    isExtended: everywhere.size > 0,
    inField,
    isSecretField: isField,
    inQuery: (query) => inQuery(query, isParameter),
    inValue: (text, name) => [...leaf(text, name, isSecret), ...inUrls(text)],
    inText(text) {
      const [line, name] = FIELD_LINE.exec(text) ?? [];
      if (line === undefined || name === undefined) return [...secretsIn(text, isSecret), ...inUrls(text)];
      return moveSpans(inField(name, text.slice(line.length)), line.length);
    },
  };
}

const FIELD_LINE = /^([!#$%&'*+.^_`|~\w-]+): (?=[^\n]*$)/;
const SCHEME = /^(Bearer|Basic|Digest|DPoP|Negotiate|ApiKey|Token)\s+/i;

/** The scheme of a credential stays readable. */
function afterScheme(name: string, value: string): SecretSpan[] {
  const start = SCHEME.exec(value)?.[0].length ?? 0;
  return start < value.length ? [{ start, end: value.length, name }] : [];
}

/** Clients may use any number of names. */
const MOST_NAMES = 10_000;

function memoize(isIt: IsSecret): IsSecret {
  const known = new Map<string, boolean>();
  return (name) => {
    let is = known.get(name);
    if (is === undefined) {
      is = isIt(name);
      if (known.size < MOST_NAMES) known.set(name, is);
    }
    return is;
  };
}

function secretsIn(text: string, isSecret: IsSecret): SecretSpan[] {
  if (text.length < 4) return [];
  const start = text.trimStart();
  if (/^[[{"]/.test(start)) return inJson(text, isSecret);
  if (start.startsWith('<')) return inXml(text, isSecret);
  if (/^--[^\r\n]+\r?\ncontent-/i.test(start)) return inMultipart(text, isSecret);
  if (/^(?!\w+:\/\/)[^\s&=<>"']+=[^\s&]*(?:&[^\s&=]+=[^\s&]*)*$/.test(start)) return inQuery(text, isSecret);
  return inProse(text, isSecret, true);
}

/** `name=value` pairs joined by `&`, percent-encoded or not. */
function inQuery(query: string, isSecret: IsSecret): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { index, 1: raw = '', 2: value = '' } of query.matchAll(/([^&=?]+)=([^&]*)/g)) {
    const name = decodePercent(raw.replaceAll('+', '%20')) ?? raw;
    const start = index + raw.length + 1;
    if (isSecret(name)) spans.push({ start, end: start + value.length, name });
    else spans.push(...moveSpans(leaf(value, name, isSecret), start));
  }
  return spans.filter(({ start, end }) => end > start);
}

const namesId = memoize(isIdName);

/** A value with a name that is not secret. */
function leaf(text: string, name: string | undefined, isSecret: IsSecret): SecretSpan[] {
  const random = name === undefined || !namesId(name) ? randomStrings(text) : [];
  return [...inProse(text, isSecret, false), ...random];
}

/** A redacted value; bracket, colon, comma; a string, possibly truncated; anything else between them. */
const JSON_TOKEN = /\[redacted\]|[{}[\],:]|"([^"\\]*(?:\\[\s\S][^"\\]*)*)("|\\?$)|[^\s{}[\],:"]+/g;

/** Reads JSON that may be truncated or malformed: only names and nesting matter. */
function inJson(text: string, isSecret: IsSecret): SecretSpan[] {
  const spans: SecretSpan[] = [];
  /** The secret name above each open bracket, and the name that the items of a list share. */
  const open: { readonly secret: string | undefined; readonly items: string | undefined }[] = [];
  let key: string | undefined;
  const owner = (): string | undefined => (key !== undefined && isSecret(key) ? key : open.at(-1)?.secret);
  for (const { index, 0: token, 1: content } of text.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') {
      open.push({ secret: owner(), items: token === '[' ? (key ?? open.at(-1)?.items) : undefined });
      key = undefined;
    } else if (token === '}' || token === ']') open.pop();
    else if (token === ',') key = undefined;
    else if (token !== ':' && isFollowedByColon(text, index + token.length)) key = unescapeName(content ?? token);
    else if (token !== ':') {
      const name = owner();
      const start = content === undefined ? index : index + 1;
      const end = start + (content ?? token).length;
      const secret = name !== undefined && (content !== undefined || isSecretScalar(name, token));
      if (secret) spans.push({ start, end, name });
      else spans.push(...moveSpans(leaf(content ?? token, key ?? open.at(-1)?.items, isSecret), start));
    }
  }
  return spans.filter(({ start, end }) => end > start);
}

/** A name may be written with escapes: `\u0070assword`. */
function unescapeName(name: string): string {
  return name.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function isFollowedByColon(text: string, at: number): boolean {
  let next = at;
  while (text[next] === ' ' || text[next] === '\n' || text[next] === '\r' || text[next] === '\t') next += 1;
  return text[next] === ':';
}

/** `true`, `false` and `null` are not secret. */
function isSecretScalar(name: string, token: string): boolean {
  return !/^(true|false|null)$/.test(token) && (mayBeNumber(name) || !/^-?\d/.test(token));
}

const XML_TOKEN = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([\w:.-]+)([^<>]*)>|[^<]+/g;

function inXml(text: string, isSecret: IsSecret): SecretSpan[] {
  const spans: SecretSpan[] = [];
  const open: { readonly tag: string; readonly secret: string | undefined }[] = [];
  for (const { index, 0: token, 1: cdata, 2: closing, 3: tag, 4: attributes = '' } of text.matchAll(XML_TOKEN)) {
    if (tag === undefined) {
      const content = cdata ?? token;
      const start = index + (cdata === undefined ? 0 : '<![CDATA['.length);
      const { secret: name, tag: around } = open.at(-1) ?? {};
      if (name !== undefined && content.trim() !== '') spans.push({ start, end: start + content.length, name });
      else spans.push(...moveSpans(leaf(content, around, isSecret), start));
    } else if (closing === '/') open.pop();
    else {
      spans.push(...moveSpans(inProse(attributes, isSecret, false), index + token.indexOf(attributes, tag.length + 1)));
      const local = tag.replace(/^.*:/, '');
      if (!attributes.endsWith('/')) open.push({ tag: local, secret: isSecret(local) ? local : open.at(-1)?.secret });
    }
  }
  return spans;
}

const PART = /\r?\n\r?\n([\s\S]*?)(?=\r?\n--|$)/g;

function inMultipart(text: string, isSecret: IsSecret): SecretSpan[] {
  const spans: SecretSpan[] = [];
  let from = 0;
  for (const { index, 0: part, 1: content = '' } of text.matchAll(PART)) {
    const head = text.slice(from, index);
    from = index + part.length;
    const start = from - content.length;
    const name = /\bname="([^"\r\n]*)"/i.exec(head)?.[1] ?? /\bname=([^\s;]+)/i.exec(head)?.[1];
    if (name !== undefined && isSecret(name)) spans.push({ start, end: from, name });
    else spans.push(...moveSpans(secretsIn(content, isSecret), start));
  }
  return spans.filter(({ start, end }) => end > start);
}

/** `name=` or `name:`, with or without quotes, also in JSON inside a JSON string. */
const NAME = /(?<![\w%$])(\\*["'`]?)([A-Za-z_][\w.%[\]-]{1,60})\1(\s{0,8}(?:[:=]|%3[AaDd])\s{0,8})/g;
/** The value after a name: a quoted string, or everything up to the next delimiter. */
const VALUE = /(\\*["'`])([^"'`\\]*)|([^\s"'`<>&;,(){}[\]\\]+)/y;
const ORDINARY_WORD = /^[A-Za-z]+[.!?]?$/;

/** Secrets in prose. `alone`: the string has no name, so a random string in it is not an id. */
function inProse(text: string, isSecret: IsSecret, alone: boolean): SecretSpan[] {
  const spans = [...secretForms(text), ...(alone ? randomStrings(text) : [])];
  if (!/[:=]|%3/.test(text)) return spans;
  let done = 0;
  for (const { index, 0: all, 2: raw = '', 3: between = '' } of text.matchAll(NAME)) {
    const name = raw.includes('%') ? (decodePercent(raw) ?? raw) : raw;
    // The value of a secret name is not itself a name.
    if (index < done || !isSecret(name)) continue;
    VALUE.lastIndex = index + all.length;
    const [found = '', , quoted, bare] = VALUE.exec(text) ?? [];
    const value = quoted ?? bare ?? '';
    const end = index + all.length + found.length;
    // `Invalid token: expected a string` contains no value, unless it is on a line of its own.
    const isSentence = quoted === undefined && /:\s/.test(between) && ORDINARY_WORD.test(value);
    if (value === '' || (isSentence && !isWholeLine(text, index, end))) continue;
    spans.push({ start: end - value.length, end, name });
    done = end;
  }
  return spans;
}

/** Whether the line contains nothing else, as far as nearby characters show. */
function isWholeLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const after = text.slice(end, end + NEAR);
  return /(^|\n)[ \t-]*$/.test(before) && /^[ \t\r]*(\n|$)/.test(after) && text.includes('\n');
}

const NEAR = 80;

function moveSpans(spans: readonly SecretSpan[], by: number): SecretSpan[] {
  return by === 0 ? [...spans] : spans.map(({ start, end, name }) => ({ start: start + by, end: end + by, name }));
}

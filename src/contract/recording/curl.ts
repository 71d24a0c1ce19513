import type { HttpRequest } from '../../core/index.ts';
import { bodyBytes } from '../transport/body-bytes.ts';
import type { Redactor } from '../transport/redactor.ts';

/** Maximum length of a body in a command, in characters. */
const LONGEST = 16_384;

/**
 * A command for a POSIX shell that sends the same bytes. Secrets are written as `"${STANDIN_BEARER:?}"`, so
 * that the shell reports an unset variable instead of sending nothing. Bodies that are not plain text go
 * through `printf`.
 */
export function curlOf(request: HttpRequest, url: string, redactor: Redactor): string {
  const method = request.method === 'HEAD' ? ['-I'] : ['-X', quote(request.method, redactor)];
  const words = [['curl', '-sS', '-i', '--path-as-is', '-g'], method];
  return commandOf({ request, url, redactor, words, separator: ' ' });
}

/**
 * The same as a step of a script, in which `curl` is a function with the other options. `variables` may
 * occur in any string.
 */
export function stepOf(request: HttpRequest, url: string, redactor: Redactor, variables: ReadonlySet<string>): string {
  const isPlain = request.method === 'GET' && bodyBytes(request.body) === undefined;
  const method = request.method === 'HEAD' ? ['-I'] : isPlain ? [] : ['-X', quote(request.method, redactor)];
  return commandOf({ request, url, redactor, words: [['curl', ...method]], separator: ' \\\n  ', variables });
}

interface Command {
  readonly request: HttpRequest;
  readonly url: string;
  readonly redactor: Redactor;
  /** The first words of the command; words in one list stay on one line. */
  readonly words: readonly (readonly string[])[];
  /** Separates words if a line would become too long. */
  readonly separator: string;
  readonly variables?: ReadonlySet<string>;
}

/** Columns of a terminal. */
const WIDTH = 80;

function commandOf({ request, url, redactor, words, separator, variables = NONE }: Command): string {
  const bytes = bodyBytes(request.body);
  const text = (value: string): string => quote(value, redactor, variables);
  const groups = [...words, ...headerWords(request, bytes, text)];
  const join = (more: readonly (readonly string[])[]): string => joinGroups([...groups, ...more], separator);
  if (bytes === undefined) return join([[text(url)]]);
  if (bytes.length > LONGEST)
    return `${join([[text(url)]])} --data-binary @body # ${bytes.length} bytes, see the exchange`;
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!content.startsWith('@') && /^[\x20-\x7e\n\t\u00a0-\ud7ff\ue000-\ufffc\u{10000}-\u{10ffff}]*$/u.test(content))
    return join([['--data-binary', text(content)], [text(url)]]);
  return `printf '${printfFormat(redactor.bytes(bytes))}' | ${join([['--data-binary', '@-'], [text(url)]])}`;
}

function headerWords(
  request: HttpRequest,
  bytes: Uint8Array | undefined,
  text: (value: string) => string,
): readonly (readonly string[])[] {
  const sent = request.headers.filter(([name]) => !/^(content-length|host)$/i.test(name));
  // curl omits a field without a value unless its name ends in a semicolon.
  const words = sent.map(([name, value]) => ['-H', text(value === '' ? `${name};` : `${name}: ${value}`)]);
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  return bytes === undefined || typed ? words : [...words, ['-H', text('Content-Type:')]];
}

function joinGroups(groups: readonly (readonly string[])[], separator: string): string {
  let line = 0;
  let all = '';
  for (const group of groups) {
    const words = group.join(' ');
    if (words === '') continue;
    const fits = all === '' || separator === ' ' || line + 1 + words.length <= WIDTH - 2;
    const between = all === '' ? '' : fits ? ' ' : separator;
    all += between + words;
    line = fits ? line + between.length + words.length : 2 + words.length;
  }
  return all;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A mark for the value of a shell variable in a string that is quoted later; `encoded` in a URL, where the
 * value may need escapes.
 */
export function variableMark(name: string, { encoded = false }: { readonly encoded?: boolean } = {}): string {
  return `\u{e000}${name}${encoded ? '%' : ''}\u{e001}`;
}

const MARK = /\u{e000}([A-Za-z_]\w*)(%?)\u{e001}/u;

/** Quotes a string in single quotes, and secrets and variables in it in double quotes. */
function quote(text: string, redactor: Redactor, variables: ReadonlySet<string> = NONE): string {
  const { text: masked, variables: secrets } = redactor.shell(text);
  const segments = secrets.length === 0 && variables.size === 0 ? [masked] : masked.split(PARTS);
  const pieces = segments.filter((part) => part !== '').map((part) => pieceOf(part, secrets, variables));
  if (pieces.length === 0) return "''";
  const whole =
    pieces.some(({ mark }) => mark) && pieces.every(({ mark, text }) => mark || /^[^$`"\\!\n]*$/.test(text));
  if (whole) return `"${pieces.map(({ text }, at) => inDouble(text, pieces[at + 1]?.text)).join('')}"`;
  return pieces.map(({ text, mark, secret }) => (mark || secret ? `"${text}"` : shellWord(text))).join('');
}

const PARTS = /(\$\{STANDIN_[A-Z0-9_]+\}|\u{e000}[A-Za-z_]\w*%?\u{e001})/u;

interface Piece {
  readonly text: string;
  /** A variable of the script. */
  readonly mark: boolean;
  readonly secret: boolean;
}

function pieceOf(part: string, secrets: readonly string[], variables: ReadonlySet<string>): Piece {
  const secret = secrets.some((name) => part === `\${${name}}`);
  if (secret) return { text: `${part.slice(0, -1)}:?}`, mark: false, secret };
  const [whole, name, encoded] = MARK.exec(part) ?? [];
  const mark = whole === part && name !== undefined && variables.has(name);
  const value = encoded === '%' ? `$(encode "$${name}")` : `$${name}`;
  return { text: mark ? value : part, mark, secret };
}

/** `$name` before a letter would be another variable. */
function inDouble(text: string, next = ''): string {
  return /^\$\w+$/.test(text) && /^\w/.test(next) ? `\${${text.slice(1)}}` : text;
}

/** Quotes one word, so that a shell expands nothing in it. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Bytes as a format of `printf`: ASCII as it is, anything else and what a shell or `printf` would interpret in octal. */
function printfFormat(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && !`'\\%`.includes(String.fromCharCode(byte));
    // A format that begins with a dash is taken for an option.
    if (plain && !(text === '' && byte === DASH)) text += String.fromCharCode(byte);
    else text += byte === 0x0d ? '\\r' : byte === 0x0a ? '\\n' : `\\${byte.toString(8).padStart(3, '0')}`;
  }
  return text;
}

const DASH = 0x2d;

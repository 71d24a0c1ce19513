/** The result of reading a regular expression. */
export type Pattern =
  | { readonly kind: 'good'; readonly source: string }
  /** Rewritten to compile with the flag `u`, with its intended meaning. */
  | { readonly kind: 'repaired'; readonly source: string; readonly note: string }
  | { readonly kind: 'bad'; readonly reason: string };

/**
 * Reads a pattern as ECMAScript with the flag `u` (JSON Schema Core §6.4), and repairs notations of other
 * dialects.
 */
export function readPattern(source: string): Pattern {
  const literal = /^\/(\^.*\$)\/([gimsuy]*)$/s.exec(source);
  const inner = literal?.[1] ?? source;
  const inline = /^\(\?([ims]+)\)/.exec(inner);
  const flags = (literal?.[2] ?? '') + (inline?.[1] ?? '');
  const rest = inline === null ? inner : inner.slice(inline[0].length);
  if (rest === source && compiles(source)) return { kind: 'good', source };
  const repaired = rewrite(rest, flags.includes('i'), flags.includes('s'));
  if (compiles(repaired)) return { kind: 'repaired', source: repaired, note: `read as ${repaired}` };
  return { kind: 'bad', reason: reasonOf(source) };
}

const ATOM = String.raw`(?:\\.|\[(?:\\.|[^\]\\])*\]|[^()[\]\\|+*?{}])`;
const ENDLESS = String.raw`(?:[+*]|\{\d+,\})`;
/** A repeated group of repeated atoms only, and a repeated choice in which two branches begin alike. */
const COSTLY = new RegExp(
  `\\((?:\\?:)?(?:${ATOM}${ENDLESS})+\\)${ENDLESS}|\\((?:\\?:)?([^()|]+)\\|(?:[^()]*\\|)?\\1[^()|]*\\)${ENDLESS}`,
);

/** Whether a pattern has a usual cause of catastrophic backtracking. An estimate that misses rare ones. */
export function isCostly(source: string): boolean {
  return COSTLY.test(source);
}

function compiles(source: string): boolean {
  return reasonOf(source) === '';
}

function reasonOf(source: string): string {
  try {
    new RegExp(source, 'u');
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const POSIX: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  word: '\\w',
  xdigit: '0-9a-fA-F',
  punct: '!-\\/:-@\\[-`\\{-~',
};

/** Escapes of other dialects, outside and inside a character class. */
const FOREIGN: Readonly<Record<string, readonly [outside: string, inside: string]>> = {
  A: ['^', 'A'],
  z: ['$', 'z'],
  Z: ['$', 'Z'],
  h: ['[ \\t]', ' \\t'],
  e: ['\\x1b', '\\x1b'],
  a: ['\\x07', '\\x07'],
};

function rewrite(source: string, ignoreCase: boolean, dotAll: boolean): string {
  let out = '';
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? '';
    const next = source[at + 1] ?? '';
    if (char === '\\') {
      out += rewriteEscape(source, at, inClass);
      at += escapeLength(source, at) - 1;
    } else if (inClass) {
      const posix = /^\[:(\w+):\]/.exec(source.slice(at));
      const range = /^([a-zA-Z])-([a-zA-Z])/.exec(source.slice(at));
      if (posix?.[1] !== undefined && POSIX[posix[1]] !== undefined) {
        out += POSIX[posix[1]];
        at += posix[0].length - 1;
      } else if (char === ']') {
        inClass = false;
        out += char;
      } else if (ignoreCase && range !== null) {
        out += `${range[0]}${swapCase(range[0])}`;
        at += 2;
      } else if (char === '-' && isLoneHyphen(source, at)) out += '\\-';
      else out += ignoreCase && isLetter(char) ? char + swapCase(char) : char;
    } else if (char === '[') {
      inClass = true;
      out += char;
      if (next === '^') {
        out += next;
        at++;
      }
    } else if (char === '(' && source.startsWith('(?P<', at)) {
      out += '(?<';
      at += 3;
    } else if (char === '{' && !/^\{\d+(?:,\d*)?\}/.test(source.slice(at))) out += '\\{';
    else if (char === '}' && !/\{\d+(?:,\d*)?$/.test(source.slice(0, at))) out += '\\}';
    else if (char === ']') out += '\\]';
    else if (char === '.' && dotAll) out += '[^]';
    else out += ignoreCase && isLetter(char) && !isGroupName(source, at) ? `[${char}${swapCase(char)}]` : char;
  }
  return out;
}

function escapeLength(source: string, at: number): number {
  const rest = source.slice(at);
  return (
    /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|[pPk][{<][^}>]*[}>]|c[A-Za-z]|x\{[0-9a-fA-F]+\})/.exec(
      rest,
    )?.[0] ?? rest.slice(0, 2)
  ).length;
}

function rewriteEscape(source: string, at: number, inClass: boolean): string {
  const literal = source.slice(at, at + escapeLength(source, at));
  const code = /^\\x\{([0-9a-fA-F]+)\}$/.exec(literal);
  if (code !== null) return `\\u{${code[1]}}`;
  if (compiles(inClass ? `[${literal}]` : literal)) return literal;
  if (/^\\[1-9]$/.test(literal)) return literal;
  const letter = literal.slice(1);
  const foreign = FOREIGN[letter];
  if (foreign !== undefined) return foreign[inClass ? 1 : 0];
  // The backslash of an unnecessary escape.
  return /^[^a-zA-Z0-9]$/u.test(letter) ? letter : literal;
}

/** Whether a hyphen beside a class escape (`[\w-.]`) is a literal. */
function isLoneHyphen(source: string, at: number): boolean {
  return (
    /\\[wdsWDS]$|[[^]$|\\[pP]\{[^}]*\}$/.test(source.slice(0, at)) ||
    /^-(?:\\[wdsWDSpP]|\])/.test(source.slice(at)) ||
    /[a-zA-Z0-9]-[a-zA-Z0-9]$/.test(source.slice(0, at))
  );
}

const isLetter = (char: string): boolean => /[a-zA-Z]/.test(char);

const isGroupName = (source: string, at: number): boolean => /\(\?<[^>]*$/.test(source.slice(0, at));

function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()));
}

/** Writes another string in the form of an example; `int` draws an integer. */
export type TextPattern = (int: (low: number, high: number) => number) => string;

const URL_FORM = /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+/i;
const DATED = /\d{4}-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}:\d\d/;
const DOTTED = /^v?\d+(?:\.\d+)+$/;
/** A number of something in digits: a phone number, a card. Its beginning says what it is. A year is shorter. */
const LONG_NUMBER = /^\d{6,40}$/;
/** A phone number with its country: the last digits are those of a line. */
const E164 = /^\+\d{8,15}$/;
/** A quantity in digits: an amount, a percentage. */
const SHORT_NUMBER = /^-?(?:\d{1,5}|\d{1,12}\.\d{1,8})$/;
/** Bytes in hexadecimal: a fingerprint of a key, an address of a network card. Three pairs of digits may be a time. */
const HEX_PAIRS = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){3,}[0-9a-f]{2}$/i;

/** The form of a UUID, also with letters that no UUID has: authors make such examples up. */
const UUID_LIKE = /^[0-9a-z]{8}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{11,13}$/;
const UUID_FORM = 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx';

/**
 * The form of an example that is a URL or a code: host, prefix and separators stay, parts with digits or
 * long parts are replaced by similar ones. `undefined` for prose, dates, addresses and words, and for
 * digits only if `isMeant`: the name is more specific. `isOwn`: no two records have the same one.
 */
export function patternOf(example: string, isMeant: boolean, isOwn = false): TextPattern | undefined {
  if (isOwn && VERSIONED.test(example)) return (int) => `${example.replace(/\d+$/, '')}${int(1, 99)}`;
  if (SHORT_NUMBER.test(example) && !isMeant) return (int) => example.replaceAll(/\d+/g, (part) => digits(part, int));
  if (/\s|@|[{}<>]/.test(example) || example.length < 4 || example.length > 200) return undefined;
  const root = URL_FORM.exec(example)?.[0];
  if (root !== undefined) return urlPattern(root, example.slice(root.length));
  if (LONG_NUMBER.test(example) && !isMeant)
    return (int) => example.slice(0, 2) + digits(`0${example.slice(2)}`, int).slice(1);
  if (E164.test(example) && !isMeant) return (int) => example.slice(0, -7) + digits('1'.repeat(7), int);
  if (HEX_PAIRS.test(example)) return (int) => example.replaceAll(/[0-9a-f]/gi, (char) => hexLike(char, int));
  if (UUID_LIKE.test(example)) return (int) => UUID_FORM.replaceAll('x', () => hexLike('a', int));
  if (DATED.test(example) || DOTTED.test(example) || example.startsWith('+') || example.length > 64) return undefined;
  if (!/\d/.test(example) || /^[\d.,-]+$/.test(example) || (isMeant && !/[a-z]/i.test(example))) return undefined;
  if (!/[a-z]/i.test(example) || example.includes('/')) return undefined;
  const pieces = example.split(/([^A-Za-z0-9]+)/);
  return (int) => pieces.map((piece) => (/\d/.test(piece) ? likewise(piece, int) : piece)).join('');
}

function urlPattern(root: string, rest: string): TextPattern {
  const pieces = rest.split(/([/?&=#.:_-]+)/);
  const isId = (piece: string): boolean =>
    (/\d/.test(piece) && (/^\d+$/.test(piece) || piece.length >= 4)) || piece.length > 20;
  return (int) => root + pieces.map((piece) => (isId(piece) ? likewise(piece, int) : piece)).join('');
}

const VERSIONED = /^[a-z]{1,3}\d{1,2}$/i;

/** Replaces digits by digits and letters by letters; a short prefix before the first digit stays. */
function likewise(piece: string, int: (low: number, high: number) => number): string {
  if (/^\d+$/.test(piece)) return digits(piece, int);
  if (VERSIONED.test(piece)) return piece;
  const isHex = /^(?:[0-9a-f]+|[0-9A-F]+)$/.test(piece) && piece.length >= 4;
  const prefix = isHex ? '' : (/^[A-Za-z]{0,4}(?=\d)/.exec(piece)?.[0] ?? '');
  return (
    prefix + [...piece.slice(prefix.length)].map((char) => (isHex ? hexLike(char, int) : charLike(char, int))).join('')
  );
}

function digits(piece: string, int: (low: number, high: number) => number): string {
  return [...piece]
    .map((char, at) => (at > 0 || char === '0' ? (at === 0 ? '0' : String(int(0, 9))) : String(int(1, 9))))
    .join('');
}

function hexLike(char: string, int: (low: number, high: number) => number): string {
  const drawn = int(0, 15).toString(16);
  return /[A-F]/.test(char) ? drawn.toUpperCase() : drawn;
}

function charLike(char: string, int: (low: number, high: number) => number): string {
  if (/\d/.test(char)) return String(int(0, 9));
  if (/[a-z]/.test(char)) return String.fromCharCode(int(97, 122));
  return /[A-Z]/.test(char) ? String.fromCharCode(int(65, 90)) : char;
}

import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII, domainToUnicode } from 'node:url';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const MOST_CHARACTERS = 253;
/** IDNA has three more characters for the dot (RFC 3490 §3.1). */
const DOTS = /[.\u3002\uff0e\uff61]/u;

/** A host name of RFC 1123 §2.1; a label that begins with `xn--` has to stand for a label of another script (RFC 5890 §2.3.2.1). */
export function isHostName(text: string): boolean {
  return text.length <= MOST_CHARACTERS && text.split('.').every(isAsciiLabel);
}

/** A host name of any script (RFC 5890 §2.3.2.3). */
export function isIdnHostName(text: string): boolean {
  const labels = text.split(DOTS);
  const written = labels.map((label) => (isAscii(label) ? label : domainToASCII(label)));
  return (
    labels.every((label) => (isAscii(label) ? isAsciiLabel(label) : isUnicodeLabel(label))) &&
    written.join('.').length <= MOST_CHARACTERS
  );
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function isAsciiLabel(label: string): boolean {
  if (!LABEL.test(label)) return false;
  if (label.slice(2, 4) !== '--') return true;
  const meant = /^xn--/i.test(label) ? domainToUnicode(label) : '';
  return meant !== '' && !isAscii(meant) && isUnicodeLabel(meant) && domainToASCII(meant) === label.toLowerCase();
}

/**
 * Letters, marks and digits (RFC 5892 §2.1), and the exceptions that are valid alone or beside certain
 * characters (§2.6).
 */
const LETTERS =
  /^[-\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d]+$/u;
const FORBIDDEN = /[\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b]/u;
/** Virama marks of Indic scripts, which join consonants. */
const VIRAMA =
  '[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]';

/** Context rules of characters (RFC 5892, appendix A): each pattern finds a violation. */
const MISPLACED: readonly RegExp[] = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  new RegExp(`(?<!${VIRAMA})\u200d`, 'u'),
  new RegExp(`(?<!${VIRAMA}|\\p{Script=Arabic})\u200c|(?<=\\p{Script=Arabic})\u200c(?!\\p{Script=Arabic})`, 'u'),
  /[\u0660-\u0669].*[\u06f0-\u06f9]|[\u06f0-\u06f9].*[\u0660-\u0669]/u,
  /^(?!.*[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]).*\u30fb/u,
];

function isUnicodeLabel(label: string): boolean {
  if (!LETTERS.test(label) || FORBIDDEN.test(label) || label !== label.normalize('NFC')) return false;
  if (/^[-\p{M}]|-$/u.test(label) || label.slice(2, 4) === '--') return false;
  if (MISPLACED.some((pattern) => pattern.test(label))) return false;
  const ascii = domainToASCII(label);
  return ascii !== '' && LABEL.test(ascii);
}

/** Mailboxes other than a name at a domain (RFC 5321 §4.1.2): quoted, or with an address literal. */
export function isUnusualMailbox(text: string): boolean {
  const [, local = '', domain = ''] = /^(.+)@([^@]+)$/s.exec(text) ?? [];
  const [, address = ''] = /^\[(.+)\]$/.exec(domain) ?? [];
  const isAddress = isIPv4(address) || (/^IPv6:/i.test(address) && isIPv6(address.slice('IPv6:'.length)));
  return (
    local.length <= MOST_OF_LOCAL && (DOT_ATOM.test(local) || QUOTED.test(local)) && (isAddress || isDomain(domain))
  );
}

const MOST_OF_LOCAL = 64;
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;

function isDomain(text: string): boolean {
  return text.includes('.') && isHostName(text);
}

import { asciiName } from '../../../wire/index.ts';
import { drawInt } from '../../model/chance.ts';
import { slug } from '../vocabulary.ts';
import type { Format, FormatDraw } from './format.ts';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOSTNAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*$`, 'i');
const EMAIL = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@${LABEL}(?:\\.${LABEL})+$`,
  'i',
);
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`);
/**
 * RFC 3986: no spaces, brackets and quotes only in their places, percent signs only before two hex digits.
 */
const URI_TEXT = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;
const IRI_TEXT = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=\u{a0}-\u{d7ff}\u{f900}-\u{fdcf}\u{10000}-\u{dffff}]|%[0-9a-f]{2})*$/iu;
const TEMPLATE =
  /^(?:[^\s{}"'<>\\^`|%]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?\w+(?::[1-9]\d{0,3}|\*)?(?:,\w+(?::[1-9]\d{0,3}|\*)?)*\})*$/i;

/**
 * Network names and addresses: RFC 5321, 1123, 2673, 4291, 3986, 3987, 6570. Generated ones are in ranges
 * reserved for documentation.
 */
export const NETWORK: Readonly<Record<string, Format>> = {
  email: { make: email, matches: (text) => EMAIL.test(text), broken: ['not-an-email', 'a@'] },
  'idn-email': { make: email, matches: (text) => /^[^\s@]+@[^\s@]+$/.test(text), broken: ['not-an-email', 'a@'] },
  hostname: { make: hostname, matches: (text) => HOSTNAME.test(text), broken: ['-not a hostname-'] },
  'idn-hostname': {
    make: hostname,
    matches: (text) => /^[^\s.]+(\.[^\s.]+)*$/.test(text),
    broken: ['-not a hostname-'],
  },
  ipv4: { make: ipv4, matches: (text) => IPV4.test(text), broken: ['not-an-address', '256.0.0.1'] },
  ipv6: { make: ipv6, matches: isIpv6, broken: ['not-an-address', '12345::'] },
  uri: { make: uri, matches: isUri, broken: ['not a uri', '::'] },
  'uri-reference': { make: uri, matches: (text) => URI_TEXT.test(text), broken: ['not a uri \\', '\\\\'] },
  'uri-template': { make: (draw) => `${uri(draw)}/{id}`, matches: (text) => TEMPLATE.test(text), broken: ['{', 'a{b'] },
  iri: {
    make: uri,
    matches: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && IRI_TEXT.test(text),
    broken: ['not an iri', '::'],
  },
  'iri-reference': { make: uri, matches: (text) => IRI_TEXT.test(text), broken: ['not an iri \\', '\\\\'] },
  url: {
    make: uri,
    matches: (text) => /^(?:https?|ftp):\/\/[^\s/?#]+/i.test(text) && isUri(text),
    broken: ['not a url', 'http:'],
  },
  mac: {
    make: ({ chance }) => Array.from({ length: 6 }, (_, i) => hex(i === 0 ? 2 : drawInt(chance, 0, 255), 2)).join(':'),
    matches: (text) => /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i.test(text),
    broken: ['not-an-address'],
    annotation: true,
  },
  cidr: {
    make: ({ chance }) => `10.${drawInt(chance, 0, 255)}.0.0/16`,
    matches: (text) => /^[0-9a-f.:]+\/\d{1,3}$/i.test(text),
    broken: ['not-a-range'],
    annotation: true,
  },
};

function email({ fake }: FormatDraw): string {
  const { person } = fake();
  return `${asciiName(person.firstName())}.${asciiName(person.lastName())}@example.com`;
}

function hostname({ fake }: FormatDraw): string {
  return `${slug(fake(), 1)}.example.com`;
}

function ipv4({ chance }: FormatDraw): string {
  return `192.0.2.${drawInt(chance, 1, 254)}`;
}

function ipv6({ chance }: FormatDraw): string {
  return `2001:db8::${hex(drawInt(chance, 1, 0xffff), 1)}:${hex(drawInt(chance, 1, 0xffff), 1)}`;
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}

function uri({ fake }: FormatDraw): string {
  const faker = fake();
  return `https://example.com/${slug(faker, 1)}/${slug(faker, 1)}`;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(?:\/\/[^\s/?#]|[^\s/]|\/[^/])/i.test(text) && URI_TEXT.test(text);
}

function isIpv6(text: string): boolean {
  const address = text.replace(new RegExp(`:${OCTET}(?:\\.${OCTET}){3}$`), ':0:0');
  const halves = address.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = groups.flat().length;
  return halves.length === 2 ? count <= 7 : count === 8;
}

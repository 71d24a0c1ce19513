import { type Chance, drawInt } from '../../model/chance.ts';
import { adjective, capital, lettersOf, noun } from '../vocabulary.ts';
import type { Format } from './format.ts';

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;

const PHONE: Format = {
  make: ({ chance }) => `+1202555${String(drawInt(chance, 100, 199)).padStart(4, '0')}`,
  matches: (text) => /^\+?[\d\s().-]{3,}$/.test(text),
  broken: ['not a number'],
  annotation: true,
};

/** Identifiers and encodings: RFC 4122, 6901, 4648, and the formats of the OpenAPI Format Registry. */
export const CODE_FORMATS: Readonly<Record<string, Format>> = {
  uuid: {
    make: ({ chance }) => uuid(chance),
    matches: isUuid,
    broken: ['not-a-uuid', '00000000-0000-0000-0000-00000000000g'],
  },
  guid: { make: ({ chance }) => uuid(chance), matches: isUuid, broken: ['not-a-uuid'], annotation: true },
  'json-pointer': {
    make: ({ fake }) => `/${lettersOf(noun(fake()))}/0`,
    matches: (text) => POINTER.test(text),
    broken: ['no-slash', '/~2'],
  },
  'json-pointer-uri-fragment': {
    make: ({ fake }) => `#/${lettersOf(noun(fake()))}`,
    matches: (text) => text.startsWith('#') && POINTER.test(text.slice(1)),
    broken: ['/a'],
  },
  'relative-json-pointer': {
    make: ({ chance }) => `${drawInt(chance, 0, 3)}/name`,
    matches: (text) => /^(0|[1-9]\d*)(#|(\/([^~/]|~[01])*)*)$/.test(text),
    broken: ['/a', '-1'],
  },
  regex: { make: () => '^[a-z]+$', matches: isRegex, broken: ['(', '[a-'] },
  byte: { make: ({ chance }) => base64(chance, 12), matches: isBase64, broken: ['not base64!', '='] },
  base64: {
    make: ({ chance }) => base64(chance, 12),
    matches: isBase64,
    broken: ['not base64!', '='],
    annotation: true,
  },
  base64url: {
    make: ({ chance }) => base64(chance, 12).replace(/[+/]/g, (sign) => (sign === '+' ? '-' : '_')),
    matches: (text) => /^[\w-]*=*$/.test(text),
    broken: ['not base64!'],
    annotation: true,
  },
  html: {
    make: ({ fake }) => `<p>${capital(adjective(fake()))} <b>${noun(fake())}</b></p>`,
    matches: () => true,
    broken: [],
    annotation: true,
  },
  binary: { make: ({ fake }) => noun(fake()), matches: () => true, broken: [] },
  password: {
    make: ({ chance, fake }) =>
      `${capital(lettersOf(adjective(fake())))}-${capital(lettersOf(noun(fake())))}-${drawInt(chance, 10, 99)}!`,
    matches: () => true,
    broken: [],
  },
  char: {
    make: ({ chance }) => String.fromCharCode(drawInt(chance, 97, 122)),
    matches: (text) => Array.from(text).length === 1,
    broken: ['ab'],
    annotation: true,
  },
  jwt: {
    make: ({ chance }) => `eyJhbGciOiJub25lIn0.${base64(chance, 24).replace(/[+/]/g, 'a')}.`,
    matches: (text) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text),
    broken: ['not a token'],
    annotation: true,
  },
  color: {
    make: ({ chance }) => `#${drawInt(chance, 0, 0xffffff).toString(16).padStart(6, '0')}`,
    matches: (text) => /^#[0-9a-f]{3,8}$/i.test(text),
    broken: ['not a colour'],
    annotation: true,
  },
  ulid: {
    make: ({ chance }) => `01J${Array.from({ length: 23 }, () => CROCKFORD[drawInt(chance, 0, 31)]).join('')}`,
    matches: (text) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text),
    broken: ['not-an-id'],
    annotation: true,
  },
  semver: {
    make: ({ chance }) => `${drawInt(chance, 0, 4)}.${drawInt(chance, 0, 20)}.${drawInt(chance, 0, 9)}`,
    matches: (text) => /^\d+\.\d+\.\d+([-+].+)?$/.test(text),
    broken: ['not a version'],
    annotation: true,
  },
  'currency-code': code(['EUR', 'USD', 'GBP', 'JPY', 'CHF'], /^[A-Z]{3}$/),
  currency: code(['EUR', 'USD', 'GBP', 'JPY', 'CHF'], /^[A-Z]{3}$/),
  'iso-4217': code(['EUR', 'USD', 'GBP', 'JPY', 'CHF'], /^[A-Z]{3}$/),
  'country-code': code(['DE', 'FR', 'GB', 'JP', 'US'], /^[A-Z]{2}$/),
  'iso-3166-1-alpha-2': code(['DE', 'FR', 'GB', 'JP', 'US'], /^[A-Z]{2}$/),
  language: code(['de', 'en', 'fr', 'ja'], /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/),
  locale: code(['de-DE', 'en-GB', 'en-US', 'fr-FR'], /^[a-z]{2,3}([-_][A-Za-z0-9]+)*$/),
  phone: PHONE,
  'phone-number': PHONE,
  e164: PHONE,
};

function code(known: readonly string[], form: RegExp): Format {
  return {
    make: ({ chance }) => known[drawInt(chance, 0, known.length - 1)] ?? '',
    matches: (text) => form.test(text),
    broken: ['not a code'],
    annotation: true,
  };
}

export function uuid(chance: Chance): string {
  const quarter = (): string => drawInt(chance, 0, 0xffffffff).toString(16).padStart(8, '0');
  const random = quarter() + quarter() + quarter() + quarter();
  const text = `${random.slice(0, 12)}4${random.slice(13, 16)}${'89ab'[drawInt(chance, 0, 3)]}${random.slice(17)}`;
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

/** Base64 text (RFC 4648 §4) of `length` characters, a multiple of four, so without padding. */
export function base64(chance: Chance, length: number): string {
  return Array.from({ length }, () => BASE64[drawInt(chance, 0, 63)]).join('');
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

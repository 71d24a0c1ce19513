import type { SecretSpan } from './secret-forms.ts';

/** Known secret values, found anywhere. */
export interface SecretValues {
  /** `whole`: found only without adjacent letters or digits. The first name of a value is kept. */
  add(value: string, name: string, whole?: boolean): void;
  find(text: string): SecretSpan[];
}

interface Spelling {
  readonly text: string;
  readonly name: string;
  readonly whole: boolean;
}

/** Shorter encodings occur by chance. */
const SHORTEST = 4;
/** A truncated (`…`) secret with at least this many characters reveals too much. */
const LEAST_CUT = 8;

/** Values are found by their first characters, so that the search time does not grow with their number. */
export function createSecretValues(): SecretValues {
  const byStart = new Map<number, Spelling[]>();
  const known = new Set<string>();
  const addSpelling = (spelling: Spelling): void => {
    const list = byStart.get(startAt(spelling.text, 0)) ?? [];
    byStart.set(startAt(spelling.text, 0), list);
    list.push(spelling);
    list.sort((a, b) => b.text.length - a.text.length);
  };
  return {
    add(value, name, whole = false) {
      const key = `${whole} ${value}`;
      if (value === '' || known.has(key)) return;
      known.add(key);
      for (const text of plainSpellings(value)) addSpelling({ text, name, whole });
      for (const text of base64Spellings(value)) addSpelling({ text, name, whole: false });
    },
    find(text) {
      const spans: SecretSpan[] = [];
      if (known.size === 0) return spans;
      const isCut = text.includes('…');
      for (let at = 0; at + SHORTEST <= text.length; at += 1) {
        const spellings = byStart.get(startAt(text, at));
        const found =
          spellings === undefined
            ? undefined
            : (longestAt(spellings, text, at) ?? (isCut ? cutAt(spellings, text, at) : undefined));
        if (found === undefined) continue;
        spans.push(found);
        at = found.end - 1;
      }
      return spans;
    },
  };
}

/** The first four characters as a number, which is not unique. */
function startAt(text: string, at: number): number {
  const first = (text.charCodeAt(at) << 24) ^ (text.charCodeAt(at + 1) << 16);
  return first ^ (text.charCodeAt(at + 2) << 8) ^ text.charCodeAt(at + 3);
}

function longestAt(spellings: readonly Spelling[], text: string, start: number): SecretSpan | undefined {
  for (const { text: spelling, name, whole } of spellings) {
    const end = start + spelling.length;
    if (text.startsWith(spelling, start) && !(whole && isWithinWord(text, start, end))) return { start, end, name };
  }
  return undefined;
}

function cutAt(spellings: readonly Spelling[], text: string, start: number): SecretSpan | undefined {
  for (const { text: spelling, name } of spellings) {
    const end = start + sharedLength(spelling, text, start);
    if (end - start >= LEAST_CUT && text[end] === '…') return { start, end, name };
  }
  return undefined;
}

function sharedLength(spelling: string, text: string, start: number): number {
  let length = 0;
  while (length < spelling.length && spelling[length] === text[start + length]) length += 1;
  return length;
}

const isWordCharacter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');

function isWithinWord(text: string, start: number, end: number): boolean {
  const begins = isWordCharacter(text[start]) && isWordCharacter(text[start - 1]);
  return begins || (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));
}

/** Whether a value is distinctive enough to be removed elsewhere: words, dates and small numbers are not. */
export function isDistinct(value: string): boolean {
  if (value.length < 8) return false;
  return !(value.length < 12 && /^[a-z]+([ _-][a-z]+)*$/i.test(value)) && !/^\d{1,9}$|^\d{4}-\d\d-\d\d/.test(value);
}

/** The value as it is, and in URLs, forms, JSON, markup and hexadecimal. */
function plainSpellings(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = percentEncoded(value);
  const strict = percent.replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  const markup = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const bytes = Buffer.from(value, 'utf8');
  const hex = bytes.toString('hex');
  const all = [
    ...[value, json, json.replaceAll('/', '\\/'), JSON.stringify(json).slice(1, -1), percent, strict],
    ...[strict.replaceAll('%20', '+'), strict.replace(/%[\dA-F]{2}/g, (each) => each.toLowerCase())],
    ...[percentEncoded(percent), markup, markup.replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
    ...[markup.replaceAll('"', '&quot;').replaceAll("'", '&apos;'), hex, hex.toUpperCase(), bytes.toString('latin1')],
  ];
  return new Set(all.filter(({ length }) => length >= SHORTEST));
}

/** A lone surrogate has no percent-encoding, and is sent as U+FFFD. */
function percentEncoded(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * The common part of all Base64 encodings of strings that contain the value (RFC 4648 §4, §5): three bytes
 * make four characters, so there are three alignments. Characters that depend on a neighbouring byte are
 * left out.
 */
function base64Spellings(value: string): ReadonlySet<string> {
  const bytes = Buffer.from(value, 'utf8');
  const spellings = [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes, Buffer.alloc(2)]).toString('base64');
    return padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const alone = bytes.toString('base64');
  spellings.push(alone, alone.replace(/=+$/, ''));
  const url = spellings.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'));
  return new Set([...spellings, ...url].filter(({ length }) => length >= SHORTEST));
}

import type { SecretSpan } from './secret-forms.ts';

/** Values that are known to be secret, found wherever they stand. */
export interface SecretValues {
  /** `whole`: found only where no letter or digit stands beside it. The first name of a value stays. */
  add(value: string, name: string, whole?: boolean): void;
  find(text: string): SecretSpan[];
  readonly size: number;
}

interface Node {
  readonly next: Map<number, Node>;
  name?: string;
  whole?: boolean;
}

/** A text that breaks off (`…`) within a secret after so many characters gives away too much of it. */
const LEAST_CUT = 8;

/** A tree of all spellings, so that the time to look through a text does not grow with their number. */
export function createSecretValues(): SecretValues {
  const root: Node = { next: new Map() };
  const known = new Set<string>();
  const addSpelling = (spelling: string, name: string, whole: boolean): void => {
    let node = root;
    for (let at = 0; at < spelling.length; at += 1) {
      const code = spelling.charCodeAt(at);
      const next: Node = node.next.get(code) ?? { next: new Map() };
      node.next.set(code, next);
      node = next;
    }
    if (node.name === undefined) Object.assign(node, { name, whole });
    else if (!whole) node.whole = false;
  };
  return {
    add(value, name, whole = false) {
      const key = `${whole} ${value}`;
      if (value === '' || known.has(key)) return;
      known.add(key);
      for (const spelling of plainSpellings(value)) addSpelling(spelling, name, whole);
      for (const spelling of base64Spellings(value)) addSpelling(spelling, name, false);
    },
    find(text) {
      const spans: SecretSpan[] = [];
      if (known.size === 0) return spans;
      for (let at = 0; at < text.length; at += 1) {
        const found = longestAt(root, text, at);
        if (found === undefined) continue;
        spans.push(found);
        at = found.end - 1;
      }
      return spans;
    },
    get size() {
      return known.size;
    },
  };
}

function longestAt(root: Node, text: string, start: number): SecretSpan | undefined {
  let node = root;
  let end = start;
  let found: SecretSpan | undefined;
  for (;;) {
    const next = node.next.get(text.charCodeAt(end));
    if (next === undefined) break;
    node = next;
    end += 1;
    if (node.name !== undefined && !(node.whole === true && isWithinWord(text, start, end)))
      found = { start, end, name: node.name };
  }
  if (text[end] !== '…' || end - start < LEAST_CUT || found?.end === end) return found;
  return { start, end, name: nameBelow(node) };
}

function nameBelow(node: Node): string {
  for (let at: Node | undefined = node; at !== undefined; [at] = at.next.values())
    if (at.name !== undefined) return at.name;
  return 'secret';
}

const isWordCharacter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '');

function isWithinWord(text: string, start: number, end: number): boolean {
  const begins = isWordCharacter(text[start]) && isWordCharacter(text[start - 1]);
  return begins || (isWordCharacter(text[end - 1]) && isWordCharacter(text[end]));
}

/** Whether a value says so much that it is worth looking for elsewhere: words, dates and small numbers stand anywhere. */
export function isDistinct(value: string): boolean {
  if (value.length < 8) return false;
  return !(value.length < 12 && /^[a-z]+([ _-][a-z]+)*$/i.test(value)) && !/^\d{1,9}$|^\d{4}-\d\d-\d\d/.test(value);
}

/** Shorter spellings would take out half of every text. */
const SHORTEST = 4;

/** As it is, in URLs, forms, JSON, markup and hexadecimal. */
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

/** A lone surrogate has no percent-encoding, and stands for U+FFFD on the wire. */
function percentEncoded(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/**
 * What every Base64 of a text that contains the value has in common (RFC 4648 §4, §5): three bytes make four characters, so there are three
 * ways to begin; characters that a neighbouring byte has a part in are left out.
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

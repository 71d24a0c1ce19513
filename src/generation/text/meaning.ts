import { singular, wordsOf } from '../../spec/index.ts';
import type { Meaning } from './meanings/meaning.ts';
import { MEANINGS } from './meanings/table.ts';

/** The content of a property by its name and subject. Results are kept, because the same names recur. */
export type MeaningOf = (name: string, about: string, kind: MeaningKind) => Meaning | undefined;

/** `likely`: what a string is if nothing else says it. */
export type MeaningKind = keyof typeof MEANINGS;

/** Names with little meaning: the subject is considered first. */
const VAGUE = new Set(['name', 'title', 'number', 'code', 'description', 'state', 'label', 'id']);
/** Words with a meaning only behind another one: `approvedBy`, `startsAt`. */
const PREPOSITIONS = new Set(['by', 'at', 'on']);
const NAMELESS = new Set(['code', 'number', 'key', 'type', 'kind', 'object']);

/** `wordsOf` with a cache. */
export function createWords(): (name: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (name) => {
    const words = known.get(name) ?? wordsOf(name);
    known.set(name, words);
    return words;
  };
}

export function createMeanings(): MeaningOf {
  const kept = (): Map<string, Meaning | undefined> => new Map();
  const known: Readonly<Record<MeaningKind, Map<string, Meaning | undefined>>> = {
    text: kept(),
    number: kept(),
    likely: kept(),
  };
  return (name, about, kind) => {
    const key = about === '' ? name : `${about} ${name}`;
    const memory = known[kind];
    const found = memory.get(key);
    if (found !== undefined || memory.has(key)) return found;
    const meaning = search(wordsOf(name), wordsOf(about), kind);
    memory.set(key, meaning);
    return meaning;
  };
}

function search(words: readonly string[], about: readonly string[], kind: MeaningKind): Meaning | undefined {
  const table = MEANINGS[kind];
  const own = [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  const [last = ''] = own.slice(-1);
  const owner = singular(about.at(-1) ?? '');
  const withOwner = own.length === 1 && VAGUE.has(last) && owner !== '' ? [`${owner} ${last}`] : [];
  const beforeOwner = own.length === 1 && owner !== '' ? partsOf(last, owner) : [];
  const suffixes = [own, withoutQualifiers(own)].flatMap((list) => list.map((_, index) => list.slice(index).join(' ')));
  const timed = kind === 'number' && /^(at|on)$/.test(words.at(-1) ?? '') ? ['timestamp'] : [];
  const names = [...withOwner, ...suffixes, ...beforeOwner, ...compounds(last), ...timed].filter((name) =>
    kind === 'likely' ? !(own.length === 1 && PREPOSITIONS.has(name)) : !NAMELESS.has(name),
  );
  for (const name of names) {
    const meaning = table.get(name);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

/** Values of which an object holds several: `phone: { home, work }`, `image: { small, large }`. */
const SEVERAL = new Set('phone email image photo picture avatar logo thumbnail icon cover url link'.split(' '));
const PLACES = /^(?:home|work|office|mobile|main|default|thumb|square|mini|personal|business)$/;

const LINKS = new Set(['link', 'url', 'href']);

/** What a property of an object is by the name of the object: `name: { first }` is a first name. */
function partsOf(word: string, owner: string): readonly string[] {
  const isOne = LINKS.has(owner) || (SEVERAL.has(owner) && (PLACES.test(word) || QUALIFIER.test(word)));
  return [`${word} ${owner}`, ...(isOne ? [owner] : [])];
}

/** Last words that tell one of several from the others: `avatarLarge`, `phone_2`, `titleEn`. */
const QUALIFIER =
  /^(?:\d+|large|small|medium|big|tiny|original|full|raw|short|long|primary|secondary|alternate|old|new|en|de|fr|es|it|ja|local|english|iso|utc)$/;

function withoutQualifiers(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !QUALIFIER.test(word.toLowerCase()));
  if (end < 0 || end === words.length - 1) return [];
  return [...words.slice(0, end), singular(words[end] ?? '')];
}

/** Words that are often written together with the one before: `taxcode`, `companyname`. */
const COMPOUND = /^([a-z]{3,})(code|number|name|type|status|price|url)$/;

/** A word as two words, and its second word. */
function compounds(word: string): readonly string[] {
  const [, front, second] = COMPOUND.exec(word) ?? [];
  return front === undefined || second === undefined ? [] : [`${front} ${second}`, second];
}

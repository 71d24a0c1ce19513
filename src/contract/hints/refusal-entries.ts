import type { Body, Json } from '../../core/index.ts';
import { isArray, isObject, parseJson, withoutSeparators } from '../../wire/index.ts';
import { withCodesAsWords } from '../requests/places-in-words.ts';

/** One sentence of a refusal, with the place and the allowed values that stand beside it. */
export interface RefusalEntry {
  readonly text: string;
  /** As the service writes it: `/name`, `body.name`, `name`. */
  readonly place?: string;
  /** Values that are allowed at the place. */
  readonly allowed?: readonly Json[];
}

const PLACES = [
  'pointer',
  'instancepath',
  'datapath',
  'field',
  'path',
  'loc',
  'param',
  'property',
  'attribute',
  'key',
  'name',
  'location',
];
const TEXTS = [
  'message',
  'msg',
  'detail',
  'description',
  'reason',
  'error',
  'title',
  'errormessage',
  'errordescription',
  'code',
  'type',
  'constraints',
];
const VALUES = [
  'allowedvalues',
  'allowed',
  'options',
  'enum',
  'valids',
  'permitted',
  'expected',
  'values',
  'enumvalues',
];

const MOST_ENTRIES = 24;
const MOST_CHARACTERS = 2_000;

/** Sentences of a refusal, those with a place first. */
export function refusalEntries(body: Body): readonly RefusalEntry[] {
  const value = body.kind === 'parsed' ? body.value : body.kind === 'bytes' ? textOf(body) : null;
  const found: RefusalEntry[] = [];
  gather(value, undefined, { found, depth: 0 });
  return found
    .flatMap(linesOf)
    .map((entry) => ({ ...entry, text: withCodesAsWords(entry.text) }))
    .slice(0, MOST_ENTRIES)
    .sort((one, other) => Number(one.place === undefined) - Number(other.place === undefined));
}

const LINE = /^[\s*•-]*([A-Za-z_][\w.[\]$-]*): (.+)$/;

/** The sentences of a text that has several, each in a line of its own that begins with its place: `- rules[0].name: value is required`. */
function linesOf(entry: RefusalEntry): readonly RefusalEntry[] {
  const lines = entry.text.split('\n').map((line) => LINE.exec(line));
  const placed = lines.flatMap((found) => (found === null ? [] : [{ place: found[1] ?? '', text: found[2] ?? '' }]));
  return entry.place === undefined && placed.length > 1 ? placed : [entry];
}

function textOf({ mediaType, bytes }: Extract<Body, { kind: 'bytes' }>): Json {
  if (!/^(text\/|application\/problem)/i.test(mediaType)) return null;
  const text = Buffer.from(bytes).toString('utf8');
  // Some services write JSON and call it text.
  const parsed = /^\s*[{[]/.test(text) && bytes.length <= MOST_BYTES ? parseJson(text) : undefined;
  return parsed?.ok === true ? parsed.value : text.slice(0, MOST_CHARACTERS).replace(/<[^>]+>/g, ' ');
}

const MOST_BYTES = 64 * 1024;

interface EntryCollector {
  readonly found: RefusalEntry[];
  readonly depth: number;
}

function gather(value: Json, place: string | undefined, { found, depth }: EntryCollector): void {
  if (depth > 5 || found.length >= MOST_ENTRIES) return;
  const deeper = { found, depth: depth + 1 };
  if (typeof value === 'string') {
    if (value.trim() !== '')
      found.push({ text: value.slice(0, MOST_CHARACTERS), ...(place === undefined ? {} : { place }) });
  } else if (isArray(value)) for (const each of value.slice(0, MOST_ENTRIES)) gather(each, place, deeper);
  else if (isObject(value)) gatherObject(value, place, deeper);
}

function gatherObject(
  value: { readonly [name: string]: Json },
  place: string | undefined,
  deeper: EntryCollector,
): void {
  const members = Object.entries(value).map(([name, member]) => [withoutSeparators(name), member, name] as const);
  const own = placeIn(members);
  const texts = members.filter(([name, member]) => TEXTS.includes(name) && typeof member === 'string');
  const text = texts.map(([, member]) => String(member)).join(' ');
  if (text !== '') {
    const allowed = allowedIn(value);
    const at = own ?? place;
    deeper.found.push({
      text: text.slice(0, MOST_CHARACTERS),
      ...(at === undefined ? {} : { place: at }),
      ...(allowed === undefined ? {} : { allowed }),
    });
  }
  for (const [name, member, written] of members) {
    if (typeof member !== 'object' || member === null || VALUES.includes(name) || name === 'params' || name === 'loc')
      continue;
    if ((PLACES.includes(name) && isPlace(member)) || fieldPathIn(member) !== undefined) continue;
    // In `{ "errors": { "name": ["is required"] } }`, `name` is a place, because it is not a common
    // name of error bodies.
    const isName = !CONTAINERS.has(name) && !TEXTS.includes(name) && !/^\d+$/.test(name);
    gather(member, isName ? joinPlace(place, written) : (own ?? place), deeper);
  }
  if (text !== '' || own !== undefined) return;
  for (const [name, member, written] of members)
    if (typeof member === 'string' && !CONTAINERS.has(name) && !NOT_PLACES.has(name))
      gather(member, joinPlace(place, written), deeper);
}

const CONTAINERS = new Set([
  'errors',
  'error',
  'details',
  'detail',
  'violations',
  'issues',
  'fielderrors',
  'fields',
  'validation',
  'data',
  'body',
  'query',
  'meta',
  'extensions',
  'source',
  'invalidparams',
  'validationerrors',
  'messages',
  'result',
  'response',
  'nonfielderrors',
]);
const NOT_PLACES = new Set([
  'status',
  'statuscode',
  'id',
  'requestid',
  'traceid',
  'timestamp',
  'instance',
  'method',
  'url',
  'stack',
]);

function joinPlace(place: string | undefined, name: string): string {
  return place === undefined ? name : `${place}.${name}`;
}

function placeIn(members: readonly (readonly [name: string, value: Json, written: string])[]): string | undefined {
  for (const wanted of PLACES) {
    const value = members.find(([name]) => name === wanted)?.[1];
    if (value !== undefined && isPlace(value)) return isArray(value) ? value.map(String).join('.') : String(value);
  }
  const path = members.find(([name]) => name === 'field')?.[1];
  if (path !== undefined && fieldPathIn(path) !== undefined) return fieldPathIn(path);
  const source = members.find(([name]) => name === 'source')?.[1];
  return isObject(source) && typeof source['pointer'] === 'string' ? source['pointer'] : undefined;
}

/** The path of a violation as its elements: `{ "elements": [{ "fieldName": "rules" }, { "fieldName": "title" }] }`. */
function fieldPathIn(value: Json): string | undefined {
  const elements = isObject(value) && isArray(value['elements']) ? value['elements'] : [];
  const names = elements.flatMap((each) =>
    isObject(each) && typeof each['fieldName'] === 'string' ? each['fieldName'] : [],
  );
  return names.length > 0 && names.length === elements.length ? names.join('.') : undefined;
}

/** Whether a value is a name or a list of names. A sentence has spaces. */
function isPlace(value: Json): boolean {
  if (typeof value === 'string') return /^\S{1,200}$/.test(value);
  return (
    isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'number' || (typeof each === 'string' && /^\S*$/.test(each)))
  );
}

function allowedIn(value: { readonly [name: string]: Json }): readonly Json[] | undefined {
  const inside = [value, value['params'], value['ctx'], value['context'], value['info']];
  for (const each of inside) {
    if (!isObject(each)) continue;
    for (const [name, member] of Object.entries(each)) {
      const all =
        VALUES.includes(withoutSeparators(name)) && isArray(member)
          ? member.filter((one) => typeof one !== 'object')
          : [];
      if (all.length > 0) return all;
    }
  }
  return undefined;
}

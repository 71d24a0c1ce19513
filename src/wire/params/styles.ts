import type { Json, JsonObject } from '../../core/index.ts';
import { decodePercent, encodePathSegment, encodeQuery } from '../http/percent.ts';
import { isArray } from '../json/json-kinds.ts';
import { scalarText } from '../json/scalars.ts';
import { decodeBrackets, encodeBrackets } from './brackets.ts';
import type { DecodedParameter, EncodedPair, ParameterText, RawPair } from './parameter-pairs.ts';

/** Where a parameter stands in a request (OpenAPI 3.2 §4.12.1). */
export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie' | 'querystring';

/** Styles of all versions; `tabDelimited` is that of `collectionFormat: tsv` of 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject'
  | 'cookie';

/** How a parameter is serialised (OpenAPI 3.1 §4.8.12.2). A `Parameter` of a document fits. */
export interface ParameterSpec {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  /** Styles of nested lists, the outer before the inner (2.0's `collectionFormat` of `items`). */
  readonly inner?: readonly ParameterStyle[];
  /** Header fields are never percent-encoded, and cookies are decoded leniently. */
  readonly in?: ParameterLocation;
}

/** The structure in a parameter's schema. */
export type ParameterShape = 'scalar' | 'array' | 'object';

interface Style {
  /** Text in its place (path, header) or name-value pairs (query, cookie, form). */
  readonly carrier: 'text' | 'pairs';
  readonly prefix: string;
  /** Between elements without `explode`. */
  readonly delimiter: string;
  /** Between elements with `explode`, if the carrier is text. */
  readonly exploded: string;
  /** Whether the text contains the name. */
  readonly named: boolean;
}

const pairs = (delimiter: string): Style => ({ carrier: 'pairs', prefix: '', delimiter, exploded: '&', named: true });

/** Every style of OpenAPI, as RFC 6570 §3.2 expansion operators where it has one. */
const STYLES: Readonly<Record<ParameterStyle, Style>> = {
  simple: { carrier: 'text', prefix: '', delimiter: ',', exploded: ',', named: false },
  label: { carrier: 'text', prefix: '.', delimiter: ',', exploded: '.', named: false },
  matrix: { carrier: 'text', prefix: ';', delimiter: ',', exploded: ';', named: true },
  form: pairs(','),
  spaceDelimited: pairs('%20'),
  pipeDelimited: pairs('%7C'),
  tabDelimited: pairs('%09'),
  deepObject: pairs(''),
  cookie: pairs(','),
};

/**
 * Writes a value in a parameter's style: text for `simple`, `label` and `matrix`, pairs for the others.
 * Empty arrays and objects are undefined in RFC 6570 and are omitted. Nested values, which only
 * `deepObject` supports, become JSON.
 */
export function encodeParameter(spec: ParameterSpec, value: Json): string | readonly EncodedPair[] {
  const style = styleOf(spec);
  if (spec.style === 'deepObject') return encodeBrackets(spec.name, value, writerOf(spec));
  return style.carrier === 'text' ? encodeText(style, spec, value) : encodePairs(style, spec, value);
}

/** OpenAPI 2.0 has list delimiters in paths and header fields as well. */
function styleOf({ style, in: place }: ParameterSpec): Style {
  const found = STYLES[style];
  const isBare = (place === 'path' || place === 'header') && found.carrier === 'pairs' && found.delimiter !== '';
  return isBare
    ? { ...STYLES.simple, delimiter: delimiterIn(style, place), exploded: delimiterIn(style, place) }
    : found;
}

/** The delimiter in its place: header fields are not percent-encoded. */
function delimiterIn(style: ParameterStyle, place: ParameterSpec['in']): string {
  const { delimiter } = STYLES[style];
  return place === 'header' ? decodeURIComponent(delimiter) : delimiter;
}

type Writer = (text: string) => string;

function writerOf(spec: ParameterSpec): Writer {
  if (isUnencoded(spec)) return (text) => text;
  // A dot separates exploded labels, so a dot of the value is encoded, which RFC 3986 §2.3 allows.
  if (spec.style === 'label') return (text) => encodePathSegment(text).replaceAll('.', '%2E');
  if (STYLES[spec.style].carrier === 'text') return encodePathSegment;
  return (text) => encodeQuery(text, spec);
}

/** Like `writerOf`, for a place where a comma ends the element. */
function elementWriterOf(spec: ParameterSpec): Writer {
  const write = writerOf(spec);
  return isUnencoded(spec) ? write : (text) => write(text).replaceAll(',', '%2C');
}

/** Header fields and the `cookie` style contain unencoded text (OpenAPI 3.2 §4.12.4). */
const isUnencoded = (spec: ParameterSpec): boolean => spec.in === 'header' || spec.style === 'cookie';

/** Elements of a list, or alternating keys and values of a record. */
function flatten(value: readonly Json[] | JsonObject, write: Writer, spec: ParameterSpec): readonly string[] {
  const elements = isArray(value) ? value : Object.entries(value).flat();
  return elements.map((part) => writeElement(part, write, spec, spec.inner));
}

function writeElement(value: Json, write: Writer, spec: ParameterSpec, inner: readonly ParameterStyle[] = []): string {
  const [style, ...deeper] = inner;
  if (style === undefined || !isArray(value)) return write(scalarText(value));
  return value.map((item) => writeElement(item, write, spec, deeper)).join(delimiterIn(style, spec.in));
}

function encodeText(style: Style, spec: ParameterSpec, value: Json): string {
  const write = writerOf(spec);
  const named = (name: string, text: string): string => (text === '' ? name : `${name}=${text}`);
  if (typeof value !== 'object' || value === null) {
    const text = write(scalarText(value));
    return style.prefix + (style.named ? named(spec.name, text) : text);
  }
  if (!spec.explode) {
    const elements = flatten(value, write, spec);
    const text = elements.join(style.delimiter);
    if (text === '' && elements.length === 0) return '';
    return style.prefix + (style.named ? `${spec.name}=${text}` : text);
  }
  const elements = isArray(value)
    ? value.map((item) => (style.named ? `${spec.name}=${write(scalarText(item))}` : write(scalarText(item))))
    : Object.entries(value).map(([key, item]) => `${write(key)}=${write(scalarText(item))}`);
  return elements.length === 0 ? '' : style.prefix + elements.join(style.exploded);
}

function encodePairs(style: Style, spec: ParameterSpec, value: Json): readonly EncodedPair[] {
  const write = writerOf(spec);
  const name = isUnencoded(spec) ? spec.name : encodeQuery(spec.name);
  if (typeof value !== 'object' || value === null) return [{ name, value: write(scalarText(value)) }];
  if (spec.explode) {
    if (isArray(value)) return value.map((item) => ({ name, value: writeElement(item, write, spec, spec.inner) }));
    const writeName: Writer = isUnencoded(spec) ? write : (text) => encodeQuery(text);
    return Object.entries(value).map(([key, item]) => ({ name: writeName(key), value: write(scalarText(item)) }));
  }
  const elements = flatten(value, elementWriterOf(spec), spec);
  return elements.length === 0 ? [] : [{ name, value: elements.join(style.delimiter) }];
}

/**
 * Reads a parameter in its style, from its text in the path or header field, or from pairs. For an exploded
 * `form` object, whose properties are pairs of their own, pass the pairs that belong to no other parameter;
 * otherwise all pairs may be passed. The reverse of `encodeParameter`, as far as the style distinguishes
 * delimiters from the same characters in values.
 */
export function decodeParameter(
  spec: ParameterSpec,
  raw: string | readonly RawPair[],
  shape: ParameterShape,
): DecodedParameter {
  const style = styleOf(spec);
  if (typeof raw === 'string') return decodeText(style, spec, raw, shape);
  if (spec.style === 'deepObject') return decodeBrackets(spec.name, raw, readerOf(spec));
  return decodePairs(style, spec, raw, shape);
}

type Reader = (text: string) => string | undefined;
/** Reads an element of a list, which may be a list. */
type ElementReader = (text: string) => ParameterText | undefined;

function elementReaderOf(spec: ParameterSpec, read: Reader): ElementReader {
  const reader = ([style, ...deeper]: readonly ParameterStyle[]): ElementReader => {
    if (style === undefined) return read;
    const inner = reader(deeper);
    const delimiter = delimiterIn(style, spec.in);
    return (text) => {
      const items = splitAt(text, delimiter).map(inner);
      return items.includes(undefined) ? undefined : items.filter(isDefined);
    };
  };
  return reader(spec.inner ?? []);
}

function readerOf(spec: ParameterSpec): Reader {
  if (spec.in === 'header') return (text) => text.trim();
  if (spec.style === 'cookie') return (text) => text;
  // The field also has cookies of other programs, with invalid percent signs.
  return spec.in === 'cookie' ? (text) => decodePercent(text) ?? text : decodePercent;
}

const malformedValue = (reason: string): DecodedParameter => ({ kind: 'malformed', reason });

function decodeText(style: Style, spec: ParameterSpec, raw: string, shape: ParameterShape): DecodedParameter {
  const read = readerOf(spec);
  if (raw === '' && shape !== 'scalar') return { kind: 'value', value: shape === 'array' ? [] : Object.create(null) };
  if (!raw.startsWith(style.prefix))
    return malformedValue(`does not start with "${style.prefix}" (style ${spec.style})`);
  const text = raw.slice(style.prefix.length);
  const reading: ShapedReader = { shape, read, readItem: elementReaderOf(spec, read) };
  if (!style.named) return split(text, delimiterOf(style, spec, text), spec.explode, reading);
  if (!spec.explode || shape === 'scalar') {
    const own = withoutName(text, spec.name);
    if (own === undefined) return malformedValue(`does not name "${spec.name}" (style ${spec.style})`);
    return split(own, style.delimiter, false, reading);
  }
  if (shape === 'object') return split(text, style.exploded, true, reading);
  const items = text.split(style.exploded).map((item) => withoutName(item, spec.name));
  if (items.includes(undefined)) return malformedValue(`does not name "${spec.name}" in every element`);
  return readAll(items.filter(isDefined), reading.readItem);
}

/**
 * What separates the elements. OpenAPI 3.0.0 to 3.0.3 and 3.1.0 write labels that are not exploded with dots, later
 * versions and RFC 6570 with commas: without a comma, the dots count.
 */
function delimiterOf(style: Style, { style: name, explode }: ParameterSpec, text: string): string {
  return explode || (name === 'label' && !text.includes(style.delimiter)) ? style.exploded : style.delimiter;
}

function withoutName(text: string, name: string): string | undefined {
  if (text === name) return '';
  return text.startsWith(`${name}=`) ? text.slice(name.length + 1) : undefined;
}

/** How the text of a parameter is read. */
interface ShapedReader {
  readonly shape: ParameterShape;
  readonly read: Reader;
  readonly readItem: ElementReader;
}

/** Splits a text at a delimiter. `assigned`: an object is written as `name=value`, not as names and values in turn. */
function split(
  text: string,
  delimiter: string,
  assigned: boolean,
  { shape, read, readItem }: ShapedReader,
): DecodedParameter {
  if (shape === 'scalar') return readOne(text, read);
  const elements = splitAt(text, delimiter);
  if (shape === 'array') return readAll(elements, readItem);
  const members = assigned ? elements.flatMap(assignment) : elements;
  if (members.length % 2 === 1) return malformedValue('has a name without a value');
  return readRecord(members, read);
}

function assignment(text: string): readonly string[] {
  const equals = text.indexOf('=');
  return equals < 0 ? [text] : [text.slice(0, equals), text.slice(equals + 1)];
}

function readOne(text: string, read: Reader): DecodedParameter {
  const value = read(text);
  return value === undefined ? malformedValue('has bad percent-encoding') : { kind: 'value', value };
}

function readAll(texts: readonly string[], read: ElementReader): DecodedParameter {
  const values = texts.map(read);
  if (values.includes(undefined)) return malformedValue('has bad percent-encoding');
  const value = values.filter(isDefined);
  return { kind: 'value', value };
}

/** `members` are alternating names and values; a repeated name collects its values. */
function readRecord(members: readonly string[], read: Reader): DecodedParameter {
  const record: Record<string, ParameterText> = Object.create(null);
  for (let at = 0; at < members.length; at += 2) {
    const name = read(members[at] ?? '');
    const value = read(members[at + 1] ?? '');
    if (name === undefined || value === undefined) return malformedValue('has bad percent-encoding');
    const earlier = record[name];
    record[name] = earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return { kind: 'value', value: record };
}

function decodePairs(
  style: Style,
  spec: ParameterSpec,
  raw: readonly RawPair[],
  shape: ParameterShape,
): DecodedParameter {
  const read = readerOf(spec);
  const readItem = elementReaderOf(spec, read);
  if (shape === 'object' && spec.explode) return decodeSpread(raw, read);
  const own = raw.filter((pair) => pair.name === spec.name);
  const first = own[0];
  if (first === undefined) return { kind: 'absent' };
  if (shape === 'array' && spec.explode)
    return readAll(
      own.map((pair) => pair.raw),
      readItem,
    );
  if (own.length > 1) return malformedValue(`is given ${own.length} times`);
  if (shape === 'scalar') return readOne(first.raw, read);
  return split(first.raw, style.delimiter, false, { shape, read, readItem });
}

/** Delimiters that a URI cannot contain unencoded separate elements in both forms. */
function splitAt(raw: string, delimiter: string): readonly string[] {
  if (!delimiter.startsWith('%')) return raw.split(delimiter);
  const plain = decodeURIComponent(delimiter);
  return raw.replaceAll(plain, delimiter).replaceAll(delimiter.toLowerCase(), delimiter).split(delimiter);
}

function decodeSpread(raw: readonly RawPair[], read: Reader): DecodedParameter {
  if (raw.length === 0) return { kind: 'absent' };
  const record: Record<string, ParameterText> = Object.create(null);
  for (const pair of raw) {
    const value = read(pair.raw);
    if (value === undefined) return malformedValue('has bad percent-encoding');
    const earlier = record[pair.name];
    record[pair.name] = earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value];
  }
  return { kind: 'value', value: record };
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

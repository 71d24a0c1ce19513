import type { HeaderFields, Violation } from '../../core/index.ts';
import {
  decodeParameter,
  decodePercent,
  escapeToken,
  fieldValues,
  type ParameterShape,
  parseScalar,
  type RawPair,
} from '../../wire/index.ts';
import type { Api, Parameter, ResponseHeader } from '../model/api.ts';
import { type Coercion, coercionOf } from '../schema/coercion.ts';
import { nestedPairs } from '../schema/loose-nesting.ts';
import { combinedOf, typesOf } from '../schema/schema-facts.ts';
import { contentReaderOf } from './parameter-content.ts';
import type { DecodedValue, RawReader } from './raw-reader.ts';

/** Reads one parameter in any place. Made once for an operation. */
export interface ParameterReader {
  readonly name: string;
  /** Name in the decoded parameters; lower-case for header fields. */
  readonly key: string;
  readText(raw: string | undefined): DecodedValue;
  readPairs(pairs: readonly RawPair[]): DecodedValue;
  readHeader(headers: HeaderFields): DecodedValue;
  violation(reason: string): Violation;
}

export function parameterReaderOf(api: Api, parameter: Parameter, claimed: ReadonlySet<string>): ParameterReader {
  const { name } = parameter;
  const key = parameter.in === 'header' ? name.toLowerCase() : name;
  const read = parameter.content === undefined ? schemaReader(api, parameter) : contentReaderOf(api, parameter);
  const loosely = looseReader(api, parameter, claimed, read.shape);
  const spreads = parameter.explode && (parameter.style === 'form' || parameter.style === 'cookie');
  const relevant = (pairs: readonly RawPair[]): readonly RawPair[] =>
    spreads && read.shape === 'object' && claimed.size > 0 ? pairs.filter((pair) => !claimed.has(pair.name)) : pairs;
  return {
    name,
    key,
    readText: (raw) => (raw === undefined ? undefined : read.from(raw)),
    readPairs: (pairs) => loosely(pairs) ?? read.from(relevant(pairs)),
    readHeader: (headers) => {
      const values = fieldValues(headers, name);
      if (values.length < 2) return values[0] === undefined ? undefined : read.from(values[0]);
      if (read.shape === 'scalar') return { ok: false, reason: `is given ${values.length} times` };
      return read.from(values.join(', '));
    },
    violation: (reason) => ({
      code: parameter.in === 'path' ? 'path.malformed' : 'parameter.malformed',
      pointer: `/${parameter.in}/${escapeToken(key)}`,
      rule: parameter.pointer,
      message: `${WORDS[parameter.in]} ${name} ${reason}.`,
    }),
  };
}

/** Reads elements by their names, if a list or object is not written as documented. */
function looseReader(
  api: Api,
  parameter: Parameter,
  claimed: ReadonlySet<string>,
  shape: ParameterShape,
): (pairs: readonly RawPair[]) => DecodedValue {
  const { name, in: place, style, content } = parameter;
  if (place !== 'query' || style === 'deepObject' || content !== undefined || shape === 'scalar')
    return () => undefined;
  const coercion = coercionOf(api, parameter.schema);
  const deep: Parameter = { ...parameter, style: 'deepObject', explode: true };
  return (pairs) => {
    if (pairs.length === 0 || pairs.some((pair) => pair.name === name)) return undefined;
    const nested = nestedPairs(pairs, name, claimed);
    return nested.length === 0 ? undefined : decodeAs(deep, nested, coercion, shape);
  };
}

/** Reads a documented header field of an answer: they are `simple` parameters (OpenAPI 3.1 §4.8.21). */
export function headerReaderOf(api: Api, header: ResponseHeader): ParameterReader {
  const parameter: Parameter = {
    ...header,
    in: 'header',
    allowReserved: false,
    allowEmptyValue: false,
    extensions: {},
  };
  return parameterReaderOf(api, parameter, new Set());
}

const WORDS: Readonly<Record<Parameter['in'], string>> = {
  path: 'Path parameter',
  query: 'Query parameter',
  header: 'Header field',
  cookie: 'Cookie',
  querystring: 'Query string',
};

function schemaReader(api: Api, parameter: Parameter): RawReader {
  const coercion = coercionOf(api, parameter.schema);
  const evident = hasEvidentCommas(api, parameter);
  const general = (given: string | readonly RawPair[]): DecodedValue => {
    const raw = evident ? withPlainCommas(given, parameter.name) : given;
    const decoded = decodeAs(parameter, raw, coercion, coercion.shape);
    // A schema that allows both gets a list only if a single value does not fit.
    if (!coercion.orArray || coercion.shape !== 'scalar' || decoded === undefined || fits(decoded, coercion))
      return decoded;
    const list = decodeAs(parameter, raw, coercion, 'array');
    return list?.ok === true ? list : decoded;
  };
  const plain =
    coercion.orArray || coercion.shape !== 'scalar' ? undefined : PLAIN[`${parameter.in} ${parameter.style}`];
  if (plain === undefined) return { shape: coercion.orArray ? 'array' : coercion.shape, from: general };
  return {
    shape: 'scalar',
    from: (raw) => {
      const text = plain(raw, parameter.name);
      return text === undefined ? general(raw) : { ok: true, value: parseScalar(text, coercion.scalars) };
    },
  };
}

/**
 * Most clients encode the commas of `ids=1,2` as well. If no item can contain a comma, an encoded comma is
 * a delimiter; otherwise it belongs to its item (RFC 6570 §3.2.1).
 */
function hasEvidentCommas(api: Api, { name, in: at, style, explode, schema }: Parameter): boolean {
  if (at !== 'query' || style !== 'form' || explode) return false;
  const items = combinedOf(api, schema ?? true).find((part) => part.items !== undefined)?.items;
  if (items === undefined) return false;
  const types = typesOf(api, items);
  return (
    NAMES_IDS.test(name) ||
    (types.length > 0 && !types.includes('string')) ||
    combinedOf(api, items).some(
      (part) =>
        part.enum?.every((value) => !String(value).includes(',')) === true || excludesCommas(part.pattern ?? ''),
    )
  );
}

/** A list of ids, whose parts have no commas. */
const NAMES_IDS = /^(?:ids?|IDs?)$|[-_.]ids?$|[a-z]I[dD]s?$/;

/** Whether a pattern from start to end has no sign that stands for a comma: `^[0-9]{1,19}$`. */
function excludesCommas(pattern: string): boolean {
  const signs = pattern.replace(/\{\d+,?\d*\}/g, '');
  return (
    /^\^[^,.|]*\$$/.test(signs) && !/\[\^|\\[DSWPpu]/.test(signs) && !/[ -+]-[--~]/.test(signs.replace(/\\./g, ''))
  );
}

function withPlainCommas(raw: string | readonly RawPair[], name: string): string | readonly RawPair[] {
  if (typeof raw === 'string') return raw;
  return raw.map((pair) => (pair.name === name ? { ...pair, raw: pair.raw.replace(/%2c/gi, ',') } : pair));
}

/** The text of a single value that needs no decoding: present once and not empty. */
type PlainText = (raw: string | readonly RawPair[], name: string) => string | undefined;

const plainText: PlainText = (raw) => (typeof raw === 'string' && raw !== '' && !raw.includes('%') ? raw : undefined);

const plainPair: PlainText = (raw, name) => {
  if (typeof raw === 'string') return undefined;
  let found: string | undefined;
  for (const pair of raw) {
    if (pair.name !== name) continue;
    if (found !== undefined || pair.raw === '' || pair.raw.includes('%')) return undefined;
    found = pair.raw;
  }
  return found;
};

const PLAIN: Readonly<Record<string, PlainText>> = {
  'path simple': plainText,
  'header simple': (raw, name) => plainText(raw, name)?.trim(),
  'query form': plainPair,
};

/** Whether a single value fits, or must be tried as a list. */
function fits(decoded: NonNullable<DecodedValue>, coercion: Coercion): boolean {
  return decoded.ok && (typeof decoded.value !== 'string' || coercion.scalars.includes('string'));
}

function decodeAs(
  parameter: Parameter,
  raw: string | readonly RawPair[],
  coercion: Coercion,
  shape: ParameterShape,
): DecodedValue {
  if (holdsNul(parameter, raw)) return { ok: false, reason: 'holds a NUL character' };
  const decoded = decodeParameter(parameter, raw, shape);
  if (decoded.kind === 'absent') return undefined;
  if (decoded.kind === 'malformed') return { ok: false, reason: decoded.reason };
  // OpenAPI 3.0 §4.7.12.1: an empty value counts as absent.
  if (decoded.value === '' && parameter.allowEmptyValue && !coercion.scalars.includes('string')) return undefined;
  return { ok: true, value: coercion.apply(decoded.value) };
}

function holdsNul(parameter: Parameter, raw: string | readonly RawPair[]): boolean {
  if (typeof raw === 'string') return raw.includes('%00') && decodePercent(raw)?.includes('\0') === true;
  return raw.some(
    (pair) => pair.name === parameter.name && pair.raw.includes('%00') && decodePercent(pair.raw)?.includes('\0'),
  );
}

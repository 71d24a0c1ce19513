import type { HeaderFields, Json } from '../../core/index.ts';
import { isJson } from '../http/media-type.ts';
import { encodeQuery } from '../http/percent.ts';
import { parseQuery, type QueryPair } from '../http/query.ts';
import { type JsonOptions, parseJson } from '../json/json.ts';
import { isArray, isObject, setOwn } from '../json/json-kinds.ts';
import { scalarText } from '../json/scalars.ts';
import type { ValueResult } from '../json/value-result.ts';
import type { EncodedPair, ParameterText, RawPair } from '../params/parameter-pairs.ts';
import {
  decodeParameter,
  encodeParameter,
  type ParameterShape,
  type ParameterSpec,
  type ParameterStyle,
} from '../params/styles.ts';
import type { XmlShape } from '../xml/xml.ts';

/** The Encoding Object (OpenAPI 3.1 §4.8.15) and the schema of one form property. */
export interface FormField {
  readonly shape: ParameterShape;
  /** Only what the document states: with any of `style`, `explode`, `allowReserved` the field is written like a query parameter. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly inner?: readonly ParameterStyle[];
  readonly allowReserved?: boolean;
  readonly contentType?: string;
  /** Names of the pairs that an exploded object becomes. */
  readonly members?: readonly string[];
  readonly xmlShape?: () => XmlShape;
  /** Header fields of its part in multipart content. */
  readonly fields?: HeaderFields;
}

/** The properties of a form by name; others are read as strings and written by their value. */
export type FormShape = Readonly<Record<string, FormField>>;

/**
 * Reads `application/x-www-form-urlencoded` content into an object of strings, lists and objects. A
 * repeated field is a list.
 */
export function decodeForm(text: string, shape: FormShape = {}, options: JsonOptions = {}): ValueResult {
  const query = parseQuery(text);
  if (!query.ok) return query;
  const value: Record<string, Json> = {};
  const claimed = claimedBy(shape, query.pairs);
  for (const name of [...claimed, ...query.pairs.map((pair) => pair.name)]) {
    if (Object.hasOwn(value, name) || (claimed.has(name) && !Object.hasOwn(shape, name))) continue;
    const decoded = decodeField(name, Object.hasOwn(shape, name) ? shape[name] : undefined, query.pairs, options);
    if (!decoded.ok) return decoded;
    setOwn(value, name, decoded.value);
  }
  return { ok: true, value };
}

/** Names of pairs that belong to fields with other names, and the names of these fields. */
export function claimedBy(shape: FormShape, pairs: readonly { readonly name: string }[]): ReadonlySet<string> {
  const claimed = new Set<string>();
  for (const [name, field] of Object.entries(shape)) {
    const spec = styleOf(name, field);
    if (spec === undefined) continue;
    const brackets = spec.style === 'deepObject' ? `${name}[` : undefined;
    for (const pair of pairs) {
      const isOwn =
        brackets !== undefined
          ? pair.name.startsWith(brackets)
          : isSpread(spec, field) && field.members?.includes(pair.name) === true && !Object.hasOwn(shape, pair.name);
      if (isOwn) claimed.add(pair.name).add(name);
    }
  }
  return claimed;
}

/** The members of an exploded object are pairs of their own. */
const isSpread = ({ style, explode }: ParameterSpec, { shape }: FormField): boolean =>
  shape === 'object' && explode && style !== 'deepObject';

function decodeField(
  name: string,
  field: FormField | undefined,
  pairs: readonly QueryPair[],
  options: JsonOptions,
): ValueResult {
  const styled = field === undefined ? undefined : decodeStyled(name, field, pairs);
  if (styled !== undefined) return styled;
  const values = pairs.filter((pair) => pair.name === name).map((pair) => fieldContentOf(pair.value, field, options));
  return { ok: true, value: gatherFields(values, field) };
}

/** A field that is serialised like a query parameter; `undefined` if it is not. */
export function decodeStyled(name: string, field: FormField, pairs: readonly RawPair[]): ValueResult | undefined {
  const spec = styleOf(name, field);
  if (spec === undefined) return undefined;
  const own = isSpread(spec, field) ? pairs.filter((pair) => field.members?.includes(pair.name) === true) : pairs;
  const decoded = decodeParameter(spec, own, field.shape);
  if (decoded.kind === 'malformed') return { ok: false, reason: `the field "${name}" ${decoded.reason}` };
  return decoded.kind === 'absent' ? undefined : { ok: true, value: asJson(decoded.value) };
}

/** One value for a scalar; a list if the field occurs several times or has a list schema. */
export function gatherFields(values: readonly Json[], field: FormField | undefined): Json {
  const only = values.length === 1 ? values[0] : undefined;
  if (only === undefined) return values;
  return field?.shape === 'array' && !isArray(only) ? [only] : only;
}

/** The value of a field by its content type. Invalid content stays a string, which the validator refuses. */
export function fieldContentOf(text: string, field: FormField | undefined, options: JsonOptions): Json {
  if (field === undefined) return text;
  const structured = field.contentType === undefined ? field.shape === 'object' : isJson(field.contentType);
  if (!structured) return text;
  const parsed = parseJson(text, options);
  return parsed.ok ? parsed.value : text;
}

export function styleOf(name: string, field: FormField): ParameterSpec | undefined {
  const { style, explode, inner, allowReserved } = field;
  if (style === undefined && explode === undefined && allowReserved === undefined) return undefined;
  const exploded = explode ?? (style ?? 'form') === 'form';
  const spec = { name, style: style ?? 'form', explode: exploded, allowReserved: allowReserved ?? false } as const;
  return { ...spec, in: 'query', ...(inner === undefined ? {} : { inner }) };
}

/** Null-prototype records as plain objects, like all other values. */
export function asJson(text: ParameterText): Json {
  if (typeof text === 'string') return text;
  if (isTextList(text)) return text.map(asJson);
  const value: Record<string, Json> = {};
  for (const [name, member] of Object.entries(text)) setOwn(value, name, asJson(member));
  return value;
}

function isTextList(text: ParameterText): text is readonly ParameterText[] {
  return Array.isArray(text);
}

/** Writes an object as `application/x-www-form-urlencoded` text. */
export function encodeForm(value: Json, shape: FormShape = {}): string {
  if (!isObject(value)) return encodeQuery(scalarText(value));
  return Object.entries(value)
    .flatMap(([name, member]) => encodeField(name, member, Object.hasOwn(shape, name) ? shape[name] : undefined))
    .map((pair) => `${pair.name}=${pair.value}`)
    .join('&');
}

function encodeField(name: string, value: Json, field: FormField | undefined): readonly EncodedPair[] {
  const spec = field === undefined ? undefined : styleOf(name, field);
  const encoded = spec === undefined ? undefined : encodeParameter(spec, value);
  if (encoded !== undefined && typeof encoded !== 'string') return encoded;
  const repeated = isArray(value) && !isJson(field?.contentType ?? '') ? value : [value];
  return repeated.map((item) => ({ name: encodeQuery(name), value: encodeQuery(scalarText(item)) }));
}

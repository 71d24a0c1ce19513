import type { HttpRequest, Json } from '../../core/index.ts';
import { type Operation, pathTemplateOf } from '../../spec/index.ts';
import {
  decodeParameter,
  decodePercent,
  encodeInPath,
  isJson,
  parseJson,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../wire/index.ts';
import type { KnownValues } from '../model/fixture.ts';
import { withQueryParameter } from './query-parameter.ts';
import { eachPlace } from './value-places.ts';
import { withValue } from './with-value.ts';

/**
 * The known values without the one for a place of the message: `/path/bookId`, `/body/authorId`,
 * `/query/cursor`.
 */
export function knownExcept(known: KnownValues, pointer: string): KnownValues {
  const without = (known.without ?? []).filter((name) => pointer !== `/query/${name}`);
  const place = pointer.replace(/\/\d+(?=\/|$)/g, '/*');
  // A list that is probed keeps its length.
  const items = `${place.slice('/body'.length)}/*`;
  const body = place.startsWith('/body/')
    ? Object.fromEntries(Object.entries(known.body).filter(([name]) => name !== items))
    : known.body;
  return {
    path: leftOut(known.path, '/path/', pointer),
    body: leftOut(body, '/body', place),
    query: leftOut(known.query ?? {}, '/query/', pointer),
    without,
  };
}

function leftOut<T>(record: Readonly<Record<string, T>>, prefix: string, pointer: string): Readonly<Record<string, T>> {
  const name = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : undefined;
  if (name === undefined || !Object.hasOwn(record, name)) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

/** Replaces drawn values by known ones. Everything else keeps its notation, digits included. */
export function substitute(operation: Operation, request: HttpRequest, known: KnownValues): HttpRequest {
  const path = substitutePath(operation, request.path, known.path);
  const query = withoutPairs(withPairs(operation, request, known.query), known.without ?? []);
  const { body } = request;
  const places = Object.entries(known.body);
  if (places.length === 0 || body.kind !== 'parsed') return { ...request, path, query };
  let value = body.value;
  for (const [pointer, replacement] of places) value = replaceAt(value, pointer, replacement);
  const placed = { ...request, path, query };
  return value === body.value ? placed : withValue(placed, value);
}

function withPairs({ parameters }: Operation, request: HttpRequest, known: KnownValues['query'] = {}): string {
  return Object.entries(known).reduce((left, [name, value]) => {
    const parameter = parameters.find((each) => each.in === 'query' && each.name === name);
    return parameter === undefined ? left : withQueryParameter(left, parameter, value);
  }, request).query;
}

/** A query without the parameters of these names. */
export function withoutPairs(query: string, names: readonly string[]): string {
  if (names.length === 0 || query === '') return query;
  const encoded = names.map((name) => encodeURIComponent(name));
  return query
    .split('&')
    .filter((pair) => !encoded.includes(pair.split('=')[0] ?? ''))
    .join('&');
}

/**
 * Replaces values that exist: an optional reference that was not drawn stays absent. `/*` stands for each
 * item.
 */
function replaceAt(value: Json, pointer: string, replacement: Json | undefined): Json {
  if (pointer.endsWith('/*')) {
    const list = pointer.slice(0, -2);
    const items = valueAt(value, list);
    if (!Array.isArray(items)) return value;
    if (replacement === undefined) return withValueAt(value, list, []);
    return withValueAt(
      value,
      list,
      items.slice(0, 1).map((item) => typedLike(item, replacement)),
    );
  }
  if (pointer.includes('/*/'))
    return eachPlace(value, pointer).reduce((left, place) => replaceAt(left, place, replacement), value);
  const drawn = valueAt(value, pointer);
  if (drawn === undefined) return value;
  return replacement === undefined
    ? withoutValueAt(value, pointer)
    : withValueAt(value, pointer, typedLike(drawn, replacement));
}

/** An id in the type of the drawn value: `"11"` where the record shows 11 and the request takes a string. */
function typedLike(drawn: Json, id: Json): Json {
  if (typeof drawn === 'string' && typeof id === 'number') return String(id);
  if (typeof drawn === 'number' && typeof id === 'string' && /^(0|[1-9]\d{0,14})$/.test(id)) return Number(id);
  return id;
}

/** Fills the path template again. Unknown parameters keep their drawn values. */
export function substitutePath(
  operation: PathOfOperation,
  path: string,
  known: Readonly<Record<string, Json>>,
): string {
  const template = pathTemplateOf(operation.path);
  if (!template.includes('{')) return path;
  const written = inStyles(operation, known);
  return substituteSegments(template.split('/'), path.split('/'), written) ?? substituteParts(template, path, written);
}

type PathOfOperation = Pick<Operation, 'path' | 'parameters'>;

/** Values as they are written in a path, in the styles of their parameters (`;id=7`). */
function inStyles(
  { parameters }: PathOfOperation,
  known: Readonly<Record<string, Json>>,
): Readonly<Record<string, string>> {
  const written: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(known)) {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    written[name] = encodeInPath(parameter, value);
  }
  return written;
}

/**
 * The value of a path segment without the style of its parameter; the segment itself if it cannot be
 * decoded.
 */
export function valueInPath({ parameters }: PathOfOperation, name: string, raw: string): string {
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  if (parameter !== undefined && parameter.style !== 'simple') {
    const decoded = decodeParameter(parameter, raw, 'scalar');
    return decoded.kind === 'value' && typeof decoded.value === 'string' ? decoded.value : raw;
  }
  const text = decodePercent(raw) ?? raw;
  const read = isJson(parameter?.content?.mediaType ?? '') ? parseJson(text) : undefined;
  return read?.ok === true && typeof read.value === 'string' ? read.value : text;
}

/**
 * The fast way for paths in which each parameter is a whole segment, as nearly all are. Undefined if one is
 * not, or the path does not fit the template.
 */
function substituteSegments(
  template: readonly string[],
  drawn: readonly string[],
  written: Readonly<Record<string, string>>,
): string | undefined {
  if (template.length !== drawn.length) return undefined;
  const filled: string[] = [];
  for (const [index, part] of template.entries()) {
    const was = drawn[index] ?? '';
    const isName = part.startsWith('{') && part.indexOf('}') === part.length - 1 && !part.includes('{', 1);
    const name = isName ? part.slice(1, -1) : undefined;
    if (name === undefined && (part !== was || part.includes('{'))) return undefined;
    filled.push((name === undefined ? undefined : written[name]) ?? was);
  }
  return filled.join('/');
}

function substituteParts(template: string, path: string, written: Readonly<Record<string, string>>): string {
  const names: string[] = [];
  const source = template.replace(/\{([^}]+)\}|[.*+?^$()|[\]\\]/g, (match, name: string | undefined) => {
    if (name === undefined) return `\\${match}`;
    names.push(name);
    return '([^/]*)';
  });
  const drawn = new RegExp(`^${source}$`).exec(path);
  if (drawn === null) return path;
  let index = 0;
  return template.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    index += 1;
    return written[name] ?? drawn[index] ?? '';
  });
}

/** A template with the known values filled in. Other parameters stay as they are. */
export function fillPath(operation: PathOfOperation, known: Readonly<Record<string, Json>>): string {
  const written = inStyles(operation, known);
  return pathTemplateOf(operation.path).replace(/\{([^}]+)\}/g, (match, name: string) => written[name] ?? match);
}

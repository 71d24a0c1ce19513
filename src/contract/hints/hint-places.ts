import type { HttpRequest, Json } from '../../core/index.ts';
import { type Api, conjunctsOf, type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { escapeRegExp, escapeToken, isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import { endsOneIn } from '../requests/places-in-words.ts';
import { decodeQueryPart } from '../requests/query-parameter.ts';
import { bodyProperties, bodySchemaOf } from '../requests/value-places.ts';
import { quotedIn } from './quoted-words.ts';
import type { RefusalEntry } from './refusal-entries.ts';

/** A place of a request that may be given another value. */
export interface HintPlace {
  /** Such as `/body/matchers/0/name` or `/query/limit`. */
  readonly place: string;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description: string;
  /** The documented default, if it is a plain value. */
  readonly preset?: Json;
  /** The documented values (`enum`), in their order. */
  readonly listed?: readonly Json[];
  /** JSON Pointer of a query parameter or header field that several operations may share. */
  readonly shared?: string;
}

/** All places of an operation whose values a run may choose. */
export function hintPlaces(api: Api, operation: Operation): readonly HintPlace[] {
  const schema = bodySchemaOf(operation);
  const body = schema === undefined ? [] : bodyProperties(api, schema);
  return [
    ...operation.parameters
      .filter(
        ({ in: where, schema: own }) =>
          (where === 'query' || where === 'header' || where === 'path') && own !== undefined,
      )
      .map((parameter) => ({
        place: `/${parameter.in}/${escapeToken(parameter.name)}`,
        name: parameter.name,
        schema: parameter.schema as Schema,
        required: parameter.required,
        description: `${parameter.description ?? ''}\n${descriptionOf(api, parameter.schema)}`,
        ...(parameter.in === 'path' ? {} : { shared: parameter.pointer }),
        ...presetOf(api, parameter.schema as Schema),
        ...listedOf(api, parameter.schema as Schema),
      })),
    ...body.map(({ name, pointer, schema: own, required }) => ({
      place: `/body${pointer}`,
      name,
      schema: own,
      required,
      description: descriptionOf(api, own),
      ...presetOf(api, own),
      ...listedOf(api, own),
    })),
  ];
}

function presetOf(api: Api, schema: Schema): { readonly preset?: Json } {
  const [preset] = conjunctsOf(api, schema).flatMap((each) => (each.default === undefined ? [] : [each.default]));
  return preset === undefined || preset === null || preset === '' || typeof preset === 'object' ? {} : { preset };
}

function listedOf(api: Api, schema: Schema): { readonly listed?: readonly Json[] } {
  const listed = conjunctsOf(api, schema).find((each) => each.enum !== undefined)?.enum;
  return listed === undefined ? {} : { listed };
}

function descriptionOf(api: Api, schema: Schema | undefined): string {
  if (typeof schema !== 'object') return '';
  const target = api.deref(schema);
  const all = [schema.description, typeof target === 'object' ? target.description : undefined];
  return [...new Set(all.filter((each) => typeof each === 'string'))].join('\n');
}

/**
 * The places that a sentence of a refusal is about: the place that it writes out, a place that it names, or
 * a place whose value it repeats. None if two places fit equally well.
 */
export function namedPlaces(
  entry: RefusalEntry,
  places: readonly HintPlace[],
  request: HttpRequest,
): readonly HintPlace[] {
  const written = entry.place === undefined ? undefined : writtenPlace(entry.place, places);
  if (written !== undefined) return [written];
  const quoted = quotedIn(entry.text);
  const echoed = echoedPlaces(entry, places, request);
  if (echoed.length > 0) return echoed.slice(0, 2);
  const named = places.filter(({ name }) =>
    quoted.some(
      (each) => withoutSeparators(each) === withoutSeparators(name) || lastOf(each) === withoutSeparators(name),
    ),
  );
  if (named.length > 0) return shallowest(named);
  const mentioned = shallowest(places.filter(({ name }) => mentions(name, entry.text)));
  return mentioned.length > 0 ? mentioned : shallowest(places.filter(({ name }) => endsOneIn(name, entry.text)));
}

/** The places whose value a sentence repeats. Strings in a list count as its value. */
export function echoedPlaces(
  { text }: RefusalEntry,
  places: readonly HintPlace[],
  request: HttpRequest,
): readonly HintPlace[] {
  const quoted = quotedIn(text);
  return places.filter((each) => valuesAt(request, each.place).some((value) => isEchoed(value, text, quoted)));
}

/** Whether a sentence repeats a sent value, in quotes or because the value is too long for a coincidence. */
function isEchoed(value: string, text: string, quoted: readonly string[]): boolean {
  return quoted.includes(value) || (value.length > 5 && text.includes(value));
}

/** If several places have one name, the outermost: the sentence does not say which one is meant. */
function shallowest(places: readonly HintPlace[]): readonly HintPlace[] {
  const found = new Map<string, HintPlace>();
  const depth = ({ place }: HintPlace): number => place.split('/').length;
  for (const each of places) {
    const before = found.get(each.name);
    if (before === undefined || depth(each) < depth(before)) found.set(each.name, each);
  }
  return [...found.values()].slice(0, 4);
}

function writtenPlace(written: string, places: readonly HintPlace[]): HintPlace | undefined {
  const tokens = written
    .replace(/^#/, '')
    .replace(/\[(\w+)\]/g, '.$1')
    .split(/[./]/)
    .filter((token) => token !== '' && !/^(\d+|\*)$/.test(token));
  const inside = tokens.filter(
    (token, index) => index > 0 || !/^(body|query|headers?|params?|path|requestBody)$/i.test(token),
  );
  if (inside.length === 0) return undefined;
  const whole = inside.map(withoutSeparators).join('/');
  const all = places.map(
    (each) =>
      [
        each,
        each.place
          .split('/')
          .slice(2)
          .filter((token) => !/^(\d+|\*)$/.test(token))
          .map(withoutSeparators)
          .join('/'),
      ] as const,
  );
  const exact = all.filter(([, own]) => own === whole);
  const ends = exact.length > 0 ? exact : all.filter(([, own]) => own.endsWith(`/${whole}`));
  const last = withoutSeparators(inside.at(-1) ?? '');
  const byName = ends.length > 0 ? ends : all.filter(([{ name }]) => withoutSeparators(name) === last);
  return byName.length === 1 || exact.length > 0 || ends.length > 0
    ? byName[0]?.[0]
    : shallowest(byName.map(([each]) => each))[0];
}

/**
 * Whether a sentence contains a name as a whole word: `key is not provided`. It may begin the sentence (`Key is required`) or
 * be written as words (`No listen address` for `listen_address`). Short common words do not count.
 */
function mentions(name: string, text: string): boolean {
  if (name.length < 3) return false;
  const words = wordsOf(name);
  const first = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const spelled = [name, first, ...(words.length > 1 ? [words.join(' ')] : [])].map(escapeRegExp).join('|');
  return new RegExp(`(?<![\\w-])(?:${spelled})(?![\\w-])`).test(text);
}

/** The strings that a request has at a place. */
export function valuesAt(request: HttpRequest, place: string): readonly string[] {
  const [, where = '', ...rest] = place.split('/');
  if (where === 'body') return request.body.kind === 'parsed' ? textsAt(request.body.value, rest) : [];
  if (where !== 'query') return [];
  return request.query
    .split('&')
    .map((pair) => pair.split('='))
    .filter(([name = '']) => decodeQueryPart(name) === (rest[0] ?? ''))
    .map(([, value = '']) => decodeQueryPart(value));
}

function textsAt(value: Json, tokens: readonly string[]): readonly string[] {
  const [token, ...rest] = tokens;
  if (token === undefined)
    return (isArray(value) ? value : [value]).flatMap((each) =>
      typeof each === 'string' && each.length > 2 ? [each] : [],
    );
  if (token === '*') return isArray(value) ? value.flatMap((each) => textsAt(each, rest)) : [];
  const name = token.replace(/~1/g, '/').replace(/~0/g, '~');
  return isObject(value) && Object.hasOwn(value, name) ? textsAt(value[name] ?? null, rest) : [];
}

function lastOf(written: string): string {
  return withoutSeparators(written.split(/[./]/).at(-1) ?? '');
}

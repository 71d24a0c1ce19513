import type { HttpRequest, Json, Violation } from '../../core/index.ts';
import { parseCookies, parseQuery, type RawPair } from '../../wire/index.ts';
import type { Api, Operation, Parameter } from '../model/api.ts';
import type { DecodedParameters } from '../model/decoded-parameters.ts';
import { type ParameterReader, parameterReaderOf } from './parameter-reader.ts';
import { readQuerystring } from './querystring.ts';
import type { DecodedValue } from './raw-reader.ts';

/** The parts of a request that parameters stand in. */
export type ParameterSource = Pick<HttpRequest, 'query' | 'headers'>;

/** Has parameters: an operation, or some of its parameters. */
export type WithParameters = Pick<Operation, 'parameters'>;

type Decoder = (request: ParameterSource, pathParams: Readonly<Record<string, string>>) => DecodedParameters;

/** Where an Api keeps the decoders of its operations. */
export const DECODERS: unique symbol = Symbol('decoders');

/**
 * Decodes the parameters of a request by their styles into the types of their schemas. Never throws. Text
 * that fits no type of its schema stays a string; unreadable text is in `violations`. `pathParams` are raw,
 * as from `Api.match`.
 */
export function decodeParameters(
  operation: WithParameters,
  request: ParameterSource,
  pathParams: Readonly<Record<string, string>>,
  api: Api & { readonly [DECODERS]?: WeakMap<WithParameters, Decoder> },
): DecodedParameters {
  const known = api[DECODERS]?.get(operation);
  if (known !== undefined) return known(request, pathParams);
  const decoder = compile(operation, api);
  api[DECODERS]?.set(operation, decoder);
  return decoder(request, pathParams);
}

const NOTHING: Readonly<Record<string, Json>> = Object.freeze(Object.create(null));

function compile(operation: WithParameters, api: Api): Decoder {
  const readers = (location: Parameter['in']): readonly ParameterReader[] =>
    operation.parameters
      .filter((each) => each.in === location)
      .map((each) => parameterReaderOf(api, each, claimedBeside(each, operation.parameters)));
  const path = readers('path');
  const query = readers('query');
  const header = readers('header');
  const cookie = readers('cookie');
  const whole = operation.parameters.find((each) => each.in === 'querystring');
  return (request, pathParams) => {
    const violations: Violation[] = [];
    const querystring = whole === undefined ? undefined : readQuerystring(api, whole, request.query, violations);
    return {
      path: collect(path, (reader) => reader.readText(pathParams[reader.name]), violations),
      query: query.length === 0 ? checkedQuery(request.query, violations) : readQuery(query, request.query, violations),
      header: collect(header, (reader) => reader.readHeader(request.headers), violations),
      cookie: cookie.length === 0 ? NOTHING : readCookies(cookie, request, violations),
      ...(querystring === undefined ? {} : { querystring }),
      violations,
    };
  };
}

/** An exploded `form` object takes the pairs that no other parameter claims. */
function claimedBeside(parameter: Parameter, all: readonly Parameter[]): ReadonlySet<string> {
  return new Set(all.filter((each) => each !== parameter && each.in === parameter.in).map((each) => each.name));
}

function collect(
  readers: readonly ParameterReader[],
  read: (reader: ParameterReader) => DecodedValue,
  violations: Violation[],
): Readonly<Record<string, Json>> {
  if (readers.length === 0) return NOTHING;
  // Like `Object.create(null)`, but faster to create and to read.
  const values: Record<string, Json> = { __proto__: null } as never;
  for (const reader of readers) {
    const decoded = read(reader);
    if (decoded === undefined) continue;
    if (decoded.ok) values[reader.key] = decoded.value;
    else violations.push(reader.violation(decoded.reason));
  }
  return values;
}

/** A query must be readable even if the operation has no query parameters. */
function checkedQuery(query: string, violations: Violation[]): Readonly<Record<string, Json>> {
  if (query.includes('%')) pairsOf(query, violations);
  return NOTHING;
}

function readQuery(
  readers: readonly ParameterReader[],
  query: string,
  violations: Violation[],
): Readonly<Record<string, Json>> {
  if (query === '') return NOTHING;
  const pairs = pairsOf(query, violations);
  return pairs === undefined ? NOTHING : collect(readers, (reader) => reader.readPairs(pairs), violations);
}

function pairsOf(query: string, violations: Violation[]): readonly RawPair[] | undefined {
  const parsed = parseQuery(query);
  if (parsed.ok) return parsed.pairs;
  violations.push({ code: 'parameter.malformed', pointer: '/query', message: `The query has ${parsed.reason}.` });
  return undefined;
}

function readCookies(
  readers: readonly ParameterReader[],
  request: ParameterSource,
  violations: Violation[],
): Readonly<Record<string, Json>> {
  const pairs = parseCookies(request.headers).map(({ name, value }) => ({ name, raw: value }));
  return collect(readers, (reader) => reader.readPairs(pairs), violations);
}

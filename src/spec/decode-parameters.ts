import type { HttpRequest, Json, Violation } from '../core/index.ts';
import {
  decodeParameter,
  decodePercent,
  fieldValue,
  isJson,
  type ParameterShape,
  type ParameterText,
  parseCookies,
  parseJson,
  parseQuery,
  type QueryPair,
  type RawPair,
} from '../wire/index.ts';
import type { Api, Operation, Parameter } from './api.ts';
import { type Coercion, coercionOf } from './coercion.ts';
import type { DecodedParameters } from './decoding.ts';

/** Reads the parameters of a request by their styles and turns them into the types of their schemas. Never throws. */
export function decodeParameters(
  operation: Operation,
  request: Pick<HttpRequest, 'query' | 'headers'>,
  pathParams: Readonly<Record<string, string>>,
  api: Api,
): DecodedParameters {
  return decoderOf(operation, api)(request, pathParams);
}

type Decoder = (
  request: Pick<HttpRequest, 'query' | 'headers'>,
  pathParams: Readonly<Record<string, string>>,
) => DecodedParameters;

function decoderOf(operation: Operation, api: Api): Decoder {
  const readers = operation.parameters.map((parameter) => ({ parameter, coercion: coercionOf(api, parameter.schema) }));
  return (request, pathParams) => {
    const out = { path: empty(), query: empty(), header: empty(), cookie: empty(), violations: [] as Violation[] };
    const query = parseQuery(request.query);
    const pairs: readonly QueryPair[] = query.ok ? query.pairs : [];
    if (!query.ok)
      out.violations.push({
        code: 'parameter.malformed',
        pointer: '/query',
        message: `The query has ${query.reason}.`,
      });
    for (const { parameter, coercion } of readers) {
      const { name, in: location } = parameter;
      if (location === 'querystring') continue;
      const raw = rawOf(parameter, request, pathParams, pairs);
      if (raw === undefined) continue;
      const decoded = decodeParameter({ ...parameter, style: parameter.style }, raw, coercion.shape);
      if (decoded.kind === 'malformed')
        out.violations.push({
          code: location === 'path' ? 'path.malformed' : 'parameter.malformed',
          pointer: `/${location}/${name}`,
          message: `${name}: ${decoded.reason}`,
        });
      else if (decoded.kind === 'value')
        out[location][location === 'header' ? name.toLowerCase() : name] = coercion.apply(decoded.value);
    }
    return out;
  };
}

function rawOf(
  parameter: Parameter,
  request: Pick<HttpRequest, 'headers'>,
  pathParams: Readonly<Record<string, string>>,
  pairs: readonly QueryPair[],
): string | readonly RawPair[] | undefined {
  switch (parameter.in) {
    case 'path':
      return pathParams[parameter.name];
    case 'header':
      return fieldValue(request.headers, parameter.name);
    case 'cookie':
      return parseCookies(request.headers).map(({ name, value }) => ({ name, raw: value }));
    default:
      return pairs;
  }
}

const empty = (): Record<string, Json> => Object.create(null);
void decodePercent;
void isJson;
void parseJson;

export type { Coercion, ParameterShape, ParameterText };

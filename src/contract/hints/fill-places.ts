import type { HttpRequest, Json } from '../../core/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import {
  encodeParameter,
  fieldValue,
  isJson,
  stringifyJson,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../wire/index.ts';
import { replaceHeaders } from '../credentials/credentials.ts';
import { decodeQueryPart, isPairOf, withQueryParameter } from '../requests/query-parameter.ts';
import { substitutePath } from '../requests/substitute.ts';
import { eachPlace } from '../requests/value-places.ts';
import { LEFT_OUT, type PlaceHints } from './hinted-value.ts';

/** The new value of a place; `undefined` if the present one stays. */
type Choose = (hints: PlaceHints, current: Json | undefined) => Json | typeof LEFT_OUT | undefined;

/** A request with other values at places that have hints. */
export function fillPlaces(
  operation: Operation,
  request: HttpRequest,
  places: readonly PlaceHints[],
  choose: Choose,
): HttpRequest {
  const inBody = places.filter(({ at }) => at.place.startsWith('/body/'));
  const filled = inBody.length === 0 ? request : withBodyPlaces(request, inBody, choose);
  return places.reduce((left, each) => {
    const parameter = operation.parameters.find(({ in: where, name }) => each.at.place === `/${where}/${name}`);
    return parameter === undefined ? left : withParameter(operation, left, { parameter, hints: each }, choose);
  }, filled);
}

function withBodyPlaces(request: HttpRequest, places: readonly PlaceHints[], choose: Choose): HttpRequest {
  return withBody(request, (body) => {
    let value = body;
    // An outer value that is drawn anew would take the place of what stands in it.
    for (const each of [...places].sort((a, b) => depthOf(a) - depthOf(b)))
      for (const pointer of eachPlace(value, each.at.place.slice('/body'.length))) {
        const parent = pointer.slice(0, pointer.lastIndexOf('/'));
        if (valueAt(value, parent) === undefined) continue;
        const chosen = choose(each, valueAt(value, pointer));
        if (chosen === undefined) continue;
        value = chosen === LEFT_OUT ? withoutValueAt(value, pointer) : withValueAt(value, pointer, chosen);
      }
    return value;
  });
}

function depthOf({ at }: PlaceHints): number {
  return at.place.split('/').length;
}

/** A request with another JSON body; the same one where the body stays as it is. */
export function withBody(request: HttpRequest, change: (body: Json) => Json): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed' || !isJson(body.mediaType)) return request;
  const value = change(body.value);
  if (value === body.value) return request;
  return { ...request, body: { ...body, value, text: stringifyJson(value) } };
}

function withParameter(
  operation: Operation,
  request: HttpRequest,
  { parameter, hints }: { readonly parameter: Parameter; readonly hints: PlaceHints },
  choose: Choose,
): HttpRequest {
  const { name, in: where } = parameter;
  const chosen = choose(hints, currentOf(request, parameter));
  if (chosen === undefined) return request;
  if (where === 'path')
    return chosen === LEFT_OUT
      ? request
      : { ...request, path: substitutePath(operation, request.path, { [name]: chosen }) };
  if (where !== 'header') return withQueryParameter(request, parameter, chosen === LEFT_OUT ? undefined : chosen);
  const encoded = chosen === LEFT_OUT ? [] : encodeParameter(parameter, chosen);
  const headers = request.headers.filter(([field]) => field.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: typeof encoded === 'string' ? replaceHeaders(headers, [[name, encoded]]) : headers };
}

/** The value of a parameter, or whether it is sent. A value in a serialisation style is not decoded. */
function currentOf(request: HttpRequest, { name, in: where }: Parameter): Json | undefined {
  if (where === 'header') return fieldValue(request.headers, name);
  if (where === 'path') return '';
  const pair = request.query.split('&').find((each) => isPairOf(each, name));
  return pair === undefined ? undefined : decodeQueryPart(pair.slice(pair.indexOf('=') + 1));
}

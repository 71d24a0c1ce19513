import type { HttpRequest, JsonObject } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { escapeToken, isJson, isObject, stringifyJson } from '../../wire/index.ts';
import { withBody } from './fill-places.ts';

/** The parts of a request that was accepted. */
export interface LeanRequest {
  /** Properties of its JSON body; undefined if the body is not an object. */
  readonly members: ReadonlySet<string> | undefined;
  /** Names of the query parameters that it left out, in the order of the document. */
  readonly without: readonly string[];
}

export function leanRequest({ parameters }: Operation, { body, query }: HttpRequest): LeanRequest {
  const members = body.kind === 'parsed' && isObject(body.value) ? new Set(Object.keys(body.value)) : undefined;
  const sent = query.split('&').map(nameOf);
  const optional = parameters.filter(({ in: where, required }) => where === 'query' && !required);
  return { members, without: optional.map(({ name }) => name).filter((name) => !sent.includes(name)) };
}

/** The request without the parts that the accepted one left out. The probed place stays. */
export function withOnly(request: HttpRequest, { members, without }: LeanRequest, probed: string): HttpRequest {
  const isProbed = (place: string): boolean => probed === place || probed.startsWith(`${place}/`);
  const left = without.filter((name) => !isProbed(`/query/${escapeToken(name)}`));
  const query = request.query
    .split('&')
    .filter((pair) => !left.includes(nameOf(pair)))
    .join('&');
  const { body } = request;
  if (members === undefined || body.kind !== 'parsed' || !isJson(body.mediaType) || !isObject(body.value))
    return { ...request, query };
  const kept = Object.entries(body.value).filter(
    ([name]) => members.has(name) || isProbed(`/body/${escapeToken(name)}`),
  );
  const value = Object.fromEntries(kept);
  return { ...request, query, body: { ...body, value, text: stringifyJson(value) } };
}

/** The request with the properties of an accepted body that its own lacks, except the probed one. */
export function withMembers(request: HttpRequest, members: JsonObject | undefined, probed?: string): HttpRequest {
  if (members === undefined) return request;
  return withBody(request, (value) => {
    if (!isObject(value)) return value;
    const own = value;
    const lacking = Object.entries(members).filter(
      ([name]) => !Object.hasOwn(own, name) && probed !== `/body/${escapeToken(name)}`,
    );
    return lacking.length === 0 ? value : { ...value, ...Object.fromEntries(lacking) };
  });
}

function nameOf(pair: string): string {
  const name = pair.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name).replace(/\[.*$/, '');
  } catch {
    return name;
  }
}

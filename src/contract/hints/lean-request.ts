import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { escapeToken, isJson, isObject, stringifyJson } from '../../wire/index.ts';

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

function nameOf(pair: string): string {
  const name = pair.split('=')[0] ?? '';
  try {
    return decodeURIComponent(name).replace(/\[.*$/, '');
  } catch {
    return name;
  }
}

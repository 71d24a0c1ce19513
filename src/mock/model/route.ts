import type { HttpRequest, HttpResponse } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { type Refusal, refuse } from './refusal.ts';

export type RouteOutcome = RouteMatch | { readonly refusal: Refusal } | { readonly response: HttpResponse };

export interface RouteMatch {
  readonly operation: Operation;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly basePath: string;
}

/**
 * Finds the operation of a request: 404 with the nearest documented paths, 405 with `Allow` (RFC 9110
 * §15.5.6), OPTIONS, and HEAD as GET.
 */
export function routeRequest(api: Api, request: HttpRequest, strictBasePath: boolean): RouteOutcome {
  const match = api.match(request, { strictBasePath });
  if (match.kind === 'found') return match;
  if (match.kind === 'unknown-path') {
    const unnamed = withoutValues(api, request, strictBasePath);
    if (unnamed !== undefined) return unnamed;
    const hint = match.nearest.length === 0 ? '' : ` Nearest documented: ${match.nearest.slice(0, 3).join(', ')}.`;
    return { refusal: { ...refuse(404, `No documented path matches ${request.path}.${hint}`), hints: match.nearest } };
  }
  if (request.method === 'HEAD' && match.allow.includes('GET'))
    return routeRequest(api, { ...request, method: 'GET' }, strictBasePath);
  const allow = allowField(match.allow);
  if (request.method === 'OPTIONS')
    return { response: { status: 204, headers: [['Allow', allow]], body: { kind: 'none' } } };
  return {
    refusal: refuse(405, `${request.method} is not documented for ${request.path}; ${allow} are.`, {
      headers: [['Allow', allow]],
    }),
  };
}

/** Matches a templated segment only: no document spells it. */
const NO_VALUE = '\u0000';

/**
 * The operation of a path with an empty segment where a parameter stands: a client without an id calls `/users//posts`. The parameter has no value,
 * so the request is refused like one without any other required parameter.
 */
function withoutValues(api: Api, request: HttpRequest, strictBasePath: boolean): RouteMatch | undefined {
  if (!request.path.includes('//')) return undefined;
  const path = request.path.replace(/\/(?=\/)/g, `/${NO_VALUE}`);
  const match = api.match({ ...request, path }, { strictBasePath });
  if (match.kind !== 'found') return undefined;
  const pathParams = Object.fromEntries(Object.entries(match.pathParams).filter(([, value]) => value !== NO_VALUE));
  return { operation: match.operation, pathParams, basePath: match.basePath };
}

function allowField(methods: readonly string[]): string {
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
}

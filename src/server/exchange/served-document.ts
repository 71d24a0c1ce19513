import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';
import { fieldValue, formatYaml, isObject, stringifyJson } from '../../wire/index.ts';

/** Paths of the served document in both syntaxes. A documented path of the same name wins. */
const FORMS: ReadonlyMap<string, { readonly mediaType: string; readonly write: (document: Json) => string }> = new Map([
  ['/openapi.json', { mediaType: 'application/json', write: stringifyJson }],
  ['/openapi.yaml', { mediaType: 'application/yaml', write: formatYaml }],
]);

/** Whether a path may be one of these, below any base path. */
export function isDocumentPath(path: string): boolean {
  return path.endsWith('/openapi.json') || path.endsWith('/openapi.yaml');
}

/** The served document in one file, with the mock as its server. `undefined` for other requests. */
export function servedDocument({ api }: Mock, request: HttpRequest, cors: boolean): Response | undefined {
  const { path } = request;
  const form = FORMS.get(path.startsWith(`${api.base}/`) ? path.slice(api.base.length) : path);
  if (form === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  if (api.match({ method: 'GET', path: request.path }).kind === 'found') return undefined;
  const document = servedHere(api, request);
  const text = request.method === 'HEAD' ? null : form.write(document);
  return new Response(text, {
    headers: { 'content-type': form.mediaType, ...(cors ? { 'access-control-allow-origin': '*' } : {}) },
  });
}

/** Without its own servers: a client that reads the document here uses the mock. */
function servedHere(api: Mock['api'], { headers }: HttpRequest): Json {
  // Parsed from JSON or YAML.
  const document = api.bundled() as Json;
  if (!isObject(document)) return document;
  const host = fieldValue(headers, 'host') ?? 'localhost';
  if (typeof document['swagger'] === 'string')
    return {
      ...document,
      host,
      schemes: ['http'],
      ...(api.base === '' ? {} : { basePath: swaggerPath(api.base, document) }),
    };
  const path = api.base + basePathOf(document['servers']);
  return { ...document, servers: [{ url: `http://${host}${path}` }] };
}

function swaggerPath(base: string, { basePath }: JsonObject): string {
  return base + (typeof basePath === 'string' && basePath !== '/' ? basePath : '');
}

/** The base path of the first server, which the mock serves as well. */
function basePathOf(servers: Json | undefined): string {
  const [first] = Array.isArray(servers) ? servers : [];
  const url = isObject(first) && typeof first['url'] === 'string' ? first['url'] : '';
  return url.includes('{') ? '' : (/^(?:https?:\/\/[^/?#]*)?(\/[^?#]*?)\/?$/.exec(url)?.[1] ?? '').replace(/\/+$/, '');
}

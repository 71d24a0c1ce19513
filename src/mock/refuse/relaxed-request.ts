import type { HttpRequest, Violation } from '../../core/index.ts';
import { type Api, type Operation, onceForEach } from '../../spec/index.ts';
import { fieldValue, formatPointer, isObject, parseJson, parseMediaType, withoutSeparators } from '../../wire/index.ts';

/** A request as a lenient mock understands it, and in what it differs from the document. */
export interface RelaxedRequest {
  readonly request: HttpRequest;
  readonly tolerated: readonly Violation[];
}

/**
 * A request whose path or method is not documented, as the documented one that it most likely means: the same path in other letter case or with a slash at
 * its end, and POST for a documented GET, with the fields of its body as query parameters. `undefined` where there is none.
 */
export function relaxedRoute(api: Api, request: HttpRequest): RelaxedRequest | undefined {
  const tolerated: Violation[] = [];
  let relaxed = request;
  if (isUnknown(api, relaxed)) {
    const path = documentedSpelling(api, request.path);
    if (path === undefined) return undefined;
    relaxed = { ...relaxed, path };
    tolerated.push(violationOf('path.undocumented', '/path', `The path ${request.path} is documented as ${path}.`));
  }
  const match = api.match(relaxed);
  if (match.kind === 'wrong-method') {
    if (relaxed.method !== 'POST' || !match.allow.includes('GET')) return undefined;
    relaxed = asGet(relaxed);
    tolerated.push(
      violationOf('method.undocumented', '/method', `POST is not documented for ${relaxed.path}; GET is.`),
    );
  }
  return tolerated.length === 0 ? undefined : { request: relaxed, tolerated };
}

/**
 * A request whose path is documented with another ending (with a slash or without one, with the format `.json` or without it)
 * or in other letter case. Most servers answer both alike, and clients that build paths from parts send `/things/` for `/things`.
 * `undefined` where the path is documented as it is, or in no other form, or where `/things/` may name an item without its id.
 * The path may be documented with both endings, each with other methods.
 */
export function routeBySpelling(api: Api, request: HttpRequest): RelaxedRequest | undefined {
  const { path, method } = request;
  const here = api.match(request).kind;
  if (here === 'found') return undefined;
  if (path.endsWith('/') && api.match({ method, path: path + NO_ID }).kind === 'found') return undefined;
  const fits = (each: string): boolean => {
    const there = api.match({ ...request, path: each });
    if (there.kind === 'found') return !hasSlashes(there.pathParams);
    return there.kind === 'wrong-method' && here === 'unknown-path';
  };
  const spelling = (): string | undefined =>
    here === 'unknown-path' && !path.endsWith('/') ? documentedSpelling(api, path) : undefined;
  const other = otherEndings(path).find((each) => each !== '' && fits(each)) ?? spelling();
  if (other === undefined) return undefined;
  const message = `The path ${path} is documented as ${other}.`;
  return { request: { ...request, path: other }, tolerated: [violationOf('path.undocumented', '/path', message)] };
}

/** Whether a value takes up several segments: it may have any ending. */
function hasSlashes(pathParams: Readonly<Record<string, string>>): boolean {
  return Object.values(pathParams).some((value) => value.includes('/'));
}

function otherEndings(path: string): readonly string[] {
  const bare = path.replace(/\/+$/, '');
  if (bare.endsWith('.json')) return [bare.slice(0, -'.json'.length)];
  return [path === bare ? `${path}/` : bare, `${bare}.json`];
}

/** A segment that only a parameter matches, because no document has this character in a path. */
const NO_ID = '\u0000';

function isUnknown(api: Api, request: HttpRequest): boolean {
  return api.match(request).kind === 'unknown-path';
}

function violationOf(code: Violation['code'], pointer: string, message: string): Violation {
  return { code, pointer, message };
}

/** The path templates of a document, with their segments. */
const templatesOf = onceForEach((api: Api) =>
  [...new Set(api.operations.map(({ path }) => path))].map((template) => ({
    segments: template.replace(/\/+$/, '').split('/').slice(1),
    end: template.endsWith('/') ? '/' : '',
  })),
);

/** The path as the document spells it: its literal segments may differ in letter case, and a slash may stand at its end. */
function documentedSpelling(api: Api, path: string): string | undefined {
  const sent = path.replace(/\/+$/, '').split('/');
  for (const { segments, end } of templatesOf(api)) {
    const front = sent.slice(0, Math.max(1, sent.length - segments.length));
    const rest = sent.slice(front.length);
    if (rest.length !== segments.length || rest.length === 0) continue;
    const spelled = rest.map((text, at) => templateSpelling(segments[at] ?? '', text));
    if (!spelled.every((each) => each !== undefined)) continue;
    const found = [...front, ...spelled].join('/') + end;
    if (!isUnknown(api, { method: 'GET', path: found, query: '', headers: [], body: { kind: 'none' } })) return found;
  }
  return undefined;
}

function templateSpelling(template: string, text: string): string | undefined {
  if (template.includes('{')) return text === '' ? undefined : text;
  return template.toLowerCase() === text.toLowerCase() ? template : undefined;
}

/** A call by POST as the GET that the document has: what its body says stands in the query. */
function asGet(request: HttpRequest): HttpRequest {
  const fields = request.body.kind === 'bytes' ? fieldsOf(request, new TextDecoder().decode(request.body.bytes)) : '';
  const query = [request.query, fields].filter((each) => each !== '').join('&');
  const headers = request.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  return { ...request, method: 'GET', query, headers, body: { kind: 'none' } };
}

function fieldsOf({ headers }: HttpRequest, text: string): string {
  const essence = parseMediaType(fieldValue(headers, 'content-type') ?? '')?.essence;
  if (essence === 'application/x-www-form-urlencoded') return text;
  const read = essence === 'application/json' ? parseJson(text) : undefined;
  if (read?.ok !== true || !isObject(read.value)) return '';
  const fields = new URLSearchParams();
  for (const [name, each] of Object.entries(read.value))
    if (each !== null && typeof each !== 'object') fields.append(name, String(each));
  return fields.toString();
}

/** The documented names of the query parameters of an operation. */
const queryNames = onceForEach(
  ({ parameters }: Operation): ReadonlySet<string> =>
    new Set(parameters.flatMap(({ in: at, name }) => (at === 'query' ? [name] : []))),
);

/** The query with the documented names of its parameters, where what was sent is the same name in another convention (`count` for `Count`). */
export function relaxedQuery(operation: Operation, request: HttpRequest): RelaxedRequest | undefined {
  const documented = request.query === '' ? NO_NAMES : queryNames(operation);
  if (documented.size === 0) return undefined;
  const pieces = request.query.split('&');
  const names = pieces.map((piece) => piece.split('=', 1)[0] ?? '');
  if (names.every((name) => documented.has(name))) return undefined;
  const tolerated: Violation[] = [];
  const relaxed = pieces.map((piece, at) => {
    const name = names[at] ?? '';
    if (documented.has(name) || !/^[\w.-]+$/.test(name)) return piece;
    const plain = withoutSeparators(name);
    const [meant, ...others] = [...documented].filter((each) => withoutSeparators(each) === plain);
    if (meant === undefined || others.length > 0 || names.includes(meant)) return piece;
    const pointer = formatPointer(['query', name]);
    tolerated.push(
      violationOf('parameter.undocumented', pointer, `Query parameter \`${name}\` is documented as \`${meant}\`.`),
    );
    return encodeURIComponent(meant) + piece.slice(name.length);
  });
  return tolerated.length === 0 ? undefined : { request: { ...request, query: relaxed.join('&') }, tolerated };
}

const NO_NAMES: ReadonlySet<string> = new Set();

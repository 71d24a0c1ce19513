import type { HttpRequest, Json } from '../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, type Parameter, propertiesOf, wordsOf } from '../../spec/index.ts';
import { isJson, isObject, stringifyJson } from '../../wire/index.ts';

/** Where a write names the version of the item that it changes: `sha` in a body, `?sha=` of a delete, a field such as `X-Entry-Version`. */
export interface VersionPlace {
  readonly in: 'body' | 'query' | 'header';
  readonly name: string;
  /** The property by which the item shows its version. */
  readonly property: string;
}

/** Names that mean nothing but a version. */
const VERSION = /^_?(sha|etag|rev|revision|((resource|lock|row|object|entity|doc)_?version))$/i;
/** Names that may be a value of the item as well. */
const PERHAPS = /^_?(version|generation|digest|checksum)$/i;
/** What a text says of a version that a write must repeat. */
const REPEATED =
  /\b(stale|outdated|out of date|current|concurren\w*|optimistic|meanwhile|meantime|mismatch\w*|match(es)?|last (read|seen|known)|was (last )?read|(is|are|was|were|being) (replaced|updated|changed|deleted)|lost updates?|changed since)\b/i;
/** Conflict, Precondition Failed, Precondition Required. */
const CONFLICTS = new Set(['409', '412', '428']);

/** Whether a name means nothing but the version of an item, which the service gives: `etag`, `resourceVersion`. */
export function isVersionName(name: string): boolean {
  return VERSION.test(name);
}

/**
 * The place where a write must repeat the version that its item has now. A property of a body counts if the document has
 * a conflict for the operation, and a name such as `version` only if a text says what it is for.
 */
export function versionPlace(api: Api, operation: Operation): VersionPlace | undefined {
  const { method, parameters } = operation;
  if (method !== 'DELETE' && method !== 'PUT' && method !== 'PATCH') return undefined;
  const conflicts = operation.responses.filter(({ status }) => CONFLICTS.has(status));
  const field = conflicts.length === 0 ? undefined : parameters.find(isVersionField);
  if (field !== undefined) return { in: 'header', name: field.name, property: propertyOfField(field) };
  if (method === 'DELETE') {
    const found = parameters.find(({ in: place, name, required }) => place === 'query' && required && isName(name));
    return found === undefined ? undefined : { in: 'query', name: found.name, property: found.name };
  }
  const schema = conflicts.length === 0 ? undefined : jsonBodyOf(operation)?.schema;
  if (schema === undefined) return undefined;
  const texts = [operation.description ?? '', ...conflicts.map(({ description }) => description)];
  for (const [name, property] of Object.entries(propertiesOf(api, schema))) {
    const rule = isName(name) ? api.deref(property.schema) : false;
    if (typeof rule === 'boolean') continue;
    const own = typeof property.schema === 'object' ? (property.schema.description ?? rule.description ?? '') : '';
    const isMeant = isVersionName(name) || REPEATED.test(own) || texts.some((text) => speaksOf(text, name));
    if (isMeant) return { in: 'body', name, property: name };
  }
  return undefined;
}

/** Whether a header field has the version on which a change is based. A version of the API is none. */
function isVersionField({ in: place, name, required, description = '' }: Parameter): boolean {
  const isCalled = place === 'header' && required && isName(wordsOf(name).at(-1) ?? '');
  return isCalled && (REPEATED.test(description) || BASED_ON.test(description));
}

const BASED_ON = /\b(?:based on|being (?:changed|updated)|you have read|that (?:was|is) read)\b/i;

function propertyOfField({ name, description = '' }: Parameter): string {
  const named = [...description.matchAll(/`(\w+)`/g)].map(([, word = '']) => word).find(isName);
  return named ?? wordsOf(name).at(-1) ?? name;
}

function isName(name: string): boolean {
  return isVersionName(name) || PERHAPS.test(name);
}

function speaksOf(text: string, name: string): boolean {
  return REPEATED.test(text) && text.toLowerCase().includes(name.toLowerCase());
}

/** The request with another version. The same one where it has no such place. */
export function withVersion(request: HttpRequest, { in: where, name }: VersionPlace, version: Json): HttpRequest {
  if (where === 'body') {
    const { body } = request;
    if (body.kind !== 'parsed' || !isJson(body.mediaType) || !isObject(body.value)) return request;
    const value: Json = { ...body.value, [name]: version };
    return { ...request, body: { ...body, value, text: stringifyJson(value) } };
  }
  if (where === 'header') {
    const others = request.headers.filter(([field]) => !isSameField(field, name));
    return { ...request, headers: [...others, [name, String(version)]] };
  }
  const isIt = (pair: string): boolean => pair.split('=')[0] === encodeURIComponent(name);
  const rest = request.query.split('&').filter((pair) => pair !== '' && !isIt(pair));
  const text = encodeURIComponent(String(version));
  return { ...request, query: [...rest, `${encodeURIComponent(name)}=${text}`].join('&') };
}

/** Whether a request names a version at the place. */
export function namesVersion({ body, query, headers }: HttpRequest, { in: where, name }: VersionPlace): boolean {
  if (where === 'header') return headers.some(([field]) => isSameField(field, name));
  if (where === 'query') return query.split('&').some((pair) => pair.split('=')[0] === encodeURIComponent(name));
  return body.kind === 'parsed' && isObject(body.value) && Object.hasOwn(body.value, name);
}

function isSameField(field: string, name: string): boolean {
  return field.toLowerCase() === name.toLowerCase();
}

import type { HeaderFields, HttpRequest } from '../../core/index.ts';
import type { Api, Operation, SecurityScheme, SecurityUse } from '../../spec/index.ts';
import { isSecretField } from '../../wire/index.ts';
import type { Credentials } from '../model/options.ts';
import { type Secret, shout } from '../transport/redactor.ts';

/** Adds the given headers, and the credentials of the first security alternative that they satisfy. */
export function authorise(
  request: HttpRequest,
  operation: Operation | undefined,
  credentials: Credentials,
  schemes: Api['securitySchemes'] = {},
): HttpRequest {
  const always = credentials.headers ?? [];
  const with_ = { ...request, headers: replaceHeaders(request.headers, always) };
  const uses = operation === undefined ? [] : alternative(operation, credentials);
  if (uses.length === 0 && operation?.isAnonymous !== true) return withUndocumented(with_, credentials, schemes);
  return uses.reduce((rest, use) => {
    const value = credentialFor(use, credentials);
    return value === undefined ? rest : addCredential(rest, use.scheme, value);
  }, with_);
}

/**
 * A service may need a credential that its document does not mention. Given credentials are sent in the
 * place of their scheme.
 */
function withUndocumented(
  request: HttpRequest,
  credentials: Credentials,
  schemes: Api['securitySchemes'],
): HttpRequest {
  const { bearer, basic, apiKeys = {} } = credentials;
  const keyed = Object.entries(apiKeys).reduce((rest, [name, value]) => {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    return scheme === undefined ? rest : addCredential(rest, scheme, value);
  }, request);
  if (bearer !== undefined) return addCredential(keyed, { kind: 'http', scheme: 'bearer' }, bearer);
  if (basic === undefined) return keyed;
  const pair = Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
  return addCredential(keyed, { kind: 'http', scheme: 'basic' }, pair);
}

/**
 * Notes on credentials that are sent although the document has no scheme for them, and on those that are
 * not sent.
 */
export function credentialNotes(operations: readonly Operation[], credentials: Credentials): readonly string[] {
  const { bearer, basic, apiKeys } = credentials;
  if (bearer === undefined && basic === undefined && Object.keys(apiKeys ?? {}).length === 0) return [];
  const without = operations.filter((operation) => alternative(operation, credentials).length === 0);
  const open = without.filter(({ isAnonymous }) => isAnonymous === true);
  const undocumented = without.length - open.length;
  const many = (count: number): string => (count === 1 ? '1 operation' : `${count} operations`);
  return [
    ...(undocumented === 0
      ? []
      : [`the credential is sent to ${many(undocumented)} for which the document names no scheme that takes it`]),
    ...(open.length === 0
      ? []
      : [
          `the credential is not sent to ${many(open.length)} that the document opens to all callers (\`security: []\`)`,
        ]),
  ];
}

/**
 * Names the credential that requests of an operation carry: the schemes that it satisfies, or the header
 * field that was given in the place of a scheme. Empty if there is none.
 */
export function credentialKey(operation: Pick<Operation, 'security'>, credentials: Credentials): string {
  const uses = alternative(operation, credentials);
  if (uses.length > 0) return uses.map(({ name }) => name).join(' + ');
  const names = new Set((credentials.headers ?? []).map(([name]) => name.toLowerCase()));
  const places = operation.security.flat().flatMap(({ scheme }) => headerOf(scheme) ?? []);
  return places.find((place) => names.has(place)) ?? '';
}

/** The header field of a scheme, in small letters; undefined if its credential stands elsewhere. */
function headerOf(scheme: SecurityScheme): string | undefined {
  if (scheme.kind === 'apiKey') return scheme.in === 'header' ? scheme.name.toLowerCase() : undefined;
  return scheme.kind === 'unknown' || scheme.kind === 'mutualTLS' ? undefined : 'authorization';
}

/** Removes every credential of the operation's schemes from a request. */
export function withoutCredentials(request: HttpRequest, operation: Operation): HttpRequest {
  return schemesOf(operation).reduce((rest, scheme) => removeCredential(rest, scheme), request);
}

export function schemesOf(operation: Operation): readonly SecurityScheme[] {
  return operation.security.flatMap((uses) => uses.map(({ scheme }) => scheme));
}

/**
 * The first alternative for all of whose schemes a credential was given. Such an alternative is preferred
 * to anonymous access.
 */
export function alternative(operation: Pick<Operation, 'security'>, credentials: Credentials): readonly SecurityUse[] {
  const satisfiable = operation.security.filter((uses) =>
    uses.every((use) => credentialFor(use, credentials) !== undefined),
  );
  return satisfiable.find((uses) => uses.length > 0) ?? [];
}

export function credentialFor(use: SecurityUse, credentials: Credentials): string | undefined {
  const named = credentials.apiKeys;
  if (named !== undefined && Object.hasOwn(named, use.name)) return named[use.name];
  if (use.scheme.kind === 'http' && use.scheme.scheme === 'basic') {
    const basic = basicOf(credentials);
    return basic === undefined ? undefined : Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
  }
  if (isAuthorizationKey(use.scheme) && credentials.bearer !== undefined) return `Bearer ${credentials.bearer}`;
  const bearing = use.scheme.kind === 'oauth2' || use.scheme.kind === 'openIdConnect';
  if (bearing || (use.scheme.kind === 'http' && use.scheme.scheme === 'bearer'))
    return credentials.bearer ?? credentials.key;
  return credentials.key;
}

function basicOf({ basic, key }: Credentials): Credentials['basic'] {
  return basic ?? (key === undefined ? undefined : { user: 'standin', password: key });
}

/** An API key in the field `Authorization` is a bearer token under another name. */
function isAuthorizationKey(scheme: SecurityScheme): boolean {
  return scheme.kind === 'apiKey' && scheme.in === 'header' && scheme.name.toLowerCase() === 'authorization';
}

/** Puts one credential into the place of its scheme. */
export function addCredential(request: HttpRequest, scheme: SecurityScheme, value: string): HttpRequest {
  switch (scheme.kind) {
    case 'apiKey':
      return addApiKey(request, scheme, value);
    case 'http': {
      const name = scheme.scheme === 'basic' ? 'Basic' : scheme.scheme === 'bearer' ? 'Bearer' : scheme.scheme;
      return { ...request, headers: replaceHeaders(request.headers, [['Authorization', `${name} ${value}`]]) };
    }
    case 'oauth2':
    case 'openIdConnect':
      return { ...request, headers: replaceHeaders(request.headers, [['Authorization', `Bearer ${value}`]]) };
    default:
      return request;
  }
}

function addApiKey(
  request: HttpRequest,
  scheme: Extract<SecurityScheme, { kind: 'apiKey' }>,
  value: string,
): HttpRequest {
  if (scheme.in === 'header') return { ...request, headers: replaceHeaders(request.headers, [[scheme.name, value]]) };
  if (scheme.in === 'query') {
    const query = withoutQuery(request.query, scheme.name);
    const pair = `${encodeURIComponent(scheme.name)}=${encodeURIComponent(value)}`;
    return { ...request, query: query === '' ? pair : `${query}&${pair}` };
  }
  const cookie = request.headers.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
  const pair = `${scheme.name}=${value}`;
  return { ...request, headers: replaceHeaders(request.headers, [['Cookie', cookie ? `${cookie}; ${pair}` : pair]]) };
}

function removeCredential(request: HttpRequest, scheme: SecurityScheme): HttpRequest {
  if (scheme.kind === 'apiKey' && scheme.in === 'query')
    return { ...request, query: withoutQuery(request.query, scheme.name) };
  const name = scheme.kind === 'apiKey' ? (scheme.in === 'cookie' ? 'cookie' : scheme.name) : 'authorization';
  return { ...request, headers: request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase()) };
}

function withoutQuery(query: string, name: string): string {
  const wanted = encodeURIComponent(name);
  return query
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== wanted && pair.split('=')[0] !== name)
    .join('&');
}

/** Replaces headers by the given ones of the same names, and adds the rest. */
export function replaceHeaders(headers: HeaderFields, replacements: HeaderFields): HeaderFields {
  if (replacements.length === 0) return headers;
  const names = new Set(replacements.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...replacements];
}

/** Standard fields of requests that contain no credential, such as the origin of the target itself. */
const OPEN_FIELD =
  /^(?:accept(?:-.+)?|cache-control|content-.+|dnt|expect|from|host|if-.+|max-forwards|origin|pragma|prefer|range|referer|sec-fetch-.+|te|traceparent|tracestate|user-agent|via|x-requested-with)$/i;

/** A value that looks like a token: long, in one word, of letters and digits. */
const LIKE_A_TOKEN = /^(?=.*\d)(?=.*[a-z])[\w.+/=-]{16,}$/i;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a header field that the user gave contains a credential, by its name or its value: not `X-Tenant: default`. */
function isCredential(name: string, value: string): boolean {
  return isSecretField(name) || (LIKE_A_TOKEN.test(value) && !UUID.test(value));
}

/**
 * Every value that no report may show, with the name that stands for it. Of given header fields, a report shows only
 * standard ones that contain no credential.
 */
export function credentialSecrets(credentials: Credentials, more: readonly string[]): readonly Secret[] {
  const list: Secret[] = [];
  if (credentials.bearer !== undefined) list.push({ name: 'STANDIN_BEARER', value: credentials.bearer });
  if (credentials.key !== undefined) list.push({ name: 'STANDIN_KEY', value: credentials.key });
  const basic = basicOf(credentials);
  if (basic !== undefined) {
    const { user, password } = basic;
    list.push({ name: 'STANDIN_BASIC', value: Buffer.from(`${user}:${password}`).toString('base64') });
    list.push({ name: 'STANDIN_PASSWORD', value: password });
  }
  for (const [name, value] of Object.entries(credentials.apiKeys ?? {}))
    list.push({ name: `STANDIN_KEY_${shout(name)}`, value });
  for (const [name, value] of credentials.headers ?? []) {
    if (OPEN_FIELD.test(name)) continue;
    const open = isCredential(name, value) ? {} : { isOpen: true };
    list.push({ name: `STANDIN_HEADER_${shout(name)}`, value, ...open });
    const token = /^\S+\s+(\S+)$/.exec(value)?.[1];
    if (token !== undefined) list.push({ name: `STANDIN_TOKEN_${shout(name)}`, value: token, ...open });
  }
  more.forEach((value, index) => {
    list.push({ name: `STANDIN_SECRET_${index + 1}`, value });
  });
  return list;
}

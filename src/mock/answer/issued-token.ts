import type { HttpRequest, HttpResponse, JsonObject } from '../../core/index.ts';
import { type Api, onceForEach } from '../../spec/index.ts';
import { decodeBody, fieldValue, isObject } from '../../wire/index.ts';
import type { Tokens } from '../model/tokens.ts';

/** The answer of the token endpoint; `undefined` if the document has no scheme for such a token. */
type TokenAnswer = { readonly status: 200 | 400; readonly body: JsonObject };

/**
 * The characters of a scope, and the maximum length of all scopes so that they fit into a header field (RFC
 * 6749 §3.3).
 */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const LONGEST = 4_000;

/** Who issues tokens: the document with its scopes. */
export interface TokenIssuer {
  readonly api: Api;
  readonly tokens: Tokens;
}

/** Grants of a token endpoint that a document names (RFC 6749 §4 and §6; RFC 8628; RFC 7523). */
const GRANTS =
  /^(?:client_credentials|password|authorization_code|refresh_token|urn:ietf:params:oauth:grant-type:[a-z0-9-]+)$/;

/**
 * The answer at a token URL of the document's own server that no path of the document describes; `undefined` for any other request. Every client, user and
 * code is accepted.
 */
export function tokenEndpointAnswer(issuer: TokenIssuer, request: HttpRequest): HttpResponse | undefined {
  if (request.method !== 'POST' || !tokenPathsOf(issuer.api).has(request.path)) return undefined;
  const bytes = request.body.kind === 'bytes' ? request.body.bytes : new Uint8Array();
  const answer = issueToken(issuer, bytes, fieldValue(request.headers, 'content-type'), GRANTS);
  if (answer === undefined) return undefined;
  return {
    status: answer.status,
    headers: [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ],
    body: { kind: 'parsed', mediaType: 'application/json', value: answer.body, text: JSON.stringify(answer.body) },
  };
}

/** The paths of the token URLs that are relative or on a server of the document, with and without the path of the server. */
const tokenPathsOf = onceForEach((api: Api): ReadonlySet<string> => {
  const urls = Object.values(api.securitySchemes).flatMap((scheme) =>
    scheme.kind === 'oauth2'
      ? Object.entries(scheme.endpoints).flatMap(([use, url]) => (/tokenUrl$/.test(use) ? [url] : []))
      : [],
  );
  const paths = urls.flatMap((text) => {
    const url = URL.canParse(text, OWN) ? new URL(text, OWN) : undefined;
    if (url === undefined || !(url.origin === OWN || api.origins.includes(url.origin))) return [];
    return api.basePaths.flatMap((base) => [
      url.pathname,
      base + url.pathname,
      ...(base !== '' && url.pathname.startsWith(`${base}/`) ? [url.pathname.slice(base.length)] : []),
    ]);
  });
  return new Set(paths);
});

const OWN = 'http://own.invalid';

/**
 * Issues a bearer token for a grant (RFC 6749 §4.4, answers of §5). Every caller is accepted as a client,
 * without credentials. Without `scope` the token has all scopes (§3.3 leaves the default to the server).
 */
export function issueToken(
  { api, tokens }: TokenIssuer,
  bytes: Uint8Array,
  contentType: string | undefined,
  grants: RegExp = /^client_credentials$/,
): TokenAnswer | undefined {
  const schemes = Object.values(api.securitySchemes);
  if (!schemes.some(({ kind }) => kind === 'oauth2' || kind === 'openIdConnect')) return undefined;
  const fields = fieldsOf(bytes, contentType);
  if (typeof fields === 'string') return tokenError('invalid_request', fields);
  const { grant_type: grant, scope = '' } = fields;
  if (grant === undefined)
    return tokenError('invalid_request', '`grant_type` is missing; it must be client_credentials.');
  if (!grants.test(grant)) return tokenError('unsupported_grant_type', 'This mock does not know this grant type.');
  const scopes = [...new Set(scope.split(' ').filter(Boolean))];
  const fault = scopeFault(api, scopes, scope);
  if (fault !== undefined) return tokenError('invalid_scope', fault);
  const granted = scopes.length > 0 ? scopes : documentedScopes(api);
  const body = {
    access_token: tokens.issue(scopes.length > 0 ? scopes : undefined),
    token_type: 'Bearer',
    expires_in: tokens.life,
    // A client without a user has no need of one (RFC 6749 §4.4.3).
    ...(grant === 'client_credentials' ? {} : { refresh_token: tokens.issue(scopes.length > 0 ? scopes : undefined) }),
  };
  return { status: 200, body: granted.length === 0 ? body : { ...body, scope: granted.join(' ') } };
}

/** The fields of a form, or of a JSON object; a string describes the fault. */
function fieldsOf(
  bytes: Uint8Array,
  contentType = 'application/x-www-form-urlencoded',
): Record<string, string> | string {
  const body = decodeBody(bytes, contentType);
  if (body.kind === 'none') return {};
  if (body.kind === 'unreadable') return body.reason;
  const value = body.kind === 'parsed' ? body.value : undefined;
  if (!isObject(value)) return 'The fields have to come as a form or as a JSON object.';
  const fields: Record<string, string> = Object.create(null);
  for (const [name, text] of Object.entries(value)) {
    if (typeof text !== 'string') return `The field ${name} must be a single string.`;
    fields[name] = text;
  }
  return fields;
}

function scopeFault(api: Api, scopes: readonly string[], text: string): string | undefined {
  if (text.length > LONGEST)
    return 'These are more scopes than a header field can carry; without `scope` the token holds all.';
  if (scopes.some((scope) => !SCOPE.test(scope))) return 'A scope is made of visible ASCII characters.';
  // The scopes of an OpenID provider are in no document.
  if (Object.values(api.securitySchemes).some(({ kind }) => kind === 'openIdConnect')) return undefined;
  const flows = new Set(documentedScopes(api));
  const strange = scopes.filter((scope) => !flows.has(scope));
  const unknown = strange.length === 0 ? [] : strange.filter((scope) => !isRequired(api, scope));
  return unknown.length === 0 ? undefined : `The document has no scope ${unknown.join(' ')}.`;
}

function documentedScopes(api: Api): readonly string[] {
  const scopes = Object.values(api.securitySchemes).flatMap((scheme) =>
    scheme.kind === 'oauth2' ? scheme.scopes : [],
  );
  return [...new Set(scopes)].filter((scope) => SCOPE.test(scope));
}

/** Whether an operation requires a scope, which no flow may list. */
function isRequired({ operations }: Api, scope: string): boolean {
  return operations.some(({ security }) => security.some((uses) => uses.some(({ scopes }) => scopes.includes(scope))));
}

/** RFC 6749 §5.2, in its allowed characters. */
function tokenError(error: string, description: string): TokenAnswer {
  const text = description.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?');
  return { status: 400, body: { error, error_description: text } };
}

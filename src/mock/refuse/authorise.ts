import type { HttpRequest, Violation } from '../../core/index.ts';
import type { Operation, SecurityUse } from '../../spec/index.ts';
import { fieldValue, fieldValues, formatPointer, parseCookies, parseQuery } from '../../wire/index.ts';
import type { OperationPlan } from '../model/operation-plan.ts';
import type { Auth } from '../model/options.ts';
import { type Refusal, refuse } from '../model/refusal.ts';
import type { Grant } from '../model/tokens.ts';

export interface Authority {
  readonly apiKeys: readonly string[];
  readonly auth: Auth;
  /** The grant of a token that standin issued; `undefined` for others. */
  readonly grantOf: (token: string) => Grant | undefined;
  readonly now: () => number;
}

type Verdict =
  | { readonly kind: 'ok' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly why: string }
  | { readonly kind: 'scope'; readonly needed: readonly string[]; readonly missing: readonly string[] };

/**
 * Judges a request by the operation's security requirements (OpenAPI 3.1 §4.8.30: OR of ANDs). Anonymous
 * use is allowed if `{}` is an alternative, or if the user allows it, but a sent credential is always
 * verified.
 */
export function refuseUnauthorised(
  operation: Operation,
  { admitsAnyone }: OperationPlan,
  request: HttpRequest,
  given: Authority,
): Refusal | undefined {
  const alternatives = operation.security;
  if (alternatives.length === 0) return undefined;
  const authority = withRequestCredential(given, request);
  // Nothing was sent and nothing is needed, as in nearly every request to a mock.
  if (admitsAnyone && authority.auth !== 'required' && fieldValue(request.headers, 'authorization') === undefined)
    return undefined;
  const ambiguous = ambiguity(operation, request);
  if (ambiguous !== undefined)
    return refuse(400, ambiguous, {
      code: 'invalid_request',
      violations: [credentialViolation('security.malformed', '/header/authorization', ambiguous)],
    });
  const verdicts = alternatives
    .filter((uses) => uses.length > 0)
    .map((uses) => ({ uses, verdicts: uses.map((use) => judge(use, request, authority)) }));
  if (verdicts.length === 0 || verdicts.some((each) => each.verdicts.every((verdict) => verdict.kind === 'ok')))
    return undefined;
  const all = verdicts.flatMap((each) => each.verdicts);
  const isOptional = authority.auth === 'document' && alternatives.some((uses) => uses.length === 0);
  if (
    (isOptional || authority.auth === 'off') &&
    all.every((verdict) => verdict.kind === 'absent' || verdict.kind === 'ok')
  )
    return undefined;
  return refusalOf(verdicts, authority.apiKeys.length === 0);
}

/**
 * `Standin-Credential` applies the document's security to one request, with its value as the only valid
 * credential. It can only restrict: a mock with its own keys ignores it.
 */
function withRequestCredential(authority: Authority, request: HttpRequest): Authority {
  const credential = authority.apiKeys.length > 0 ? undefined : fieldValue(request.headers, 'standin-credential');
  if (credential === undefined || credential === '') return authority;
  return { ...authority, apiKeys: [credential], auth: authority.auth === 'off' ? 'document' : authority.auth };
}

interface JudgedAlternative {
  readonly uses: readonly SecurityUse[];
  readonly verdicts: readonly Verdict[];
}

function refusalOf(alternatives: readonly JudgedAlternative[], anyWorks: boolean): Refusal {
  const nearest = nearestOf(alternatives);
  const at = nearest.verdicts.findIndex(({ kind }) => kind === worstOf(nearest.verdicts));
  const verdict = nearest.verdicts[at];
  const pointer = pointerOf(nearest.uses[at]);
  if (verdict?.kind === 'scope') {
    const message = `The token lacks the scope ${verdict.missing.join(' ')}.`;
    return refuse(403, message, {
      code: 'insufficient_scope',
      headers: [['WWW-Authenticate', `Bearer realm="standin", error="insufficient_scope"${scopeText(verdict.needed)}`]],
      violations: [credentialViolation('security.scope', pointer, message)],
    });
  }
  const invalid = verdict?.kind === 'invalid' ? verdict : undefined;
  const uses = alternatives.map((each) => each.uses);
  const message =
    invalid === undefined
      ? `Credentials are missing: ${uses.map(describe).join(', or ')}.${anyWorks ? ` Any non-empty one is accepted, such as ${sampleOf(uses)}; with --auth off, none is needed.` : ` ${OF_KEYS}`}`
      : `The credentials are not valid: ${invalid.why}.${anyWorks ? '' : ` ${OF_KEYS}`}`;
  return refuse(401, message, {
    headers: challenges(uses, invalid !== undefined),
    violations: [
      credentialViolation(invalid === undefined ? 'security.missing' : 'security.invalid', pointer, message),
    ],
  });
}

const OF_KEYS = 'The keys given with --api-key are accepted.';

/** A credential for the first security alternative, as a curl option. */
function sampleOf([uses = []]: readonly (readonly SecurityUse[])[]): string {
  return uses
    .map(({ scheme }) => {
      if (scheme.kind === 'http' && scheme.scheme === 'basic') return '-u demo:demo';
      if (scheme.kind === 'http' && scheme.scheme === 'digest') return '--digest -u demo:demo';
      if (scheme.kind !== 'apiKey') return "-H 'Authorization: Bearer demo'";
      if (scheme.in === 'header') return `-H '${scheme.name}: demo'`;
      return scheme.in === 'cookie' ? `-b '${scheme.name}=demo'` : `?${scheme.name}=demo`;
    })
    .join(' ');
}

/** All required scopes, in the characters that a challenge may contain (RFC 6750 §3). */
function scopeText(scopes: readonly string[]): string {
  return `, scope="${scopes.join(' ').replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '')}"`;
}

const BAD = ['scope', 'invalid', 'absent'] as const;

function worstOf(verdicts: readonly Verdict[]): Verdict['kind'] {
  return BAD.find((kind) => verdicts.some((verdict) => verdict.kind === kind)) ?? 'absent';
}

/**
 * The alternative that the client most likely meant: one whose credential was sent, else the one that lacks
 * fewest.
 */
function nearestOf(alternatives: readonly JudgedAlternative[]): JudgedAlternative {
  const lacking = ({ verdicts }: JudgedAlternative): number => verdicts.filter(({ kind }) => kind === 'absent').length;
  const rank = (each: JudgedAlternative): number => BAD.indexOf(worstOf(each.verdicts) as (typeof BAD)[number]);
  const [first] = alternatives.toSorted((a, b) => rank(a) - rank(b) || lacking(a) - lacking(b));
  return first ?? { uses: [], verdicts: [] };
}

/** The place of a credential in the request. */
function pointerOf(use: SecurityUse | undefined): string {
  const scheme = use?.scheme;
  if (scheme?.kind !== 'apiKey') return '/header/authorization';
  return formatPointer([scheme.in, scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name]);
}

function credentialViolation(code: Violation['code'], pointer: string, message: string): Violation {
  return { code, pointer, message };
}

/**
 * RFC 6750 §2: one credential in one place, unless the document has a parameter `access_token`. Two
 * `Authorization` fields are ambiguous.
 */
function ambiguity(operation: Operation, request: HttpRequest): string | undefined {
  const fields = fieldValues(request.headers, 'authorization');
  if (fields.length > 1) return 'More than one Authorization header field was sent.';
  const inQuery = request.query.includes('access_token=') && queryValue(request, 'access_token') !== undefined;
  const isOwn = operation.parameters.some(({ in: place, name }) => place === 'query' && name === 'access_token');
  return inQuery && !isOwn && /^bearer\s/i.test(fields[0] ?? '')
    ? 'The bearer token was sent in the header and in the query.'
    : undefined;
}

function judge(use: SecurityUse, request: HttpRequest, authority: Authority): Verdict {
  const { scheme } = use;
  switch (scheme.kind) {
    case 'apiKey':
      return judgeKey(
        apiKeyOf(scheme, request),
        authority,
        `the API key in ${scheme.in} \`${scheme.name}\` is not a known one`,
      );
    case 'http':
      return scheme.scheme === 'basic' ? judgeBasic(request, authority) : judgeHttp(scheme.scheme, request, authority);
    case 'oauth2':
    case 'openIdConnect':
      return judgeScopes(use, request, authority);
    // Client certificates and undefined schemes cannot be verified; `inspect` lists both as not
    // enforceable.
    case 'mutualTLS':
    case 'unknown':
      return { kind: 'ok' };
  }
}

function apiKeyOf(
  scheme: { readonly in: 'header' | 'query' | 'cookie'; readonly name: string },
  request: HttpRequest,
): string | undefined {
  if (scheme.in === 'header') return fieldValue(request.headers, scheme.name);
  if (scheme.in === 'query') return queryValue(request, scheme.name);
  return parseCookies(request.headers).find(({ name }) => name === scheme.name)?.value;
}

function judgeKey(key: string | undefined, authority: Authority, why: string): Verdict {
  if (key === undefined || key === '') return { kind: 'absent' };
  return authority.apiKeys.length === 0 || authority.apiKeys.includes(key) ? { kind: 'ok' } : { kind: 'invalid', why };
}

function credentialsOf(request: HttpRequest): { readonly scheme: string; readonly rest: string } | undefined {
  const field = fieldValue(request.headers, 'authorization');
  if (field === undefined) return undefined;
  const [, scheme, rest] = /^([^\s]+)(?:\s+(.*))?$/.exec(field.trim()) ?? [];
  return scheme === undefined ? undefined : { scheme: scheme.toLowerCase(), rest: (rest ?? '').trim() };
}

function judgeHttp(scheme: string, request: HttpRequest, authority: Authority): Verdict {
  const credentials = credentialsOf(request);
  if (credentials === undefined) return { kind: 'absent' };
  if (credentials.scheme !== scheme)
    return { kind: 'invalid', why: `the scheme is \`${credentials.scheme}\`, not \`${scheme}\`` };
  if (credentials.rest === '') return { kind: 'invalid', why: `the ${scheme} credential is empty` };
  if (scheme === 'bearer' && /\s/.test(credentials.rest))
    return { kind: 'invalid', why: 'a bearer token has no spaces' };
  const isKey = authority.apiKeys.includes(credentials.rest);
  const lacking = scheme === 'digest' && !isKey ? lackingOfDigest(credentials.rest) : [];
  if (lacking.length > 0) return { kind: 'invalid', why: `the digest credential lacks ${lacking.join(', ')}` };
  return judgeKey(credentials.rest, authority, `the ${scheme} credential is not a known one`);
}

/** Parameters that a digest credential must have (RFC 7616 §3.4) and that this one does not have. */
function lackingOfDigest(credential: string): readonly string[] {
  const names = new Set(
    [...credential.matchAll(/([\w*]+)\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,"]+)/g)].map(([, name = '']) =>
      name.toLowerCase(),
    ),
  );
  const user = names.has('username*') ? [] : ['username'];
  return [...user, 'realm', 'nonce', 'uri', 'response'].filter((name) => !names.has(name));
}

/** RFC 7617: base64 of `user:password`. */
function judgeBasic(request: HttpRequest, authority: Authority): Verdict {
  const verdict = judgeHttp('basic', request, { ...authority, apiKeys: [] });
  if (verdict.kind !== 'ok') return verdict;
  const encoded = credentialsOf(request)?.rest ?? '';
  const decoded = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? atobSafe(encoded) : undefined;
  if (decoded?.includes(':') !== true)
    return { kind: 'invalid', why: 'the Basic credential is not base64 of `user:password`' };
  const password = decoded.slice(decoded.indexOf(':') + 1);
  return authority.apiKeys.length === 0 || authority.apiKeys.includes(decoded) || authority.apiKeys.includes(password)
    ? { kind: 'ok' }
    : { kind: 'invalid', why: 'the user or password is not a known one' };
}

function atobSafe(encoded: string): string | undefined {
  try {
    return atob(encoded);
  } catch {
    // Invalid base64 is a wrong credential, not an error.
    return undefined;
  }
}

/** An issued token is valid for its scopes and its lifetime. Other tokens are accepted. */
function judgeScopes(use: SecurityUse, request: HttpRequest, authority: Authority): Verdict {
  const credentials = credentialsOf(request);
  const grant = credentials?.scheme === 'bearer' ? authority.grantOf(credentials.rest) : undefined;
  if (grant === undefined) return judgeHttp('bearer', request, authority);
  if (grant.expires <= authority.now()) return { kind: 'invalid', why: 'the token has expired' };
  const missing = use.scopes.filter((scope) => grant.scopes?.includes(scope) === false);
  return missing.length === 0 ? { kind: 'ok' } : { kind: 'scope', needed: use.scopes, missing };
}

function describe(uses: readonly SecurityUse[]): string {
  return uses
    .map(({ name, scheme }) =>
      scheme.kind === 'apiKey'
        ? `API key in ${scheme.in} \`${scheme.name}\``
        : scheme.kind === 'http'
          ? `${scheme.scheme} authorization`
          : `\`${name}\``,
    )
    .join(' and ');
}

/**
 * At least one challenge per 401 (RFC 9110 §11.6.1). Without credentials there is no `error` (RFC 6750 §3).
 */
function challenges(alternatives: readonly (readonly SecurityUse[])[], invalid: boolean): Refusal['headers'] {
  const texts = new Set(
    alternatives.flat().map(({ scheme }) => {
      if (scheme.kind === 'apiKey')
        return `ApiKey realm="standin", in="${scheme.in}", name="${scheme.name.replace(/[^\w.~-]/g, '')}"`;
      if (scheme.kind === 'http' && scheme.scheme !== 'bearer')
        return `${registeredScheme(scheme.scheme)} realm="standin"${scheme.scheme === 'digest' ? ', qop="auth", nonce="standin"' : ''}`;
      return invalid ? 'Bearer realm="standin", error="invalid_token"' : 'Bearer realm="standin"';
    }),
  );
  return [...texts].map((text) => ['WWW-Authenticate', text] as const);
}

/** The name of a scheme as it is registered: clients compare it without regard to case, people do not. */
function registeredScheme(scheme: string): string {
  return /^(?:basic|digest|mutual|negotiate)$/.test(scheme) ? `${scheme[0]?.toUpperCase()}${scheme.slice(1)}` : scheme;
}

function queryValue(request: HttpRequest, wanted: string): string | undefined {
  const parsed = parseQuery(request.query);
  return parsed.ok ? parsed.pairs.find(({ name }) => name === wanted)?.value : undefined;
}

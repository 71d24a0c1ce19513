import type { Api, Parameter, SecurityEndpoints, SecurityScheme, SecurityUse } from '../../spec/index.ts';
import { formatPointer } from '../../wire/index.ts';
import { credentialField, isSameField } from '../judge/credentials.ts';
import type { OperationRule } from '../judge/rule.ts';
import type { Change } from '../model/change.ts';

/**
 * Each security requirement of the base must still satisfy one of the revision, with the same scopes.
 * Schemes are compared by what clients send, not by name.
 */
export const security: OperationRule = {
  name: 'security',
  compare: ({ base, revision, kind }, { context }) => {
    if (kind !== 'operation') return [];
    const before = base.security.length === 0 ? [[]] : base.security;
    const after = revision.security.length === 0 ? [[]] : revision.security;
    const sent = base.parameters.filter(({ required }) => required);
    const refused = before.filter((way) => !after.some((wanted) => satisfies(way, wanted, sent)));
    const lost = refused.filter((way) => !after.some((wanted) => isSentAlike(way, wanted)));
    const gained = after.filter((way) => !before.some((wanted) => satisfies(wanted, way)));
    const places = { base: base.pointer, revision: revision.pointer };
    return [
      ...lost.map(
        (way): Change => ({
          ...places,
          check: 'security.tightened',
          severity: 'error',
          proof: 'promise',
          subject: wayText(way),
          message: `requests with ${wayText(way)} are refused now: ${after.map(wayText).join(' or ')} is required`,
        }),
      ),
      ...refused
        .filter((way) => !lost.includes(way))
        .map(
          (way): Change => ({
            ...places,
            check: 'security.scheme',
            severity: 'warning',
            subject: wayText(way),
            message: `${wayText(way)} is ${after.map(wayText).join(' or ')} now, which is sent in the same field; whether the earlier credentials are still accepted is not known`,
          }),
        ),
      ...(refused.length > 0
        ? []
        : gained.map(
            (way): Change => ({
              ...places,
              check: 'request.widened',
              severity: 'info',
              keyword: 'security',
              subject: wayText(way),
              message: `requests with ${wayText(way)} are accepted now`,
            }),
          )),
      ...endpointChanges(before.flat(), after.flat(), { base: context.base.api, revision: context.revision.api }),
    ];
  },
};

/** Where clients get what they send: an address that changes, or a flow that goes. */
function endpointChanges(
  before: readonly SecurityUse[],
  after: readonly SecurityUse[],
  apis: { readonly base: Api; readonly revision: Api },
): readonly Change[] {
  return before.flatMap((use) => {
    const twins = after.filter(({ scheme }) => sameScheme(use.scheme, scheme));
    const twin = twins.find(({ name }) => name === use.name) ?? twins[0];
    if (twin === undefined) return [];
    const [known, wanted] = [endpointsOf(use.scheme), endpointsOf(twin.scheme)];
    return Object.keys(known)
      .filter((name) => known[name] !== wanted[name])
      .map(
        (name): Change => ({
          check: 'security.endpoint',
          severity: 'warning',
          base: schemePointer(apis.base, use.name),
          revision: schemePointer(apis.revision, twin.name),
          subject: name,
          message: `${name} of ${use.name} is ${wanted[name] ?? 'not stated'} now, and was ${known[name]}`,
        }),
      );
  });
}

const endpointsOf = (scheme: SecurityScheme): SecurityEndpoints =>
  scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect' ? scheme.endpoints : {};

const schemePointer = ({ dialect }: Api, name: string): string =>
  formatPointer(dialect === '2.0' ? ['securityDefinitions', name] : ['components', 'securitySchemes', name]);

/** `sent`: what each request has as a parameter, and may be credentials. */
function satisfies(
  way: readonly SecurityUse[],
  wanted: readonly SecurityUse[],
  sent: readonly Parameter[] = [],
): boolean {
  return wanted.every(
    (need) =>
      way.some(
        (given) => sameScheme(given.scheme, need.scheme) && need.scopes.every((scope) => given.scopes.includes(scope)),
      ) ||
      (need.scheme.kind === 'apiKey' && sent.some((each) => isSameField(each, credentialField(need.scheme)))),
  );
}

/** Whether all that is wanted is sent in the same fields, by schemes of two kinds: a key in `Authorization` may be a bearer token. */
function isSentAlike(way: readonly SecurityUse[], wanted: readonly SecurityUse[]): boolean {
  return wanted.every((need) =>
    way.some((given) =>
      given.scheme.kind === need.scheme.kind
        ? satisfies([given], [need])
        : isSameField(credentialField(given.scheme), credentialField(need.scheme)) && !isBasic(given, need),
    ),
  );
}

/** A name with a password is not a token. */
const isBasic = (...uses: readonly SecurityUse[]): boolean =>
  uses.some(({ scheme }) => scheme.kind === 'http' && scheme.scheme !== 'bearer') &&
  uses.every(({ scheme }) => scheme.kind !== 'apiKey');

function sameScheme(one: SecurityScheme, other: SecurityScheme): boolean {
  if (one.kind === 'apiKey' && other.kind === 'apiKey') return one.in === other.in && nameOf(one) === nameOf(other);
  if (one.kind === 'http' && other.kind === 'http') return one.scheme === other.scheme;
  // RFC 6750: tokens of OAuth and OpenID Connect are bearer tokens.
  if (other.kind === 'http' && other.scheme === 'bearer' && (one.kind === 'oauth2' || one.kind === 'openIdConnect'))
    return true;
  return one.kind === other.kind;
}

const nameOf = ({ in: place, name }: Extract<SecurityScheme, { kind: 'apiKey' }>): string =>
  place === 'header' ? name.toLowerCase() : name;

function wayText(way: readonly SecurityUse[]): string {
  if (way.length === 0) return 'no credentials';
  return way.map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`)).join(' and ');
}

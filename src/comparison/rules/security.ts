import type { Api, SecurityEndpoints, SecurityScheme, SecurityUse } from '../../spec/index.ts';
import { formatPointer } from '../../wire/index.ts';
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
    const lost = before.filter((way) => !after.some((wanted) => satisfies(way, wanted)));
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
      ...(lost.length > 0
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

function satisfies(way: readonly SecurityUse[], wanted: readonly SecurityUse[]): boolean {
  return wanted.every((need) =>
    way.some(
      (given) => sameScheme(given.scheme, need.scheme) && need.scopes.every((scope) => given.scopes.includes(scope)),
    ),
  );
}

function sameScheme(one: SecurityScheme, other: SecurityScheme): boolean {
  if (one.kind === 'apiKey' && other.kind === 'apiKey') return one.in === other.in && nameOf(one) === nameOf(other);
  if (one.kind === 'http' && other.kind === 'http') return one.scheme === other.scheme;
  return one.kind === other.kind;
}

const nameOf = ({ in: place, name }: Extract<SecurityScheme, { kind: 'apiKey' }>): string =>
  place === 'header' ? name.toLowerCase() : name;

function wayText(way: readonly SecurityUse[]): string {
  if (way.length === 0) return 'no credentials';
  return way.map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`)).join(' and ');
}

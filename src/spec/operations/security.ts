import type { SecurityEndpoints, SecurityScheme, SecurityUse } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { entriesOf, isRaw, listOf, member, textOf } from '../model/raw.ts';
import type { Context } from '../schema/context.ts';

/** Security schemes of the entry document, by name. Schemes of other files are never taken for them (OpenAPI 3.2 §5.2). */
export function securitySchemesOf(context: Context): Readonly<Record<string, SecurityScheme>> {
  const schemes: Record<string, SecurityScheme> = Object.create(null);
  const at =
    context.dialect === '2.0'
      ? childOf(context.root, 'securityDefinitions')
      : childOf(childOf(context.root, 'components'), 'securitySchemes');
  for (const [name, found] of childrenOf(at)) {
    const place = context.object(found);
    const scheme = (place === undefined ? undefined : schemeAt(place)) ?? unknown(context, found, name);
    if (scheme.kind === 'mutualTLS')
      context.warn(
        found,
        'unenforceable-security',
        `${name} asks for a client certificate, which is not looked at here`,
      );
    schemes[name] = scheme;
  }
  return schemes;
}

function unknown(context: Context, at: NodeLocation, name: string): SecurityScheme {
  const followed = context.resolver.follow(at);
  // A value that is not an object, or a broken reference, was reported already.
  if (followed.kind !== 'found' || !isRaw(followed.place.node)) return { kind: 'unknown' };
  const reason = reasonOf(followed.place);
  context.error(
    at,
    'invalid-security-scheme',
    `security scheme ${name} has an unknown type${reason}; no request can satisfy it`,
  );
  return { kind: 'unknown' };
}

const KINDS = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'];

/** Why a scheme is invalid. */
function reasonOf({ node }: NodeLocation): string {
  const type = member(node, 'type');
  if (type === undefined) return ', since it has no `type`';
  if (type === 'http') return ', since `http` needs the string `scheme`';
  if (type === 'apiKey') return ', since `apiKey` needs the string `name`, and `in` must be query, header or cookie';
  return `, since \`type\` is none of ${KINDS.join(', ')}`;
}

function schemeAt({ node }: NodeLocation): SecurityScheme | undefined {
  switch (member(node, 'type')) {
    case 'basic':
      return { kind: 'http', scheme: 'basic' };
    case 'http':
      return httpScheme(node);
    case 'apiKey':
      return apiKey(node);
    case 'oauth2':
      return { kind: 'oauth2', scopes: scopesOf(node), endpoints: flowEndpoints(node) };
    case 'openIdConnect':
      return { kind: 'openIdConnect', endpoints: endpointsOf(node, ['openIdConnectUrl'], '') };
    case 'mutualTLS':
      return { kind: 'mutualTLS' };
    default:
      return undefined;
  }
}

function httpScheme(node: unknown): SecurityScheme | undefined {
  const scheme = textOf(node, 'scheme');
  return scheme === undefined ? undefined : { kind: 'http', scheme: scheme.toLowerCase() };
}

function apiKey(node: unknown): SecurityScheme | undefined {
  const name = textOf(node, 'name');
  const location = member(node, 'in');
  if (name === undefined || (location !== 'header' && location !== 'query' && location !== 'cookie')) return undefined;
  // `Authorization: Bearer` is the field and what its value begins with.
  const http = location === 'header' ? /^authorization\s*:?\s+(bearer|basic)\s*:?$/i.exec(name)?.[1] : undefined;
  return http === undefined ? { kind: 'apiKey', in: location, name } : { kind: 'http', scheme: http.toLowerCase() };
}

function scopesOf(node: unknown): readonly string[] {
  const flows = entriesOf(member(node, 'flows')).map(([, flow]) => flow);
  return [...new Set([node, ...flows].flatMap((flow) => entriesOf(member(flow, 'scopes')).map(([scope]) => scope)))];
}

/** Names that 2.0 has for flows, where they differ. */
const FLOWS_OF_2: Readonly<Record<string, string>> = {
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};
const FLOW_URLS = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'];

function flowEndpoints(node: unknown): SecurityEndpoints {
  const flow = textOf(node, 'flow');
  const flows = entriesOf(member(node, 'flows'));
  const all = flow === undefined ? flows : [[FLOWS_OF_2[flow] ?? flow, node] as const];
  return Object.assign({}, ...all.map(([name, each]) => endpointsOf(each, FLOW_URLS, `${name} `)));
}

function endpointsOf(node: unknown, names: readonly string[], prefix: string): SecurityEndpoints {
  return Object.fromEntries(
    names.flatMap((name) => {
      const url = textOf(node, name);
      return url === undefined ? [] : [[`${prefix}${name}`, url]];
    }),
  );
}

/** Requirements of an operation, which replace those of the document (OpenAPI 3.1 §4.8.10.1). */
export function securityOf(
  context: Context,
  schemes: Readonly<Record<string, SecurityScheme>>,
  operation: NodeLocation,
): readonly (readonly SecurityUse[])[] {
  const own = childOf(operation, 'security');
  const at = own.node === undefined ? childOf(context.root, 'security') : own;
  if (at.node === undefined) return [];
  if (!Array.isArray(at.node)) {
    context.error(at, 'invalid-object', '`security` must be a list; it is left out');
    return [];
  }
  return childrenOf(at).flatMap(([, requirement]) =>
    isRaw(requirement.node) ? [usesOf(context, schemes, requirement)] : [],
  );
}

/** Whether the document states that an operation has no security (`security: []`). */
export function hasEmptySecurity(context: Context, operation: NodeLocation): boolean {
  const own = childOf(operation, 'security').node;
  const stated = own === undefined ? childOf(context.root, 'security').node : own;
  return Array.isArray(stated) && stated.length === 0;
}

function usesOf(
  context: Context,
  schemes: Readonly<Record<string, SecurityScheme>>,
  requirement: NodeLocation,
): readonly SecurityUse[] {
  return childrenOf(requirement).map(([name, { node }]) => ({
    name,
    scheme: schemes[name] ?? schemeByUri(context, name, requirement),
    scopes: listOf(node).filter((each) => typeof each === 'string'),
  }));
}

/** 3.2 also names schemes by URI. */
function schemeByUri(context: Context, name: string, requirement: NodeLocation): SecurityScheme {
  const place = context.dialect === '3.2' ? context.resolver.resolve(name, requirement) : undefined;
  const scheme = place === undefined ? undefined : schemeAt(place);
  if (scheme !== undefined) return scheme;
  context.error(
    childOf(requirement, name),
    'unknown-security-scheme',
    `security scheme ${name} is not defined; no request can satisfy it`,
  );
  return { kind: 'unknown' };
}

import { namedDialect } from '../model/dialect.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, listOf, member, textOf } from '../model/raw.ts';
import type { Kind } from './document-objects.ts';
import { checkDescribed, examplesAt, FIELD_NAME, headerNames, parameterIn, styleIn } from './document-parameters.ts';
import type { ShapeFault } from './shape-fault.ts';

type Rule = (place: NodeLocation, version: number, fault: ShapeFault) => void;

/** What no list of fields can say of an object. `version` counts from 3.0. */
export function particulars(kind: Kind, place: NodeLocation, version: number, fault: ShapeFault): void {
  RULES[kind]?.(place, version, fault);
}

const V32 = 2;

const RULES: Partial<Record<Kind, Rule>> = {
  OpenAPI: (place, version, fault) => {
    const versionText = textOf(place.node, 'openapi');
    if (versionText !== undefined && !/^3\.\d+\.\d+(-.+)?$/.test(versionText))
      fault(childOf(place, 'openapi'), 'invalid-field', `the version must have three numbers (\`${versionText}.0\`)`);
    const self = textOf(place.node, '$self');
    if (self?.includes('#') === true) fault(childOf(place, '$self'), 'invalid-field', '`$self` has no fragment');
    const dialect = childOf(place, 'jsonSchemaDialect');
    if (typeof dialect.node === 'string' && !/^[a-z][a-z0-9+.-]*:\S+$/i.test(dialect.node))
      fault(dialect, 'invalid-field', '`jsonSchemaDialect` must be a URI');
    else if (version > 0) dialectAt(dialect, fault);
    if (version >= V32) tags(childOf(place, 'tags'), fault);
  },
  Components: (place, version, fault) => {
    for (const [, group] of childrenOf(place).filter(([name]) => version <= V32 || name !== 'headers'))
      for (const [name, each] of isRaw(group.node) ? childrenOf(group) : [])
        if (!/^[A-Za-z0-9._-]+$/.test(name))
          fault(
            each,
            'invalid-name',
            `${JSON.stringify(name)} is not a component name (letters, digits, \`.\`, \`_\`, \`-\`)`,
          );
  },
  'Server Variable': (place, version, fault) => {
    const values = member(place.node, 'enum');
    if (version > 0 && Array.isArray(values) && values.length === 0)
      fault(childOf(place, 'enum'), 'invalid-field', '`enum` must not be empty');
  },
  'Path Item': (place, version, fault) => {
    if (version < V32) return;
    const shared = locations(place);
    for (const [, operation] of childrenOf(place)) if (isRaw(operation.node)) queries(operation, shared, fault);
    methodsOf(childOf(place, 'additionalOperations'), fault);
  },
  Operation: (place, version, fault) => {
    const responses = childOf(place, 'responses');
    if (!isRaw(responses.node)) return;
    const documentedResponses = childrenOf(responses).filter(([status]) => version === 0 || !status.startsWith('x-'));
    if (documentedResponses.length === 0)
      fault(responses, 'no-responses', '`responses` must have at least one response');
    for (const [status, response] of documentedResponses)
      if (!STATUS.test(status) && !status.startsWith('x-'))
        fault(
          response,
          'invalid-status',
          `${JSON.stringify(status)} is not a status: 100 to 599, 1XX to 5XX or default`,
        );
  },
  Parameter: (place, version, fault) => {
    parameterIn(place, version >= V32, fault);
    checkDescribed(place, fault);
  },
  Header: (place, _, fault) => {
    checkDescribed(place, fault);
    styleIn('header', place, fault);
  },
  'Media Type': (place, _, fault) => examplesAt(place, fault),
  Response: (place, _, fault) => headerNames(place, fault),
  Encoding: (place, _, fault) => {
    headerNames(place, fault);
    styleIn('query', place, fault);
  },
  'Security Scheme': (place, _, fault) => {
    const needs = NEEDS[textOf(place.node, 'type') ?? ''] ?? [];
    for (const name of needs) requireField(place, name, fault);
  },
  'OAuth Flows': (place, _, fault) => {
    for (const [name, flow] of childrenOf(place)) for (const each of FLOWS[name] ?? []) requireField(flow, each, fault);
  },
};

/** Rules that a `$schema` or `jsonSchemaDialect` names, but that are not known here. */
export function dialectAt(place: NodeLocation, fault: ShapeFault): void {
  if (typeof place.node !== 'string' || namedDialect(place.node) !== undefined) return;
  fault(place, 'unknown-dialect', `the dialect ${place.node} is not known here; its schemas are read as 2020-12`);
}

const STATUS = /^(?:[1-5]\d\d|[1-5]XX|default)$/;
const FIXED = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE', 'QUERY']);

function methodsOf(place: NodeLocation, fault: ShapeFault): void {
  for (const [method, operation] of childrenOf(place))
    if (FIXED.has(method)) fault(operation, 'invalid-method', `${method} has its own field and is not allowed here`);
    else if (!FIELD_NAME.test(method))
      fault(operation, 'invalid-method', `${JSON.stringify(method)} is not an HTTP method`);
}

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};

const FLOWS: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl'],
};

function requireField(place: NodeLocation, name: string, fault: ShapeFault): void {
  if (isRaw(place.node) && member(place.node, name) === undefined)
    fault(place, 'missing-field', `\`${name}\` must be there`);
}

function locations(place: NodeLocation): readonly unknown[] {
  return listOf(member(place.node, 'parameters')).map((each) => member(each, 'in'));
}

/** A whole query is one parameter, and there is none beside it (OpenAPI 3.2 §4.12.1). */
function queries(operation: NodeLocation, shared: readonly unknown[], fault: ShapeFault): void {
  const all = [...shared, ...locations(operation)];
  const whole = all.filter((each) => each === 'querystring').length;
  if (whole > 1 || (whole === 1 && all.includes('query')))
    fault(operation, 'exclusive-fields', 'a `querystring` parameter stands alone: no other one, and none in `query`');
}

function tags(place: NodeLocation, fault: ShapeFault): void {
  const names = listOf(place.node).map((each) => member(each, 'name'));
  for (const [, tag] of childrenOf(place)) {
    const parent = textOf(tag.node, 'parent');
    if (parent !== undefined && !names.includes(parent))
      fault(childOf(tag, 'parent'), 'invalid-field', `there is no tag ${JSON.stringify(parent)}`);
  }
}

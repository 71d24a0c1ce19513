import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, member, textOf } from '../model/raw.ts';
import type { Context } from '../schema/context.ts';
import { type Field, type Kind, OBJECTS } from './document-objects.ts';
import { dialectAt, particulars } from './document-particulars.ts';
import type { ShapeFault } from './shape-fault.ts';

const VERSIONS = ['3.0', '3.1', '3.2', '3.3'];

/**
 * Compares the objects of a document with their fixed fields: what is missing, what is unknown, what excludes each other. A fault that was
 * reported elsewhere is not repeated, nor is one that only follows. Documents of 2.0 are read by their own rules alone.
 */
export function checkShape(context: Context): void {
  if (context.dialect === '2.0') return;
  const errors = context.diagnostics.list.filter(({ severity }) => severity === 'error');
  const byOthers = new Set(errors.map(({ pointer }) => pointer));
  const here = new Set<string>();
  const fault: ShapeFault = (place, code, message) => {
    const pointer = context.nameOf(place);
    if (!ALWAYS_SAID.has(code) && byOthers.has(pointer)) return;
    if (FOLLOWING.has(code) && here.has(pointer)) return;
    here.add(pointer);
    context.error(place, code, message);
  };
  objectAt({ version: versionOf(context), fault }, 'OpenAPI', context.root);
}

/** Diagnostics that do not say a second time that a place cannot be read. */
const ALWAYS_SAID = new Set(['unknown-field', 'exclusive-fields']);
const FOLLOWING = new Set(['invalid-object', 'invalid-field']);

function versionOf({ dialect, root }: Context): number {
  const minor = /^3\.(\d+)/.exec(textOf(root.node, 'openapi') ?? dialect)?.[1];
  return Math.min(Number(minor ?? 0), VERSIONS.length - 1);
}

interface Walk {
  /** Place of the document's version in `VERSIONS`. */
  readonly version: number;
  readonly fault: ShapeFault;
}

const isKnown = ({ version }: Walk, { since }: Field): boolean =>
  since === undefined || version >= VERSIONS.indexOf(since);

const isDemanded = ({ version }: Walk, { required, requiredUpTo }: Field): boolean =>
  required === true || (requiredUpTo !== undefined && version <= VERSIONS.indexOf(requiredUpTo));

function objectAt(walk: Walk, kind: Kind, place: NodeLocation): void {
  const { node } = place;
  const { fault } = walk;
  if (!isRaw(node)) {
    fault(place, 'invalid-object', `the ${kind} Object must be an object`);
    return;
  }
  const has = (name: string): boolean => member(node, name) !== undefined;
  if (has('$ref') && kind !== 'Path Item') {
    for (const name of ['$ref', 'summary', 'description'])
      if (has(name)) valueAt(walk, 'text', name, childOf(place, name));
    return;
  }
  particulars(kind, place, walk.version, fault);
  const { fields, exclusive = [], oneOf } = OBJECTS[kind];
  const isHere = (name: string): boolean => has(name) && isField(walk, fields, name);
  for (const name of Object.keys(node))
    if (!name.startsWith('x-') && !isField(walk, fields, name))
      fault(
        childOf(place, name),
        'unknown-field',
        unknownField(kind, name, Object.hasOwn(fields, name) ? fields[name] : undefined),
      );
  for (const [name, field] of Object.entries(fields)) {
    if (isHere(name)) fieldAt(walk, field, name, childOf(place, name));
    else if (isDemanded(walk, field)) fault(place, 'missing-field', `the ${kind} Object must have \`${name}\``);
  }
  for (const names of exclusive)
    if (names.every(isHere)) fault(place, 'exclusive-fields', `\`${names.join('` and `')}\` exclude each other`);
  if (oneOf !== undefined && !oneOf.some(has))
    fault(place, 'missing-field', `the ${kind} Object must have \`${oneOf.join('` or `')}\``);
}

function unknownField(kind: Kind, name: string, later: Field | undefined): string {
  const since = later?.since === undefined ? '' : ` before OpenAPI ${later.since}`;
  return `\`${name}\` cannot stand in the ${kind} Object${since}`;
}

function isField(walk: Walk, fields: Readonly<Record<string, Field>>, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && isKnown(walk, field);
}

function fieldAt(walk: Walk, field: Field, name: string, place: NodeLocation): void {
  const { of, as } = field;
  const isShaped = as === undefined || (as === 'list' ? Array.isArray(place.node) : isRaw(place.node));
  if (!isShaped) walk.fault(place, 'invalid-field', `\`${name}\` must be ${as === 'list' ? 'a list' : 'an object'}`);
  else if (as === undefined) valueAt(walk, of, name, place);
  else
    for (const [key, each] of childrenOf(place))
      if (as === 'list' || !key.startsWith('x-') || NAMES_ARE_FREE.has(name)) valueAt(walk, of, name, each);
}

/** Maps whose keys are the author's own: `x-` is not an extension in them. */
const NAMES_ARE_FREE = new Set(['schemas', 'headers', 'examples', 'content', 'parameters', 'variables', 'mapping']);

const isTexts = (node: unknown): boolean => Array.isArray(node) && node.every((each) => typeof each === 'string');

const TYPES: Readonly<Record<string, readonly [is: (node: unknown) => boolean, typeName: string]>> = {
  text: [(node) => typeof node === 'string', 'a string'],
  texts: [isTexts, 'a list of strings'],
  flag: [(node) => typeof node === 'boolean', 'true or false'],
  map: [isRaw, 'an object'],
  'map of texts': [
    (node) => isRaw(node) && Object.values(node).every((each) => typeof each === 'string'),
    'an object whose values are strings',
  ],
};

function valueAt(walk: Walk, of: Field['of'], name: string, place: NodeLocation): void {
  const { fault } = walk;
  const [is, typeName] = TYPES[of] ?? [];
  if (of === 'schema') schemaAt(walk, place);
  else if (of === 'requirements') requirementsAt(fault, place);
  else if (of === 'callbacks') callbackAt(walk, place);
  else if (is?.(place.node) === false) fault(place, 'invalid-field', `\`${name}\` must be ${typeName}`);
  else if (is === undefined && of !== 'any') objectAt(walk, of as Kind, place);
}

function callbackAt(walk: Walk, place: NodeLocation): void {
  if (!isRaw(place.node)) walk.fault(place, 'invalid-object', 'the Callback Object must be an object');
  if (!isRaw(place.node) || typeof member(place.node, '$ref') === 'string') return;
  for (const [key, each] of childrenOf(place)) if (!key.startsWith('x-')) objectAt(walk, 'Path Item', each);
}

function requirementsAt(fault: ShapeFault, place: NodeLocation): void {
  if (!Array.isArray(place.node)) fault(place, 'invalid-field', '`security` must be a list');
  for (const [, each] of Array.isArray(place.node) ? childrenOf(place) : []) {
    if (!isRaw(each.node)) fault(each, 'invalid-object', 'a Security Requirement Object must be an object');
    for (const [, scopes] of isRaw(each.node) ? childrenOf(each) : [])
      if (!isTexts(scopes.node))
        fault(scopes, 'invalid-field', 'the scopes of a security scheme must be a list of strings');
  }
}

const ONE = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', '$defs', 'dependentSchemas'];
const ADDED: readonly (readonly [string, Kind])[] = [
  ['discriminator', 'Discriminator'],
  ['xml', 'XML'],
  ['externalDocs', 'External Documentation'],
];

/** Keywords are judged where schemas are read; here only what OpenAPI adds to them. */
function schemaAt(walk: Walk, place: NodeLocation): void {
  if (typeof place.node === 'boolean' && walk.version === 0)
    walk.fault(place, 'invalid-schema', 'a schema of OpenAPI 3.0 must be an object');
  if (!isRaw(place.node)) return;
  for (const [name, kind] of ADDED) {
    const child = childOf(place, name);
    if (child.node !== undefined) objectAt(walk, kind, child);
  }
  dialectAt(childOf(place, '$schema'), walk.fault);
  for (const name of ONE) {
    const child = childOf(place, name);
    if (isRaw(child.node) || IN_30.has(name)) schemaAt(walk, child);
  }
  for (const name of MANY)
    for (const [, each] of childrenOf(childOf(place, name)))
      if (isRaw(each.node) || IN_30.has(name)) schemaAt(walk, each);
}

/** Where 3.0 has schemas that must be objects; what came later is said where schemas are read. */
const IN_30 = new Set(['items', 'not', 'allOf', 'anyOf', 'oneOf', 'properties']);
